import { beyondLimit, type ServiceError } from '../../errors.ts';
import type { SpendingContext } from './context.ts';
import { dayOf, endOfDay } from './days.ts';
import { selectTokensOf } from './store.ts';

/**
 * Refuses when the project or the key has used up its tokens of today. The sums are those of the database, which all
 * nodes share; calls that run at the same time may together go beyond.
 * @throws ServiceError `tokens_used_up`
 */
export async function requireTokens(
  ctx: Pick<SpendingContext, 'actor' | 'database' | 'keys' | 'limits'>,
  projectId: string,
): Promise<void> {
  const now = Date.now();
  const ofProject = ctx.limits.of(projectId).tokens_a_day;
  const ofKey = ctx.keys.tokensOf(ctx.actor) ?? Number.POSITIVE_INFINITY;
  const refuseFrom = async (whose: 'project' | 'key', value: number) => {
    if (!Number.isFinite(value)) return;
    const by = whose === 'project' ? { project_id: projectId } : { actor: ctx.actor };
    const used = await selectTokensOf(ctx.database, dayOf(now), by);
    if (used >= value) throw usedUp(whose, { value, used, now });
  };
  await refuseFrom('project', ofProject);
  await refuseFrom('key', ofKey);
}

interface Figures {
  value: number;
  used: number;
  now: number;
}

function usedUp(whose: 'project' | 'key', { value, used, now }: Figures): ServiceError {
  const until = endOfDay(now);
  const resets_at = new Date(until).toISOString();
  const detail = `The ${whose} has used ${used} of its ${value} tokens of today; the next day begins at ${resets_at}.`;
  return beyondLimit(
    'tokens_used_up',
    detail,
    { name: 'tokens_a_day', value },
    {
      headers: { 'retry-after': String(Math.ceil((until - now) / 1000)) },
      extensions: { used, resets_at, 'violated-policies': [whose] },
    },
  );
}
