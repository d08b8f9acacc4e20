import { createAnswerer } from '../answers/answerer.ts';
import type { RangeLimits } from '../answers/range-limits.ts';
import type { Calibration } from '../bounds/calibration.ts';
import type { Support } from '../bounds/support.ts';
import type { Feature } from '../encoding/feature.ts';
import type { Predictions, PredictOptions } from '../model.ts';
import type { ReferenceRows } from '../reference-rows/reference-rows.ts';
import { completionFeatures, createCompleter } from './completions.ts';
import { type FinishWithBounds, finishNumbers } from './finish-numbers.ts';
import { bandOf, type IncompleteAnswers, scaleOf } from './incomplete-answers.ts';
import { measureSimilarity } from './similarity.ts';
import { featuresByInput, widenedWidth, widenRow } from './widened.ts';

export interface Answering {
  answers: IncompleteAnswers;
  reference: ReferenceRows;
  features: readonly Feature[];
  limits: RangeLimits;
  /** The support of the target. */
  support: Support;
  /** 0 for regression. */
  classCount: number;
  /** Scores complete encoded rows. */
  score(rows: Float64Array, count: number, out: Float64Array): void;
}

/** Answers one encoded row at place `index`; sets the features of its unknown inputs to NaN. */
export type IncompleteAnswerer = (
  row: Float64Array,
  unknown: readonly number[],
  options: PredictOptions,
  into: Predictions,
  index: number,
) => void;

/** It keeps the room that a row needs, so it answers one row at a time. */
export function createIncompleteAnswerer(answering: Answering): IncompleteAnswerer {
  const { answers, reference, features, classCount, score } = answering;
  const { donorCount, nearness, inputWeights, finish } = answers;
  const outputs = Math.max(1, classCount);
  const similarity = measureSimilarity(features, reference, inputWeights);
  const complete = createCompleter({ reference, similarity, donorCount, nearness, outputs, score });
  const byInput = featuresByInput(features, inputWeights.length);
  const wide = widenedWidth(features.length, inputWeights.length, outputs);
  /** Bounds read the prediction behind the features of the row. */
  const widened = new Float64Array(wide + 1);
  const answer =
    finish.kind === 'bounds'
      ? answerNumber(answering, finish, wide)
      : answerClass(answering, finish.calibrations, wide);
  return (row, unknown, options, into, index) => {
    for (const input of unknown) for (const feature of byInput[input]) row[feature] = Number.NaN;
    widenRow(row, unknown, byInput, complete, widened, 0);
    answer(widened, unknown, options, into, index);
  };
}

/** Adds the correction to the mean of the completions, and bounds. `wide` is the number of features. */
function answerNumber(
  { answers, limits, support }: Answering,
  finish: FinishWithBounds,
  wide: number,
): IncompleteAnswerer {
  const { correction, usualError, inputWeights } = answers;
  const place = finishNumbers(finish, { inputWeights, wide, limits, support });
  const correctionOf = new Float64Array(1);
  const mean = wide - completionFeatures(1);
  return (widened, unknown, options, into, index) => {
    const unit = scaleOf(widened[wide - 1], usualError);
    correction.score(widened, 1, correctionOf);
    place({ widened, unknown, unit, prediction: widened[mean] + unit * correctionOf[0] }, options, into, index);
  };
}

/** Mixes the probabilities of the completions with those of the correction, and calibrates them. */
function answerClass(
  { answers, classCount }: Answering,
  calibrations: readonly Calibration[],
  wide: number,
): IncompleteAnswerer {
  const { correction, share, inputWeights } = answers;
  const answerers = calibrations.map((calibration) =>
    createAnswerer({ kind: 'calibration', calibration }, wide, classCount),
  );
  const first = wide - completionFeatures(classCount);
  return (widened, unknown, options, into, index) => {
    const scores = new Float64Array(classCount);
    correction.score(widened, 1, scores);
    for (let output = 0; output < classCount; output++)
      scores[output] = share * scores[output] + (1 - share) * widened[first + output];
    const band = bandOf(unknown.length, inputWeights.length, answerers.length);
    const { values, confidence, probabilities } = answerers[band](scores, widened, options);
    into.values[index] = values[0];
    into.confidence[index] = confidence[0];
    into.probabilities?.set(probabilities!, index * classCount);
  };
}
