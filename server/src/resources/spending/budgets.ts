import { beyondLimit, type ServiceError } from '../../errors.ts';
import { tokensUnderWay } from './calls-under-way.ts';
import type { SpendingContext } from './context.ts';
import { dayOf, endOfDay } from './days.ts';
import { selectTokensOf } from './store.ts';
import { requireCounted } from './uncounted.ts';

/**
 * Refuses when the project or the key has used up its tokens of today. The sums are those of the database, which all
 * nodes share, and what calls that this node makes just now are estimated to read; what those write may go beyond.
 * @throws ServiceError `tokens_used_up`, and why the database does not count
 */
export async function requireTokens(
  ctx: SpendingContext,
  projectId: string,
  ahead: { project: number; key: number } = tokensAhead(ctx, projectId),
): Promise<void> {
  await requireCounted(ctx, projectId);
  const now = Date.now();
  const ofProject = ctx.limits.of(projectId).tokens_a_day;
  const ofKey = ctx.keys.tokensOf(ctx.actor) ?? Number.POSITIVE_INFINITY;
  const refuseFrom = async (whose: 'project' | 'key', value: number) => {
    if (!Number.isFinite(value)) return;
    const by = whose === 'project' ? { project_id: projectId } : { actor: ctx.actor };
    const used = await selectTokensOf(ctx.database, dayOf(now), by);
    if (used + ahead[whose] >= value) throw usedUp(whose, { value, used, held: ahead[whose], now });
  };
  await refuseFrom('project', ofProject);
  await refuseFrom('key', ofKey);
}

/** Tokens that calls which this node makes just now are estimated to read. */
export function tokensAhead({ database, actor }: Pick<SpendingContext, 'actor' | 'database'>, projectId: string) {
  return { project: tokensUnderWay(database, projectId), key: tokensUnderWay(database, actor) };
}

interface Figures {
  value: number;
  used: number;
  /** Tokens of calls under way. */
  held: number;
  now: number;
}

function usedUp(whose: 'project' | 'key', { value, used, held, now }: Figures): ServiceError {
  const until = endOfDay(now);
  const resets_at = new Date(until).toISOString();
  const isOnlyHeld = used < value;
  const detail = isOnlyHeld
    ? `Of the ${value} tokens of today of the ${whose}, ${used} are used and ${held} are held by calls under way; try again when these have ended.`
    : `The ${whose} has used ${used} of its ${value} tokens of today; the next day begins at ${resets_at}.`;
  const seconds = isOnlyHeld ? heldSeconds : Math.ceil((until - now) / 1000);
  return beyondLimit(
    'tokens_used_up',
    detail,
    { name: 'tokens_a_day', value },
    {
      headers: { 'retry-after': String(seconds) },
      extensions: { used, held, resets_at, 'violated-policies': [whose] },
    },
  );
}

/** Calls under way end within seconds, and most used less than they held. */
const heldSeconds = 10;
