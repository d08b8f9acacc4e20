/** Dampens how much more a first place counts than a second (Cormack, Clarke and Büttcher 2009). */
const damping = 60;

/** Joins rankings by the sum of reciprocal ranks, as a share of what first place in all of them would give. Best first. */
export function fuseRanks(rankings: number[][]): { id: number; score: number }[] {
  const sums = new Map<number, number>();
  for (const ranking of rankings)
    for (const [index, id] of ranking.entries()) sums.set(id, (sums.get(id) ?? 0) + 1 / (damping + index + 1));
  const most = rankings.length / (damping + 1);
  return [...sums].map(([id, sum]) => ({ id, score: sum / most })).sort((a, b) => b.score - a.score || a.id - b.id);
}
