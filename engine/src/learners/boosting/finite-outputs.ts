import { countOutputs, type Forest } from '../../trees/forest/forest.ts';
import type { Link } from './links.ts';

/** How far from 0 a raw score may lie so that its output is a finite number; shares and classes take any finite score. */
const furthest: Partial<Record<Link, number>> = {
  exponential: Math.log(Number.MAX_VALUE),
  'signed square': Math.sqrt(Number.MAX_VALUE),
};

/**
 * The raw score that the forest may reach and whose output is not finite; undefined when there is none. Each tree counts with
 * the leaf that goes furthest, so a row that reaches the score need not exist.
 */
export function findEndlessScore(forest: Forest, link: Link): number | undefined {
  const limit = furthest[link] ?? Number.MAX_VALUE;
  for (const direction of [1, -1]) {
    if (link === 'exponential' && direction < 0) continue; // far below 0 it comes to 0
    for (const score of extremeScores(forest, direction)) if (!(score * direction <= limit)) return score;
  }
  return undefined;
}

/** Of each output, the initial score and in each tree the leaf that goes furthest in one direction. */
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
