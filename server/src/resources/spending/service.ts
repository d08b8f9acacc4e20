import type { Caller } from '../../caller.ts';
import { invalidField } from '../../errors.ts';
import { requireProject } from '../projects/service.ts';
import type { SpendingServices } from './context.ts';
import { dayBefore, dayOf, endOfDay, keptDays } from './days.ts';
import type { Spending, SpendingQuery } from './schemas.ts';
import { deleteTokenUseBefore, selectTokensOf, selectTokenUse } from './store.ts';
import { countKept } from './uncounted.ts';

const usualDays = 30;

/** Returns what a project used, by day, agent or knowledge base, and model. Default: the last 30 days. */
export async function readSpending(
  ctx: Caller & Pick<SpendingServices, 'database' | 'limits' | 'log'>,
  nameOrId: string,
  { from = dayBefore(usualDays - 1), to = dayOf(Date.now()), key }: SpendingQuery,
): Promise<Spending> {
  const project = await requireProject(ctx, nameOrId);
  if (from > to) throw invalidField('?from', 'must not be after to');
  await countKept(ctx);
  const now = Date.now();
  const tokens = await selectTokensOf(ctx.database, dayOf(now), { project_id: project.id });
  const limit = ctx.limits.of(project.id).tokens_a_day;
  const rows = await selectTokenUse(ctx.database, project.id, { from, to, actor: key });
  return {
    today: {
      tokens,
      tokens_a_day: Number.isFinite(limit) ? limit : null,
      resets_at: new Date(endOfDay(now)).toISOString(),
    },
    days: rows.map(({ priced_calls, cost, timed_calls, first_token_ms, spender_id, ...row }) => ({
      ...row,
      agent_id: isBase(spender_id) ? null : spender_id,
      knowledge_base_id: isBase(spender_id) ? spender_id : null,
      calls: Number(row.calls),
      estimated_calls: Number(row.estimated_calls),
      input_tokens: Number(row.input_tokens),
      output_tokens: Number(row.output_tokens),
      cached_tokens: Number(row.cached_tokens),
      cost: Number(priced_calls) === 0 ? null : Number(cost),
      first_token_ms: Number(timed_calls) === 0 ? null : Math.round(Number(first_token_ms) / Number(timed_calls)),
    })),
  };
}

function isBase(id: string): boolean {
  return id.startsWith('kb_');
}

/** Deletes the sums of days that are long over. */
export function forgetOldSpending({ database }: Pick<SpendingServices, 'database'>): Promise<void> {
  return deleteTokenUseBefore(database, dayBefore(keptDays));
}
