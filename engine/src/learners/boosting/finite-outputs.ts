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
export function findEndlessScore(forest: Forest, link: Link): number | undefined {
  const limit = furthest[link] ?? Number.MAX_VALUE;
  for (const direction of [1, -1]) {
    if (link === 'exponential' && direction < 0) continue; // The exponential of very negative scores is 0.
    for (const score of extremeScores(forest, direction)) if (!(score * direction <= limit)) return score;
  }
  return undefined;
}

/** Returns the extreme score of each output: the initial score and the extreme leaf of each tree. */
function extremeScores(forest: Forest, direction: number): Float64Array {
  const { roots, features, values, initialScores } = forest;
  const scores = Float64Array.from(initialScores);
  for (const [tree, root] of roots.entries()) {
    const end = tree + 1 < roots.length ? roots[tree + 1] : features.length;
    let extreme = Number.NEGATIVE_INFINITY;
    for (let node = root; node < end; node++)
      if (features[node] < 0) extreme = Math.max(extreme, values[node] * direction);
    scores[tree % countOutputs(forest)] += extreme * direction;
  }
  return scores;
}
