import { ServiceError } from '../../../errors.ts';
import type { ToolResult, ToolRun } from '../../skills/toolset.ts';
import type { AgentContext } from '../context.ts';
import { openModelOf } from '../open-language-model.ts';
import { requireAgent } from '../service.ts';
import type { FoundAgent } from '../store.ts';
import type { AgentRun } from './agent-run.ts';
import type { CallTurns } from './call-turns.ts';
import type { PlainMessage } from './prompt.ts';
import { emptyTrace, type Trace } from './trace.ts';
import { addUsage, noUsage } from './usage.ts';
import type { GroundedAnswer } from './who-answers.ts';

/** Maximum agents in a chain that ask each other. */
const mostDepth = 3;

/**
 * Returns the function by which tools ask another agent. It sees only the question and shares the time and costs of the
 * first agent. `runAgent` is a callback, because it is what calls tools.
 */
export function requesterOf(
  ctx: AgentContext,
  { found: { project, agent: asking }, above }: AgentRun,
  { turns, trace }: { turns: CallTurns; trace: Trace },
  runAgent: (ctx: AgentContext, agentRun: AgentRun, trace: Trace) => Promise<GroundedAnswer>,
): ToolRun['askAgent'] {
  const chain = [...above, asking.id];
  return async (agent, question, { signal }): Promise<ToolResult> => {
    const found = await requireAgent(ctx, { project: project.id, agent });
    refuseCircle(found, chain);
    const inner = emptyTrace(noUsage);
    const { params } = found.settings;
    const messages: PlainMessage[] = [{ role: 'user', content: question }];
    const model = await openModelOf(ctx, found);
    try {
      const agentRun = { found, model, messages, params, signal, emit: undefined, above: chain, turns };
      const { text, finishReason, citations } = await runAgent(ctx, agentRun, inner);
      const details = { agent: found.agent.name, finish_reason: finishReason, usage: inner.usage, steps: inner.steps };
      return { content: { answer: text }, citations, details };
    } finally {
      trace.counts.push(...inner.counts);
      trace.usage = addUsage(trace.usage, inner.usage);
    }
  };
}

function refuseCircle({ agent }: FoundAgent, chain: string[]): void {
  if (chain.includes(agent.id))
    throw new ServiceError('agent_loop', `${agent.name} is already asking; answer without it.`);
  if (chain.length > mostDepth)
    throw new ServiceError(
      'agent_loop',
      `Agents ask each other at most ${mostDepth} deep; answer without ${agent.name}.`,
    );
}
