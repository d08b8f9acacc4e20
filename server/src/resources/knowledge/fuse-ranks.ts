/** Damping constant of reciprocal rank fusion (Cormack, Clarke and Büttcher 2009). */
const damping = 60;

/** Merges rankings by reciprocal rank fusion, best first. A score of 1 is first place in all rankings. */
export function fuseRanks(rankings: number[][]): { id: number; score: number }[] {
  const sums = new Map<number, number>();
  for (const ranking of rankings)
    for (const [index, id] of ranking.entries()) sums.set(id, (sums.get(id) ?? 0) + 1 / (damping + index + 1));
  const most = rankings.length / (damping + 1);
  return [...sums].map(([id, sum]) => ({ id, score: sum / most })).sort((a, b) => b.score - a.score || a.id - b.id);
}
