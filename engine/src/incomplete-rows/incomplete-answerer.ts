import { createAnswerer } from '../answers/answerer.ts';
import type { RangeLimits } from '../answers/range-limits.ts';
import type { Calibration } from '../bounds/calibration.ts';
import type { Support } from '../bounds/support.ts';
import type { Feature } from '../encoding/feature.ts';
import type { Predictions, PredictOptions } from '../model.ts';
import { once } from '../once.ts';
import type { ReferenceRows } from '../reference-rows/reference-rows.ts';
import {
  type Completer,
  completionFeatures,
  createCompleter,
  createFiller,
  createJointCompleter,
} from './completions.ts';
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

/** An encoded row, its unknown inputs, and its place in the answers. */
export interface IncompleteRow {
  row: Float64Array;
  unknown: readonly number[];
  index: number;
}

/** Answers encoded rows; sets the features of their unknown inputs to NaN. */
export type IncompleteAnswerer = (rows: readonly IncompleteRow[], options: PredictOptions, into: Predictions) => void;

/** Rows from which on their completions are scored together. */
const fewestTogether = 8;

/** It keeps the room that rows need, so it answers one request at a time. */
export function createIncompleteAnswerer(answering: Answering): IncompleteAnswerer {
  const { answers, reference, features, classCount, score } = answering;
  const { donorCount, nearness, inputWeights, finish } = answers;
  const outputs = Math.max(1, classCount);
  const similarity = measureSimilarity(features, reference, inputWeights);
  const completing = { reference, similarity, donorCount, nearness, outputs, score };
  const fill = createFiller(completing);
  const complete = createCompleter(completing, fill);
  const together = once(() => {
    const joint = createJointCompleter(completing, fill);
    return { joint, all: new Float64Array(joint.most * wide), corrections: new Float64Array(joint.most * outputs) };
  });
  const byInput = featuresByInput(features, inputWeights.length);
  const wide = widenedWidth(features.length, inputWeights.length, outputs);
  /** Bounds read the prediction behind the features of the row. */
  const widened = new Float64Array(wide + 1);
  const correctionOf = new Float64Array(outputs);
  const finishRow =
    finish.kind === 'bounds'
      ? answerNumber(answering, finish, wide)
      : answerClass(answering, finish.calibrations, wide);
  const widen = ({ row, unknown }: IncompleteRow, completer: Completer, out: Float64Array, start: number) => {
    for (const input of unknown) for (const feature of byInput[input]) row[feature] = Number.NaN;
    widenRow(row, unknown, byInput, completer, out, start);
  };
  const answerOne = (asked: IncompleteRow, options: PredictOptions, into: Predictions) => {
    widen(asked, complete, widened, 0);
    answers.correction.score(widened, 1, correctionOf);
    finishRow({ widened, corrections: correctionOf, first: 0, asked }, options, into);
  };
  const answerTogether = (rows: readonly IncompleteRow[], options: PredictOptions, into: Predictions) => {
    const { joint, all, corrections } = together();
    for (let start = 0; start < rows.length; start += joint.most) {
      const some = rows.slice(start, start + joint.most);
      for (const [place, asked] of some.entries()) widen(asked, joint.complete, all, place * wide);
      joint.finish();
      answers.correction.score(all, some.length, corrections);
      for (const [place, asked] of some.entries()) {
        widened.set(all.subarray(place * wide, (place + 1) * wide));
        finishRow({ widened, corrections, first: place * outputs, asked }, options, into);
      }
    }
  };
  return (rows, options, into) => {
    if (rows.length >= fewestTogether) answerTogether(rows, options, into);
    else for (const asked of rows) answerOne(asked, options, into);
  };
}

/** A row with the features of its completions, and where its corrections begin. */
interface CorrectedRow {
  widened: Float64Array;
  corrections: Float64Array;
  first: number;
  asked: IncompleteRow;
}

type FinishRow = (corrected: CorrectedRow, options: PredictOptions, into: Predictions) => void;

/** Adds the correction to the mean of the completions, and bounds. `wide` is the number of features. */
function answerNumber({ answers, limits, support }: Answering, finish: FinishWithBounds, wide: number): FinishRow {
  const { usualError, inputWeights } = answers;
  const place = finishNumbers(finish, { inputWeights, wide, limits, support });
  const mean = wide - completionFeatures(1);
  return ({ widened, corrections, first, asked: { unknown, index } }, options, into) => {
    const unit = scaleOf(widened[wide - 1], usualError);
    place({ widened, unknown, unit, prediction: widened[mean] + unit * corrections[first] }, options, into, index);
  };
}

/** Mixes the probabilities of the completions with those of the correction, and calibrates them. */
function answerClass(
  { answers, classCount }: Answering,
  calibrations: readonly Calibration[],
  wide: number,
): FinishRow {
  const { share, inputWeights } = answers;
  const answerers = calibrations.map((calibration) =>
    createAnswerer({ kind: 'calibration', calibration }, wide, classCount),
  );
  const mean = wide - completionFeatures(classCount);
  return ({ widened, corrections, first, asked: { unknown, index } }, options, into) => {
    const scores = corrections.slice(first, first + classCount);
    for (let output = 0; output < classCount; output++)
      scores[output] = share * scores[output] + (1 - share) * widened[mean + output];
    const band = bandOf(unknown.length, inputWeights.length, answerers.length);
    const { values, confidence, probabilities } = answerers[band](scores, widened, options);
    into.values[index] = values[0];
    into.confidence[index] = confidence[0];
    into.probabilities?.set(probabilities!, index * classCount);
  };
}
