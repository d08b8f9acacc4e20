import type { Encoded } from '../encoding/frame.ts';
import { boostingCandidate } from '../learners/boosting/boosting-candidate.ts';
import type { Sample } from '../learners/contract.ts';
import { rowNumbers } from '../random.ts';
import { dealGroups } from '../splits/deal-groups.ts';
import type { Split } from '../splits/folds.ts';
import { type Coverages, fitCoverages, type LearningStep, type ScaledRows } from './coverages.ts';
import type { FittedBounds } from './fitted-bounds.ts';
import { collectLocalBounds, createBoundReader, type Knot } from './local.ts';

/** Held-out predictions and errors (truth minus prediction) of each row, NaN where none was held out. */
export interface HeldRows {
  predictions: Float64Array;
  errors: Float64Array;
}

export interface HeldErrors extends HeldRows {
  encoded: Encoded;
  /** Rows with the same number are no evidence of each other; each for itself when absent. */
  group?: Int32Array;
  /** Bounds must hold among rows of every kind, so they are scaled also where that narrows them by nothing. */
  isScaled?: boolean;
  /** How errors shrink as rows are added, see `LearningStep`; NaN for rows that were not tried. */
  learning?: Record<'raced' | 'most' | 'fewer', HeldRows> & { reach: number };
  seed: number;
  deadline: number;
  pause(): Promise<void>;
}

const judgedCoverage = 0.9;
/** Bounds must be narrower by about this share to be worth a model of their own. */
const leastGain = 0.02;
/** Fewer errors teach nothing of their sizes. */
const fewestRows = 100;
/** The sizes of errors are a rough thing: more rows than this teach little. */
const mostRows = 50_000;

/** Bounds, and what they come from. */
export interface BoundsFit {
  fitted: FittedBounds;
  /** Rows whose error is known, with the sizes that fits without them gave their errors. */
  rows: Int32Array;
  scales: Float64Array;
}

/** Fits bounds on held-out errors, with and without a spread, and keeps the narrower kind. */
export async function fitBounds(held: HeldErrors): Promise<BoundsFit> {
  const rows = Int32Array.from(held.errors.keys()).filter((row) => !Number.isNaN(held.errors[row]));
  const { predictions, errors } = pick(held, rows);
  const even = new Float64Array(rows.length).fill(1);
  const repeats = rowsPerGroup(held.group, rows);
  const plainKnots = collectLocalBounds(predictions, errors, repeats);
  const plain = (): BoundsFit => {
    const coverages = coversOf(held, rows, plainKnots, even);
    return { fitted: { knots: plainKnots, spread: null, floor: 1, coverages }, rows, scales: even };
  };
  const meanSize = errors.reduce((sum, error) => sum + Math.abs(error), 0) / errors.length;
  if (rows.length < fewestRows || !(meanSize > 0) || performance.now() > held.deadline) return plain();
  const floor = meanSize / 20;
  const { sizes, refit } = await learnSizes(held, rows, floor);
  if (performance.now() > held.deadline) return plain();
  const scales = Float64Array.from(rows, (row) => Math.max(sizes[row], floor));
  const knots = collectLocalBounds(
    predictions,
    errors.map((error, index) => error / scales[index]),
    repeats,
  );
  const unscaled = meanLogWidth(plainKnots, predictions, () => 1);
  const isNarrower = meanLogWidth(knots, predictions, (index) => scales[index]) < unscaled - leastGain;
  if (!isNarrower && !held.isScaled) return plain();
  const coverages = coversOf(held, rows, knots, scales);
  return { fitted: { knots, spread: await refit(), floor, coverages }, rows, scales };
}

/** How many rows there are to each that is evidence of its own. */
export function rowsPerGroup(group: Int32Array | undefined, rows: Int32Array): number {
  return group ? rows.length / new Set(rows.map((row) => group[row])).size : 1;
}

export function pick({ predictions, errors }: HeldRows, rows: Int32Array): HeldRows {
  const at = (values: Float64Array) => Float64Array.from(rows, (row) => values[row]);
  return { predictions: at(predictions), errors: at(errors) };
}

