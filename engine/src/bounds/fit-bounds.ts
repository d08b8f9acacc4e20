import type { Encoded } from '../encoding/frame.ts';
import { boostingCandidate } from '../learners/boosting/boosting-candidate.ts';
import type { Split } from '../learners/contract.ts';
import { rowNumbers } from '../random.ts';
import { dealGroups } from '../splits/deal-groups.ts';
import type { RowSplit } from '../splits/folds.ts';
import { type Coverages, fitCoverages, type LearningStep, noCoverages, type ScaledRows } from './coverages.ts';
import { type FittedBounds, placeBounds } from './fitted-bounds.ts';
import { fitHorizon, sizeAhead, type TimeAhead } from './horizon.ts';
import { collectLocalBounds, createBoundReader, type Knot } from './local.ts';
import { anywhere, endsOf, type Support } from './support.ts';

/** Validation predictions and errors (truth minus prediction) of each row, NaN where there was none. */
export interface ValidationErrors {
  predictions: Float64Array;
  errors: Float64Array;
}

export interface BoundsInput extends ValidationErrors {
  encoded: Encoded;
  /** Rows of one group count as one piece of evidence; without groups each row counts. */
  group?: Int32Array;
  /** The true value of each row, and the possible ones; needed where bounds are to reach the ends of these. */
  truth?: { values: Float64Array; support: Support };
  /** The times of rows that were held out forward: bounds are scaled by these alone. */
  time?: TimeAhead;
  /** Scales bounds by the size model even where that makes them no narrower, so that they hold for every kind of row. */
  isScaled?: boolean;
  /** How errors shrink as rows are added (see `LearningStep`); NaN for rows that were not tried. */
  learning?: Record<'raced' | 'most' | 'fewer', ValidationErrors> & { reach: number };
  seed: number;
  deadline: number;
  pause(): Promise<void>;
}

const judgedCoverage = 0.9;
/** Bounds must become narrower by about this share to justify a size model. */
const leastGain = 0.02;
/** With fewer errors no size model is fitted. */
const fewestRows = 100;
/** Fewer rows do not show how errors shrink. */
const fewestTried = 10;
/** More rows than this hardly improve the size model. */
const mostRows = 50_000;

/** Bounds with the rows and scales they come from. */
export interface BoundsFit {
  fitted: FittedBounds;
  /** Rows with a known error, and the scales that fits without the row gave it. */
  rows: Int32Array;
  scales: Float64Array;
  /** Rows that count as one piece of evidence. */
  repeats: number;
}

/** Fits bounds on validation errors with and without a size model, and keeps the narrower ones. */
export async function fitBounds(input: BoundsInput): Promise<BoundsFit> {
  const rows = Int32Array.from(input.errors.keys()).filter((row) => !Number.isNaN(input.errors[row]));
  const { predictions, errors } = pick(input, rows);
  const even = new Float64Array(rows.length).fill(1);
  const repeats = rowsPerGroup(input.group, rows);
  const ends = pickEnds(input, rows);
  if (input.time) return boundForward(input.time, rows, { predictions, errors }, repeats);
  const plainKnots = collectLocalBounds(predictions, errors, repeats, ends);
  const plain = (): BoundsFit => {
    const coverages = coversOf(input, rows, plainKnots, even);
    return {
      fitted: { knots: plainKnots, spread: null, floor: 1, coverages, horizon: null },
      rows,
      scales: even,
      repeats,
    };
  };
  const support = input.truth?.support ?? anywhere;
  const meanSize = errors.reduce((sum, error) => sum + Math.abs(error), 0) / errors.length;
  const isLate = () => !input.isScaled && performance.now() > input.deadline;
  if (rows.length < fewestRows || !(meanSize > support.resolution) || isLate()) return plain();
  const floor = meanSize / 20;
  const { sizes, refit } = await learnSizes(input, rows, floor);
  if (isLate()) return plain();
  const scales = Float64Array.from(rows, (row) => Math.max(sizes[row], floor));
  const knots = collectLocalBounds(
    predictions,
    errors.map((error, index) => error / scales[index]),
    repeats,
    ends,
  );
  const unscaled = meanLogWidth(plainKnots, predictions, support, () => 1);
  const isNarrower = meanLogWidth(knots, predictions, support, (index) => scales[index]) < unscaled - leastGain;
  if (!isNarrower && !input.isScaled) return plain();
  const coverages = coversOf(input, rows, knots, scales);
  return { fitted: { knots, spread: await refit(), floor, coverages, horizon: null }, rows, scales, repeats };
}

/** Bounds errors that were held out forward, by their size along the time ahead. */
function boundForward(
  time: TimeAhead,
  rows: Int32Array,
  { predictions, errors }: ValidationErrors,
  rowsPerGroup: number,
): BoundsFit {
  const { horizon, independent } = fitHorizon(time, rows, errors, rows.length / rowsPerGroup);
  const scales = Float64Array.from(rows, (row) => sizeAhead(horizon, time.ahead[row]));
  const scaled = errors.map((error, place) => error / scales[place]);
  const repeats = rows.length / independent;
  const knots = collectLocalBounds(predictions, scaled, repeats);
  return { fitted: { knots, spread: null, floor: 1, coverages: noCoverages, horizon }, rows, scales, repeats };
}

/** Mean number of rows in a group; a group is one piece of evidence. */
export function rowsPerGroup(group: Int32Array | undefined, rows: Int32Array): number {
  return group ? rows.length / new Set(rows.map((row) => group[row])).size : 1;
}

