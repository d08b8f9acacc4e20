import type { Evidence } from './evidence.ts';

/**
 * How the evidence tells the probability that the answer is in the first passage, in the first two, in the first three:
 * weights of logistic regressions over questions of several writers to real documents, checked on those of each writer
 * by a fit to those of the others.
 */
interface Weights extends Record<Exclude<keyof Evidence, 'nearer'>, number> {
  base: number;
  nearer?: number;
}

const byWords: readonly Weights[] = [
  { base: -2.4, score: 1.09, overSecond: 6.23, overThird: 3.09, overLast: 1.68, held: 0.63, sameSource: 0.17 },
  { base: -2.43, score: 1.22, overSecond: 1.25, overThird: 4.96, overLast: 4.33, held: 0.83, sameSource: 0.72 },
  { base: -2.18, score: 1.14, overSecond: 0.81, overThird: 4.02, overLast: 4.84, held: 0.87, sameSource: 0.92 },
];

const byMeaning: readonly Weights[] = [
  {
    base: -1.99,
    score: 0.38,
    overSecond: 6.15,
    overThird: 4.31,
    overLast: -0.43,
    held: 0.84,
    sameSource: 0.52,
    nearer: 0.96,
  },
  {
    base: -2.65,
    score: 1.26,
    overSecond: 1.92,
    overThird: 6.42,
    overLast: 3.05,
    held: 0.67,
    sameSource: 1.01,
    nearer: 0.86,
  },
  {
    base: -2.46,
    score: 2.32,
    overSecond: 1.24,
    overThird: 4.47,
    overLast: 3.24,
    held: 0.27,
    sameSource: 0.9,
    nearer: 1.28,
  },
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

function chanceOf(evidence: Evidence, { base, nearer = 0, ...weights }: Weights): number {
  const names = Object.keys(weights) as Exclude<keyof Evidence, 'nearer'>[];
  const sum = names.reduce((total, name) => total + weights[name] * evidence[name], base);
  return 1 / (1 + Math.exp(-sum - nearer * (evidence.nearer ?? 0)));
}