/** `scales` are those of `rows`. */
function coversOf(held: HeldErrors, rows: Int32Array, knots: readonly Knot[], scales: Float64Array): Coverages {
  return fitCoverages(knots, { ...pick(held, rows), scales }, learningStep(held, rows, scales));
}

/** On the rows that fits on fewer rows were tried on. */
export function learningStep(
  { learning, group }: Pick<HeldErrors, 'learning' | 'group'>,
  rows: Int32Array,
  scales: Float64Array,
): LearningStep | undefined {
  if (!learning) return undefined;
  const { raced, most, fewer, reach } = learning;
  const places = rows.map((_, place) => place).filter((place) => !Number.isNaN(fewer.errors[rows[place]]));
  const tried = places.map((place) => rows[place]);
  const own = Float64Array.from(places, (place) => scales[place]);
  const scaled = (some: HeldRows): ScaledRows => ({ ...pick(some, tried), scales: own });
  return {
    raced: scaled(raced),
    most: scaled(most),
    fewer: scaled(fewer),
    reach,
    rowsPerGroup: rowsPerGroup(group, tried),
  };
}

/** By logarithms, so that narrow bounds count as much as wide ones. */
function meanLogWidth(knots: readonly Knot[], predictions: Float64Array, scaleOf: (index: number) => number): number {
  const read = createBoundReader(knots, judgedCoverage);
  const distances = { below: 0, above: 0 };
  return predictions.reduce((sum, prediction, index) => {
    read(prediction, distances);
    return (
      sum +
      Math.log(Math.max((distances.above - distances.below) * scaleOf(index), Number.MIN_VALUE)) / predictions.length
    );
  }, 0);
}

/** Learns |error| from the inputs and the prediction; the sizes come from fits that did not see the row. */
async function learnSizes(held: HeldErrors, rows: Int32Array, floor: number) {
  const { encoded, predictions, seed, deadline, pause } = held;
  const name = 'prediction';
  const widened: Encoded = {
    features: [...encoded.features, { name, input: -1, categories: 0 }],
    columns: [...encoded.columns, predictions],
    encoders: encoded.encoders,
  };
  const values = held.errors.map((error) => (Number.isNaN(error) ? 0 : Math.log(Math.max(Math.abs(error), floor))));
  const labels = { task: 'regression' as const, values, classCount: 0, loss: 'squared' as const };
  const minRowsPerLeaf = Math.max(20, Math.round(Math.min(rows.length, mostRows) / 100));
  const settings = { rounds: 150, learningRate: 0.05, maxLeaves: 8, minRowsPerLeaf, l2: 5 };
  const run = boostingCandidate(name, settings, 15).start();
  const samples: Sample[] = dealRows(held, rows).map((split) => ({
    encoded: widened,
    labels,
    ...split,
    seed,
    deadline,
    pause,
  }));
  for (const sample of samples) await run.add(sample);
  const settled = run.settle();
  const sizes = new Float64Array(values.length);
  for (const [split, sample] of samples.entries())
    for (const [index, row] of sample.held.entries()) sizes[row] = Math.exp(settled.held[split][index]);
  return { sizes, refit: () => settled.refit({ ...samples[0], train: thinOut(rows), held: new Int32Array(0) }) };
}

/** Evenly spaced rows of very many. */
function thinOut(rows: Int32Array): Int32Array {
  const step = Math.ceil(rows.length / mostRows);
  return step <= 1 ? rows : rows.filter((_, index) => index % step === 0);
}

/** Five folds of the rows whose error is known. */
function dealRows({ group, errors, seed }: HeldErrors, rows: Int32Array): Split[] {
  const foldOf = dealGroups(group ?? rowNumbers(errors.length), rows, 5, seed);
  return Array.from({ length: 5 }, (_, fold) => ({
    train: thinOut(rows.filter((__, place) => foldOf[place] !== fold)),
    held: rows.filter((__, place) => foldOf[place] === fold),
  }));
}
