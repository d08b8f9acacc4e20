import { type Calibration, calibrate } from '../bounds/calibration.ts';
import { type ClassParts, calibratePart } from '../bounds/class-parts.ts';
import { askedFor } from '../bounds/coverages.ts';
import { isOfFew } from '../bounds/few-errors.ts';
import { boundRows, type FittedBounds } from '../bounds/fitted-bounds.ts';
import { type BoundReader, createBoundReader } from '../bounds/local.ts';
import { bringInto, limitBounds, type Support } from '../bounds/support.ts';
import { isKnown, type KnownRows } from '../known-rows/known-rows.ts';
import { likeliest } from '../metrics/metrics.ts';
import type { Predictions, PredictOptions } from '../model.ts';
import { rowsAt } from '../numerics/rows-at.ts';
import { copyPredictions, emptyPredictions } from './merge-answers.ts';
import type { RangeLimits } from './range-limits.ts';

/** Coverage of bounds where the caller asks for none. */
export const defaultCoverage = 0.9;

interface NumberFinish {
  fitted: FittedBounds;
}

interface ClassFinish {
  calibration: Calibration;
  parts?: ClassParts | null;
}

/** What finishes the answers to rows like known ones, where these are answered better or worse than others. */
interface Known<Own> {
  known?: Own & { rows: KnownRows };
}

/** The step after the blend: bounds for regression, calibration for classes, nothing where no errors are known. */
export type Finish =
  | ({ kind: 'bounds'; support: Support } & NumberFinish & Known<NumberFinish>)
  | ({ kind: 'calibration' } & ClassFinish & Known<ClassFinish>)
  | { kind: 'none' };

/** Turns the scores of a batch (count x outputs, overwritten) into answers. `rows` is count x features. */
export type Answerer = (scores: Float64Array, rows: Float64Array, options: PredictOptions) => Predictions;

/** `classCount` is 0 for regression. With `limits`, answers name the inputs that are out of range and get wider bounds. */
export function createAnswerer(
  finish: Finish,
  featureCount: number,
  classCount: number,
  limits?: RangeLimits,
): Answerer {
  const others = createPlainAnswerer(finish, featureCount, classCount, limits);
  if (finish.kind === 'none' || !finish.known) return others;
  const known = createPlainAnswerer({ ...finish, ...finish.known }, featureCount, classCount, limits);
  return answerApart(finish.known.rows, { known, others }, featureCount, Math.max(1, classCount));
}

/** Answers rows that are like known ones apart from the others. */
function answerApart(
  knownRows: KnownRows,
  answerers: Record<'known' | 'others', Answerer>,
  featureCount: number,
  outputs: number,
): Answerer {
  return (scores, rows, options) => {
    const [known, others]: number[][] = [[], []];
    const count = scores.length / outputs;
    for (let row = 0; row < count; row++) (isKnown(knownRows, rows, row * featureCount) ? known : others).push(row);
    if (known.length === 0) return answerers.others(scores, rows, options);
    if (others.length === 0) return answerers.known(scores, rows, options);
    const answerSome = (answer: Answerer, places: readonly number[]) =>
      answer(rowsAt(scores, places, outputs), rowsAt(rows, places, featureCount), options);
    const first = answerSome(answerers.known, known);
    const joined = emptyPredictions(count, first);
    copyPredictions(first, known, joined);
    copyPredictions(answerSome(answerers.others, others), others, joined);
    return joined;
  };
}

/** Answers all rows alike. */
function createPlainAnswerer(finish: Finish, featureCount: number, classCount: number, limits?: RangeLimits): Answerer {
  if (finish.kind === 'bounds') return answerNumbers(finish, featureCount, limits);
  const answer: Answerer = (scores, rows, options) =>
    finish.kind === 'none'
      ? answerUnproven(scores, classCount, options)
      : answerClasses(finish, { scores, rows, featureCount }, classCount, options);
  if (!limits) return answer;
  return (scores, rows, options) => {
    const answers = answer(scores, rows, options);
    const outOfRange = limits.findAll(rows, featureCount, answers.count);
    return outOfRange ? { ...answers, outOfRange } : answers;
  };
}