export function pick({ predictions, errors }: ValidationErrors, rows: Int32Array): ValidationErrors {
  const at = (values: Float64Array) => Float64Array.from(rows, (row) => values[row]);
  return { predictions: at(predictions), errors: at(errors) };
}

/**
 * Returns at which end of the possible values the truth of each row is (see `endsOf`). A row whose end was predicted
 * exactly does not tell that others may end there.
 */
export function pickEnds({ truth, errors }: BoundsInput, rows: Int32Array): Int8Array | undefined {
  if (!truth) return undefined;
  const { values, support } = truth;
  return endsOf(
    support,
    Float64Array.from(rows, (row) => (errors[row] === 0 ? Number.NaN : values[row])),
  );
}

/** `scales` are those of `rows`. */
function coversOf(input: BoundsInput, rows: Int32Array, knots: readonly Knot[], scales: Float64Array): Coverages {
  return fitCoverages(knots, { ...pick(input, rows), scales }, learningStep(input, rows, scales));
}

/** Restricted to the rows on which fits with fewer rows were tried. */
export function learningStep(
  { learning, group }: Pick<BoundsInput, 'learning' | 'group'>,
  rows: Int32Array,
  scales: Float64Array,
): LearningStep | undefined {
  if (!learning) return undefined;
  const { raced, most, fewer, reach } = learning;
  const places = rows.map((_, place) => place).filter((place) => !Number.isNaN(fewer.errors[rows[place]]));
  if (places.length < fewestTried) return undefined;
  const tried = places.map((place) => rows[place]);
  const own = Float64Array.from(places, (place) => scales[place]);
  const scaled = (some: ValidationErrors): ScaledRows => ({ ...pick(some, tried), scales: own });
  return {
    raced: scaled(raced),
    most: scaled(most),
    fewer: scaled(fewer),
    reach,
    rowsPerGroup: rowsPerGroup(group, tried),
  };
}

/** Averages logarithms, so that narrow bounds count as much as wide ones. */
function meanLogWidth(
  knots: readonly Knot[],
  predictions: Float64Array,
  support: Support,
  scaleOf: (index: number) => number,
): number {
  const read = createBoundReader(knots, judgedCoverage);
  const bounds = { lower: 0, upper: 0 };
  return predictions.reduce((sum, prediction, index) => {
    placeBounds(read, prediction, scaleOf(index), bounds);
    const lower = Number.isFinite(bounds.lower) ? bounds.lower : support.low;
    const upper = Number.isFinite(bounds.upper) ? bounds.upper : support.high;
    const width = upper - lower;
    return sum + Math.log(Math.max(width, Number.MIN_VALUE)) / predictions.length;
  }, 0);
}

/** Fits of the size model: five folds and the one that is served. */
const sizeFits = 6;

/** Learns |error| from the inputs and the prediction. The returned sizes come from fits that did not see the row. */
async function learnSizes(input: BoundsInput, rows: Int32Array, floor: number) {
  const { encoded, predictions, seed, deadline, pause } = input;
  const name = 'prediction';
  const widened: Encoded = {
    features: [...encoded.features, { name, input: -1, categories: 0 }],
    columns: [...encoded.columns, predictions],
    encoders: encoded.encoders,
  };
  const values = input.errors.map((error) => (Number.isNaN(error) ? 0 : Math.log(Math.max(Math.abs(error), floor))));
  const labels = { task: 'regression' as const, values, classCount: 0, loss: 'squared' as const };
  const minRowsPerLeaf = Math.max(20, Math.round(Math.min(rows.length, mostRows) / 100));
  const settings = { rounds: 150, learningRate: 0.05, maxLeaves: 8, minRowsPerLeaf, l2: 5 };
  const run = boostingCandidate(name, settings, 15).start();
  const now = performance.now();
  const splits: Split[] = dealRows(input, rows).map((rowSplit, index) => ({
    encoded: widened,
    labels,
    ...rowSplit,
    seed,
    // The others are paced by the first.
    deadline: index === 0 ? now + (deadline - now) / sizeFits : Number.POSITIVE_INFINITY,
    pause,
  }));
  for (const split of splits) await run.add(split);
  const result = run.result();
  const sizes = new Float64Array(values.length);
  for (const [splitIndex, split] of splits.entries())
    for (const [index, row] of split.validation.entries()) sizes[row] = Math.exp(result.predictions[splitIndex][index]);
  const whole = { ...splits[0], train: thinOut(rows), validation: new Int32Array(0) };
  return { sizes, refit: () => result.refit({ ...whole, deadline: Number.POSITIVE_INFINITY }) };
}

/** Evenly spaced rows of very many. */
function thinOut(rows: Int32Array): Int32Array {
  const step = Math.ceil(rows.length / mostRows);
  return step <= 1 ? rows : rows.filter((_, index) => index % step === 0);
}

/** Deals the rows with a known error into five folds. */
function dealRows({ group, errors, seed }: BoundsInput, rows: Int32Array): RowSplit[] {
  const foldOf = dealGroups(group ?? rowNumbers(errors.length), rows, 5, seed);
  return Array.from({ length: 5 }, (_, fold) => ({
    train: thinOut(rows.filter((__, place) => foldOf[place] !== fold)),
    validation: rows.filter((__, place) => foldOf[place] === fold),
  })).filter(({ train, validation }) => train.length > 0 && validation.length > 0);
}
