const dayMs = 86_400_000;

/** Days for which the sums are kept. */
export const keptDays = 400;

/** The UTC day of a time, as `2026-11-28`. */
export function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

export function dayBefore(days: number): string {
  return dayOf(Date.now() - days * dayMs);
}

/** When the budgets of today end, in ms since 1970: the next midnight in UTC. */
export function endOfDay(time: number): number {
  return (Math.floor(time / dayMs) + 1) * dayMs;
}
