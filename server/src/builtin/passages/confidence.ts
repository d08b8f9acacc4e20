import type { Evidence } from './evidence.ts';

/** The evidence in the order of the weights. */
const names = ['score', 'overSecond', 'overThird', 'overLast', 'held', 'sameSource', 'nearer'] as const;

/**
 * How the evidence tells the probability that the answer is in the first passage, in the first two, in the first three:
 * constant and weights of logistic regressions over questions of several writers to real documents, checked on those of
 * each writer by a fit to those of the others.
 */
const byWords = [
  [-2.4, 1.09, 6.23, 3.09, 1.68, 0.63, 0.17],
  [-2.43, 1.22, 1.25, 4.96, 4.33, 0.83, 0.72],
  [-2.18, 1.14, 0.81, 4.02, 4.84, 0.87, 0.92],
];
const byMeaning = [
  [-1.99, 0.38, 6.15, 4.31, -0.43, 0.84, 0.52, 0.96],
  [-2.65, 1.26, 1.92, 6.42, 3.05, 0.67, 1.01, 0.86],
  [-2.46, 2.32, 1.24, 4.47, 3.24, 0.27, 0.9, 1.28],
];

/** Below this even a passage that leads by far is about something else. */
const leastScore = 0.51;
/** A question that all passages fit alike is answered by none for sure. */
const leastLead = 0.12;
/** Three passages answer when they do this probably … */
const enough = 0.72;
/** … and fewer do when they are as sure as this. */
const sure = 0.9;

/** Returns how many of the first passages to quote as the answer; 0 where none answers surely enough. */
export function countAnswering(evidence: Evidence): number {
  const chances = (evidence.nearer === undefined ? byWords : byMeaning).map((weights) => chanceOf(evidence, weights));
  if (evidence.score < leastScore || evidence.overLast < leastLead) return 0;
  if (chances[chances.length - 1] < enough) return 0;
  const fewer = chances.findIndex((chance) => chance >= sure);
  return fewer < 0 ? chances.length : fewer + 1;
}

function chanceOf(evidence: Evidence, [base, ...weights]: readonly number[]): number {
  const sum = weights.reduce((total, weight, at) => total + weight * (evidence[names[at]] ?? 0), base);
  return 1 / (1 + Math.exp(-sum));
}
