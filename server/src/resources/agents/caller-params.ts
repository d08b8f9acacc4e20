import type { Role } from '../../caller.ts';
import { permissionFor } from '../../http/request/permissions.ts';
import type { AnswerParams } from './schemas.ts';

/** Params that cost or protect: the lower value is the stricter one. */
const limits = ['max_output_tokens', 'max_input_tokens', 'max_steps', 'max_calls_per_step', 'timeout_ms'] as const;
/** The same for words, the strictest first. */
const groundings = ['require', 'mark', 'off'] as const;
const efforts = ['none', 'minimal', 'low', 'medium', 'high'] as const;

/**
 * Returns the params of one question: the caller's own before the agent's. Who may not change the agent may only lower
 * what its editor set; a higher value counts as the editor's, because clients send such fields unasked.
 */
export function meetParams(agent: AnswerParams, own: AnswerParams, { role }: { role: Role }): AnswerParams {
  const met = { ...agent, ...own };
  const { roles } = permissionFor('agents.update');
  if (roles === 'anybody' || roles.includes(role)) return met;
  const lowest = limits.flatMap((name) => {
    const [theirs, given] = [agent[name], own[name]];
    return theirs === undefined || given === undefined ? [] : [[name, Math.min(theirs, given)] as const];
  });
  return {
    ...met,
    ...Object.fromEntries(lowest),
    ...(own.grounding ? { grounding: strictest(groundings, agent.grounding ?? 'mark', own.grounding) } : {}),
    ...(own.reasoning && agent.reasoning ? { reasoning: strictest(efforts, agent.reasoning, own.reasoning) } : {}),
  };
}

function strictest<Word>(words: readonly Word[], one: Word, other: Word): Word {
  return words[Math.min(words.indexOf(one), words.indexOf(other))];
}
