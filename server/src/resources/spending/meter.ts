import { serviceErrorOf } from '../../http/reply/problem.ts';
import { noteBegun } from './begun-calls.ts';
import { requireTokens, tokensAhead } from './budgets.ts';
import { holdTokens } from './calls-under-way.ts';
import type { SpendingContext } from './context.ts';
import { dayOf } from './days.ts';
import { gatherTokenUse } from './gather-use.ts';

/** What one call used. */
export interface CallUse {
  usage: {
    input_tokens: number | null;
    output_tokens: number | null;
    cached_tokens?: number;
    cost: number | null;
  };
  isEstimated: boolean;
  /** Milliseconds until its answer began; undefined where that was not seen. */
  firstMs?: number | undefined;
}

/** Counts what calls of a language model or of an embedding use. */
export interface Meter {
  /**
   * Begins a call that reads about so many tokens; the function that is returned ends it.
   * @throws ServiceError `tokens_used_up`
   */
  enter(tokens: number): Promise<() => void>;
  /** Never rejects: the answer is there already. */
  add(use: CallUse): Promise<void>;
}

/** For what calls are made. */
interface Spender {
  projectId: string;
  /** ID of the agent or the knowledge base. */
  id: string;
  provider: string;
  model: string;
}

export function meterOf(ctx: SpendingContext, { projectId, id, provider, model }: Spender): Meter {
  const whose = { project_id: projectId, agent_id: id, actor: ctx.actor, provider, model_name: model };
  const rowOf = ({ usage, isEstimated, firstMs }: CallUse) => ({
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
  });
  return {
    async enter(tokens) {
      const ahead = tokensAhead(ctx, projectId);
      const leave = holdTokens(ctx.database, [projectId, ctx.actor], tokens);
      await requireTokens(ctx, projectId, ahead).catch((error) => {
        leave();
        throw serviceErrorOf(error); // else it would be taken for a failure of the provider
      });
      const end = noteBegun(ctx.database, rowOf(readingAlone(tokens)));
      return () => {
        leave();
        end();
      };
    },
    add: (use) => gatherTokenUse(ctx, rowOf(use)),
  };
}

/** What a call used at least that has not answered yet. */
function readingAlone(tokens: number): CallUse {
  return { usage: { input_tokens: tokens, output_tokens: 0, cost: null }, isEstimated: true };
}
