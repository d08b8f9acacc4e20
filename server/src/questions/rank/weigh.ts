import type { Answer } from '../algebra.ts';
import type { LinkedQuestion } from '../link/linked-question.ts';
import type { Candidate } from '../propose/candidate.ts';
import { operations } from '../propose/parts.ts';
import { propose } from '../propose/propose.ts';
import { type Outcome, runAnswer } from '../propose/run-answer.ts';
import { askedOf, featureNames, writeFeatures } from './features.ts';
import { placesOf, scoreParts } from './grams.ts';

/** Weights of a log-linear model, whose scores are features of the trees. */
export interface Weights {
  /** Of pairs of parts and words, by hash; multiplied by `unit`. */
  words: Float32Array | Int8Array;
  unit: number;
  /** Of features, which are centred and scaled first; what does not apply counts nothing. */
  features: Float64Array;
  means: Float64Array;
  scales: Float64Array;
}

/** What the weights say of a candidate, after the features of `features.ts`. */
export const weighedNames = ['words of operations', 'words of fields', 'linear', 'behind', 'votes', 'place'] as const;

export const allNames: readonly string[] = [...featureNames, ...weighedNames];

const width = featureNames.length;

/** Candidates with their outcomes on the sample, the likeliest by weights first, and all features of each. */
export interface Weighed {
  candidates: readonly Candidate[];
  outcomes: readonly Outcome[];
  /** Candidates x features. */
  features: Float64Array;
}

const mostProposed = 600;
const mostRanked = 45;

/** Proposes readings and keeps those that the weights find likeliest. */
export function weighQuestion(question: LinkedQuestion, weights: Weights): Weighed {
  const scores = scoreParts(placesOf(question), weights.words, weights.unit);
  const proposed = propose(question, (part) => scores[part], mostProposed).map((candidate) => ({
    candidate,
    outcome: runAnswer(candidate, question.table),
  }));
  const possible = question.table.isWhole ? proposed.filter(({ outcome }) => outcome.length > 0) : proposed;
  const asked = askedOf(question);
  const features = new Float64Array(possible.length * width);
  const linear = possible.map(({ candidate, outcome }, at) => {
    writeFeatures(asked, candidate, outcome, features, at * width);
    return scoreOf(candidate, scores) + linearOf(features, at * width, weights);
  });
  const order = linear.map((_, at) => at).sort((one, other) => linear[other] - linear[one]);
  const votes = votesOf(
    possible.map((one, at) => keyOf(one, at, question.table.isWhole)),
    linear,
  );
  const kept = order.slice(0, mostRanked);
  const all = new Float64Array(kept.length * allNames.length);
  for (const [place, at] of kept.entries()) {
    const { candidate } = possible[at];
    const own = features.subarray(at * width, (at + 1) * width);
    const ofOperations = candidate.parts.reduce((sum, part) => sum + (part < operations.length ? scores[part] : 0), 0);
    const ofFields = scoreOf(candidate, scores) - ofOperations;
    all.set(
      [...own, ofOperations, ofFields, linear[at], linear[at] - linear[order[0]], votes[at], place],
      place * allNames.length,
    );
  }
  return {
    candidates: kept.map((at) => possible[at].candidate),
    outcomes: kept.map((at) => possible[at].outcome),
    features: all,
  };
}

function scoreOf({ parts }: Candidate, scores: Float64Array): number {
  return parts.reduce((sum, part) => sum + scores[part], 0);
}

/** Returns the part of the linear score that features make. */
export function linearOf(
  features: ArrayLike<number>,
  start: number,
  { features: weights, means, scales }: Weights,
): number {
  let sum = 0;
  for (let at = 0; at < width; at += 1) {
    const value = (features[start + at] - means[at]) / scales[at];
    if (!Number.isNaN(value)) sum += weights[at] * Math.max(-4, Math.min(4, value));
  }
  return sum;
}

/**
 * The same for candidates with the same outcome. On a sample of a large table outcomes are alike by chance, so there it
 * is the same for those that ask the same of the same rows; where the sample holds none, nothing is known.
 */
function keyOf(
  { candidate, outcome }: { candidate: Candidate; outcome: Outcome },
  at: number,
  isWhole: boolean,
): string {
  if (!isWhole && candidate.rows.found.length === 0) return `candidate ${at}`;
  if (!isWhole) return `${keyOfAnswer(candidate.answer)} ${candidate.rows.found.join()}`;
  return outcome.slice(0, 20).map(String).sort().join('\n');
}

function keyOfAnswer(answer: Answer): string {
  return JSON.stringify(answer, (name, value) => (name === 'column' ? value.name : value));
}

/** The likelihood of all candidates with the same outcome. */
function votesOf(keys: readonly string[], linear: readonly number[]): number[] {
  const top = linear.reduce((most, one) => Math.max(most, one), Number.NEGATIVE_INFINITY);
  const mass = new Map<string, number>();
  let total = 0;
  for (const [at, key] of keys.entries()) {
    const own = Math.exp(linear[at] - top);
    mass.set(key, (mass.get(key) ?? 0) + own);
    total += own;
  }
  return keys.map((key) => (mass.get(key) as number) / total);
}
