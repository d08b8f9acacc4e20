import { beyondLimit, ServiceError } from '../../../errors.ts';
import type { Limits } from '../../projects/limits.ts';
import type { ToolResult, ToolRun } from '../../skills/toolset.ts';
import type { AgentContext } from '../context.ts';
import { openModelOf } from '../open-language-model.ts';
import { requireAgent } from '../service.ts';
import type { FoundAgent } from '../store.ts';
import type { AgentRun } from './agent-run.ts';
import type { CallTurns } from './call-turns.ts';
import type { PlainMessage } from './prompt.ts';
import { mostSteps, type StepsLeft } from './steps-left.ts';
import { emptyTrace, type Trace } from './trace.ts';
import { addUsage, noUsage } from './usage.ts';
import type { GroundedAnswer } from './who-answers.ts';

/** Maximum agents in a chain that ask each other. */
const mostDepth = 3;

/**
 * Returns the function by which tools ask another agent. It sees only the question and shares the time, the
 * steps and the costs of the first agent. `runAgent` is a callback, because it is what calls tools.
 */
export function requesterOf(
  ctx: AgentContext,
  { found: { project, agent: asking }, above }: AgentRun,
  { turns, steps, trace }: { turns: CallTurns; steps: StepsLeft; trace: Trace },
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
    using own = stepsOfAsked(steps, found, ctx.limits.of(project.id));
    try {
      const agentRun = { found, model, messages, params, signal, emit: undefined, above: chain, turns, steps: own };
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

function stepsOfAsked(steps: StepsLeft, { agent, settings }: FoundAgent, limits: Limits): StepsLeft {
  const own = steps.ofAnother(mostSteps(settings.params, limits));
  if (own) return own;
  const detail = `The ${limits.completion_steps} calls of language models of this answer are used up; answer without ${agent.name}.`;
  throw beyondLimit('agent_loop', detail, { name: 'completion_steps', value: limits.completion_steps });
}
