import type { Usage } from '../completions/schemas.ts';
import type { AgentContext } from '../context.ts';
import { builtin } from '../schemas.ts';
import type { FoundAgent } from '../store.ts';
import { requireTokens } from './budgets.ts';
import { dayOf } from './days.ts';
import { addTokenUse } from './store.ts';

/** What one call used. */
export interface CallUse {
  usage: Usage;
  isEstimated: boolean;
  /** Milliseconds until its answer began; undefined where that was not seen. */
  firstMs?: number | undefined;
}

/** Counts what calls of a language model use. */
export interface Meter {
  /** @throws ServiceError `tokens_used_up` */
  enter(): Promise<void>;
  /** A count that cannot be written is logged: the answer is there already. */
  add(use: CallUse): Promise<void>;
}

/** Returns the meter of an agent's own language model; the builtin answerer costs nothing. */
export function meterOf(
  ctx: Pick<AgentContext, 'actor' | 'database' | 'keys' | 'limits' | 'log'>,
  { agent }: Pick<FoundAgent, 'agent'>,
  { provider, model }: { provider: string; model: string },
): Meter | undefined {
  if (provider === builtin) return undefined;
  const whose = { project_id: agent.project_id, agent_id: agent.id, actor: ctx.actor, provider, model_name: model };
  return {
    enter: () => requireTokens(ctx, agent.project_id),
    add: ({ usage, isEstimated, firstMs }) =>
      addTokenUse(ctx.database, {
        ...whose,
        day: dayOf(Date.now()),
        calls: 1,
        estimated_calls: isEstimated ? 1 : 0,
        input_tokens: usage.input_tokens ?? 0,
        output_tokens: usage.output_tokens ?? 0,
        cached_tokens: usage.cached_tokens ?? 0,
        cost: usage.cost ?? 0,
        priced_calls: usage.cost === null ? 0 : 1,
        first_token_ms: Math.round(firstMs ?? 0),
        timed_calls: firstMs === undefined ? 0 : 1,
      }).catch((err) => ctx.log.error({ err, agent: agent.id }, 'the tokens of a call could not be counted')),
  };
}
