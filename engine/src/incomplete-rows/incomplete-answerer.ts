import { createAnswerer, defaultCoverage } from '../answers/answerer.ts';
import type { RangeLimits } from '../answers/range-limits.ts';
import { anywhere, bringInto, limitBounds, type Support } from '../bounds/support.ts';
import type { Feature } from '../encoding/feature.ts';
import type { Predictions, PredictOptions } from '../model.ts';
import type { ReferenceRows } from '../reference-rows/reference-rows.ts';
import { completionFeatures, createCompleter } from './completions.ts';
import { bandOf, type IncompleteAnswers, scaleOf } from './incomplete-answers.ts';
import { createReachReader, reachCoverage } from './pattern-reach.ts';
import { measureSimilarity, weightOf } from './similarity.ts';
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

export function createIncompleteAnswerer(answering: Answering): IncompleteAnswerer {
  const { answers, reference, features, classCount, limits, support, score } = answering;
  const { correction, share, usualError, finish, donorCount, nearness, inputWeights } = answers;
  const inputCount = inputWeights.length;
  const outputs = Math.max(1, classCount);
  const width = features.length;
  const similarity = measureSimilarity(features, reference, inputWeights);
  const complete = createCompleter({ reference, similarity, donorCount, nearness, outputs, score });
  const byInput = featuresByInput(features, inputCount);
  const wide = widenedWidth(width, inputCount, outputs);
  const firstCompletion = wide - completionFeatures(outputs);
  const finishes =
    finish.kind === 'bounds'
      ? [{ ...finish, support: anywhere }]
      : finish.calibrations.map((calibration) => ({ kind: 'calibration' as const, calibration }));
  const reachOf = finish.kind === 'bounds' ? createReachReader(finish.reach, inputWeights.map(weightOf)) : undefined;
  const answerers = finishes.map((one) => createAnswerer(one, wide, classCount, limits));
  return (row, unknown, options, into, index) => {
    for (const input of unknown) for (const feature of byInput[input]) row[feature] = Number.NaN;
    const widened = new Float64Array(wide);
    widenRow(row, unknown, byInput, complete, widened, 0);
    const scores = new Float64Array(outputs);
    const unit = scaleOf(widened[wide - 1], usualError);
    correction.score(widened, 1, scores);
    for (let output = 0; output < outputs; output++) {
      const predicted = widened[firstCompletion + output];
      scores[output] =
        classCount === 0 ? predicted + unit * scores[output] : share * scores[output] + (1 - share) * predicted;
    }
    const band = bandOf(unknown.length, inputCount, answerers.length);
    const { quantile = defaultCoverage } = options;
    const reach = reachOf?.(unknown, quantile);
    const answer = answerers[band](scores, widened, reach === undefined ? options : { quantile: reachCoverage });
    if (reachOf) stretchBounds(answer, unit * (reach ?? reachOf(unknown, reachCoverage) ?? 1), support);
    if (reach !== undefined) promise(answer, quantile);
    copyAnswer(answer, into, index);
  };
}

/** Scales bounds by the row's unit, then clamps everything to the target's support. */
function stretchBounds({ values, lower, upper }: Predictions, unit: number, support: Support): void {
  if (!lower || !upper) return;
  const bounds = { lower: values[0] + unit * (lower[0] - values[0]), upper: values[0] + unit * (upper[0] - values[0]) };
  values[0] = bringInto(support, values[0]);
  limitBounds(support, values[0], bounds);
  lower[0] = bounds.lower;
  upper[0] = bounds.upper;
}

/** Says the asked coverage, unless errors were too few for the one that bounds were made at. */
function promise({ confidence }: Predictions, coverage: number): void {
  confidence[0] = confidence[0] < reachCoverage ? Math.min(coverage, confidence[0]) : coverage;
}

function copyAnswer(from: Predictions, into: Predictions, index: number): void {
  into.values[index] = from.values[0];
  into.confidence[index] = from.confidence[0];
  if (from.lower && into.lower) into.lower[index] = from.lower[0];
  if (from.upper && into.upper) into.upper[index] = from.upper[0];
  if (from.probabilities && into.probabilities)
    into.probabilities.set(from.probabilities, index * from.probabilities.length);
}
