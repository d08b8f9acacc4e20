import { countOutputs, type Forest } from '../../trees/forest/forest.ts';
import type { Link } from './links.ts';

/** Largest absolute raw score whose output is finite; shares and classes accept any finite score. */
const furthest: Partial<Record<Link, number>> = {
  exponential: Math.log(Number.MAX_VALUE),
  'signed square': Math.sqrt(Number.MAX_VALUE),
};

/**
 * Returns a raw score within the forest's range whose output is not finite; undefined when there is none. Each tree
 * counts with its extreme leaf, so no row need reach the score.
 */
export function findInfiniteScore(forest: Forest, link: Link): number | undefined {
  const limit = furthest[link] ?? Number.MAX_VALUE;
  if (boundOf(forest) <= limit) return undefined;
  const { highest, lowest } = extremeScores(forest);
  for (const score of highest) if (!(score <= limit)) return score;
  if (link === 'exponential') return undefined; // The exponential of very negative scores is 0.
  for (const score of lowest) if (!(-score <= limit)) return score;
  return undefined;
}

/** Returns what no score exceeds, NaN where one may be: it asks less than to look at each tree, and nearly always suffices. */
function boundOf({ roots, values, initialScores }: Forest): number {
  let largest = 0;
  for (let node = 0; node < values.length; node++) largest = Math.max(largest, Math.abs(values[node]));
  return initialScores.reduce((most, score) => Math.max(most, Math.abs(score)), 0) + roots.length * largest;
}

/** Returns the extreme scores of each output: the initial score and the extreme leaf of each tree. */
function extremeScores(forest: Forest): { highest: Float64Array; lowest: Float64Array } {
  const { roots, features, values, initialScores } = forest;
  const highest = Float64Array.from(initialScores);
  const lowest = Float64Array.from(initialScores);
  for (const [tree, root] of roots.entries()) {
    const end = tree + 1 < roots.length ? roots[tree + 1] : features.length;
    let [most, least] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let node = root; node < end; node++) {
      if (features[node] >= 0) continue;
      const value = values[node];
      if (value > most) most = value;
      if (value < least) least = value;
    }
    highest[tree % countOutputs(forest)] += most;
    lowest[tree % countOutputs(forest)] += least;
  }
  return { highest, lowest };
}
