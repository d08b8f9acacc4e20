import type { Hit } from './hit.ts';

/** What meaning counts beside words. */
const meaningShare = 1 / 3;
/** Fewer neighbours than this are not known to reach down to passages about something else. */
const fewest = 20;
/** A lead in likeness below this is chance. */
const leastSpread = 0.05;

/**
 * Merges the hits by words and by meaning, best first. Models differ in what likeness is much, so each is taken from
 * that of the farthest neighbour found to that of the nearest.
 */
export function fuseScores(byWords: readonly Hit[], byMeaning: readonly Hit[]): Hit[] {
  const fused = new Map<number, Hit>();
  for (const hit of byWords) fused.set(hit.id, { ...hit, score: (1 - meaningShare) * hit.score });
  const nearness = nearnessAmong(byMeaning);
  for (const hit of byMeaning) {
    const known = fused.get(hit.id);
    fused.set(hit.id, { ...known, ...hit, score: (known?.score ?? 0) + meaningShare * nearness(hit) });
  }
  return [...fused.values()].sort((a, b) => b.score - a.score || a.id - b.id);
}

function nearnessAmong(hits: readonly Hit[]): (hit: Hit) => number {
  const likeness = hits.map(({ score }) => score);
  const farthest = Math.max(0, hits.length < fewest ? 0 : likeness[likeness.length - 1]);
  const spread = Math.max(...likeness, 0) - farthest + leastSpread;
  return ({ score }) => Math.max(0, score - farthest) / spread;
}