function answerNumbers(
  { fitted, support }: Extract<Finish, { kind: 'bounds' }>,
  featureCount: number,
  limits: RangeLimits | undefined,
): Answerer {
  const levelAt = createLevels(fitted);
  return (scores, rows, { quantile = defaultCoverage }) => {
    const level = levelAt(quantile);
    const bounds = boundRows(fitted, level.read, scores, rows, featureCount);
    const outOfRange = limits?.findAll(rows, featureCount, scores.length);
    if (limits && outOfRange)
      for (const row of outOfRange.keys()) widen(bounds, scores, row, limits.widening(rows, row * featureCount));
    keepPossible(support, scores, bounds);
    const confidence = new Float64Array(scores.length).fill(level.confidence);
    return { count: scores.length, values: scores, ...bounds, confidence, probabilities: null, outOfRange };
  };
}

type BoundsOfRows = ReturnType<typeof boundRows>;

function widen({ lower, upper }: BoundsOfRows, predictions: Float64Array, row: number, times: number): void {
  lower[row] = predictions[row] - times * (predictions[row] - lower[row]);
  upper[row] = predictions[row] + times * (upper[row] - predictions[row]);
}

/** Clamps predictions and their bounds to the support of the target. */
function keepPossible(support: Support, predictions: Float64Array, { lower, upper }: BoundsOfRows): void {
  const bounds = { lower: 0, upper: 0 };
  for (let row = 0; row < predictions.length; row++) {
    predictions[row] = bringInto(support, predictions[row]);
    bounds.lower = lower[row];
    bounds.upper = upper[row];
    limitBounds(support, predictions[row], bounds);
    lower[row] = bounds.lower;
    upper[row] = bounds.upper;
  }
}

/** Returns a function that prepares bounds of a coverage. Most callers ask for one only, so the last one is kept. */
export function createLevels(fitted: FittedBounds): (coverage: number) => Level {
  let level = levelOf(fitted, defaultCoverage);
  return (coverage) => {
    if (level.coverage !== coverage) level = levelOf(fitted, coverage);
    return level;
  };
}

/** Bounds of one coverage, and the confidence that may be said of them. */
interface Level {
  coverage: number;
  confidence: number;
  read: BoundReader;
}

/**
 * The errors of n rows support at most the confidence (n - 1) / (n + 1): the next error lies between their extremes.
 * Student's distribution, which is used for few pieces of evidence, knows no such limit.
 */
function levelOf({ knots, coverages }: FittedBounds, coverage: number): Level {
  const { rowCount } = knots[0].bounds;
  const most = isOfFew(knots[0].bounds) ? 1 : Math.round((1000 * (rowCount - 1)) / (rowCount + 1)) / 1000;
  const confidence = Math.min(coverage, most);
  return { coverage, read: createBoundReader(knots, askedFor(coverages, coverage)), confidence };
}

/** A batch of encoded rows (count x features) with their scores. */
interface Scored {
  scores: Float64Array;
  rows: Float64Array;
  featureCount: number;
}

/** Classes: calibrated probabilities, and the likeliest class or, of two classes, the one that the threshold chooses. */
function answerClasses(
  { calibration, parts }: Extract<Finish, { kind: 'calibration' }>,
  { scores: probabilities, rows, featureCount }: Scored,
  classCount: number,
  options: PredictOptions,
): Predictions {
  for (let start = 0; start < probabilities.length; start += classCount)
    calibrate(calibration, probabilities, start, classCount);
  if (parts)
    for (let row = 0; row * classCount < probabilities.length; row++)
      calibratePart(parts, rows[row * featureCount + parts.slot], probabilities, row * classCount, classCount);
  const values = chooseClasses(probabilities, classCount, options, calibration.weights);
  const confidence = values.map((value, row) => probabilities[row * classCount + value]);
  return { count: values.length, values, lower: null, upper: null, confidence, probabilities };
}

function chooseClasses(
  probabilities: Float64Array,
  classCount: number,
  { threshold }: PredictOptions,
  weights: readonly number[] | null = null,
): Float64Array {
  const values = new Float64Array(probabilities.length / classCount);
  const byThreshold = classCount === 2 ? threshold : undefined;
  for (let row = 0; row < values.length; row++) {
    const start = row * classCount;
    values[row] =
      byThreshold === undefined
        ? likeliest(probabilities, start, classCount, weights)
        : Number(probabilities[start + 1] >= byThreshold);
  }
  return values;
}

/** A model without validation errors has no bounds and no confidence. `classCount` is 0 for numbers. */
function answerUnproven(scores: Float64Array, classCount: number, options: PredictOptions): Predictions {
  const values = classCount === 0 ? scores : chooseClasses(scores, classCount, options);
  const count = values.length;
  const confidence = new Float64Array(count).fill(Number.NaN);
  return { count, values, lower: null, upper: null, confidence, probabilities: classCount === 0 ? null : scores };
}
