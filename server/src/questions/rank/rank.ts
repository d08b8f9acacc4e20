import type { Reading } from '../algebra.ts';
import type { LinkedQuestion } from '../link/link-question.ts';
import { readingOf } from '../propose/candidate.ts';
import type { Outcome } from '../propose/run-answer.ts';
import type { LoadedModel } from './ranking-model.ts';
import { allNames, weighQuestion } from './weigh.ts';

/** A reading with what it gives on the sample. */
export interface RankedReading {
  reading: Reading;
  outcome: Outcome;
  /** How likely it is right, from 0 to 1. */
  probability: number;
}

/** Returns the likeliest readings of a question with different outcomes, the best first; none where nothing fits. */
export function rankReadings(question: LinkedQuestion, model: LoadedModel, most: number): RankedReading[] {
  const { candidates, outcomes, features } = weighQuestion(question, model.weights);
  const scores = new Float64Array(candidates.length);
  model.scoreRows(features, candidates.length, scores);
  const order = [...scores.keys()].sort((one, other) => scores[other] - scores[one]);
  const keys = outcomes.map((outcome, at) => (question.table.isWhole ? outcome.map(String).join('\n') : String(at)));
  const apart: number[] = [];
  for (const at of order) {
    if (apart.length === most) break;
    if (!apart.some((other) => keys[other] === keys[at])) apart.push(at);
  }
  const votes = allNames.indexOf('votes');
  return apart.map((at) => {
    const rival = order.find((other) => keys[other] !== keys[at]);
    const basis = basisOf(
      scores[at],
      rival === undefined ? undefined : scores[rival],
      features[at * allNames.length + votes],
    );
    return {
      reading: readingOf(candidates[at]),
      outcome: outcomes[at],
      probability: calibrated(basis, model.calibration),
    };
  });
}

/** What decides how likely the best reading is right: its score, its lead over other outcomes, and their shares. */
export function basisOf(score: number, rival: number | undefined, votes: number): number[] {
  return [1, score, Math.max(-4, Math.min(6, score - (rival ?? score - 6))), votes];
}

export function calibrated(basis: readonly number[], weights: readonly number[]): number {
  return 1 / (1 + Math.exp(-basis.reduce((sum, one, at) => sum + one * weights[at], 0)));
}
