import { requesterOf } from '../../platform/workers/fair-turns.ts';
import type { AgentTest, Step } from './completions/schemas.ts';
import { StepsLeft } from './completions/steps-left.ts';
import { TimeBudget } from './completions/time-budget.ts';
import { makeAnswer } from './completions/tool-loop.ts';
import { emptyTrace } from './completions/trace.ts';
import { noUsage } from './completions/usage.ts';
import type { AgentContext } from './context.ts';
import { openModelOf } from './open-language-model.ts';
import { openSkills } from './open-skills.ts';
import { type AgentAddress, requireAgent } from './service.ts';

const longestTestMs = 30_000;
const prompt = [{ role: 'user' as const, content: [{ type: 'text' as const, text: 'Reply with the word OK.' }] }];

/**
 * Asks the agent's language model for one word and opens every skill. Nothing is stored.
 * @throws ServiceError when the provider cannot answer
 */
export async function testAgent(ctx: AgentContext, address: AgentAddress, signal: AbortSignal): Promise<AgentTest> {
  const found = await requireAgent(ctx, address);
  const { asked, breakerKey, hasQueue, modelFor } = await openModelOf(ctx, found);
  using budget = new TimeBudget(Math.min(longestTestMs, ctx.config.completionTimeoutMs), signal);
  await using skills = await openSkills(ctx, found.project, found.skills, { signal: budget.toolSignal });
  const trace = emptyTrace(noUsage);
  const started = Date.now();
  const { text } = await makeAnswer(
    {
      model: await modelFor(
        skills.toolsets,
        ctx.planners.of(ctx, found.project.id),
        requesterOf(ctx, found.project.id),
      ),
      hasQueue,
      asked,
      prompt,
      toolbox: new Map(),
      params: found.settings.params,
      steps: new StepsLeft(1),
      mostCalls: 1,
      atOnce: (work) => work(),
      budget,
      firstTokenMs: ctx.config.completionFirstTokenMs,
      run: { signal: budget.toolSignal, depth: 0, askAgent: () => Promise.reject(new Error('a test asks no agent')) },
      emit: undefined,
      telemetry: ctx,
      onUnexpected: () => {},
    },
    trace,
  );
  if (breakerKey) ctx.breakers.forget(breakerKey);
  return {
    provider: asked.provider,
    model_name: asked.model,
    reply: text,
    milliseconds: Date.now() - started,
    usage: trace.usage,
    skills: [
      ...skills.toolsets.map(({ skill, tools }) => ({ skill, tools: tools.map(({ name }) => name), error: null })),
      ...skills.steps.flatMap(failureOf),
    ],
  };
}

function failureOf(step: Step): AgentTest['skills'] {
  return step.kind === 'skill' ? [{ skill: step.skill, tools: [], error: step.error }] : [];
}
