import { factorise, solveLower, solveUpper } from '../../numerics/cholesky.ts';
import { createRandom, shuffle } from '../../random.ts';
import type { Labels } from '../../target/labels.ts';
import type { Split } from '../contract.ts';
import { type Design, fillRows } from '../design.ts';
import { placeRows } from './fitted-neighbours.ts';
import { compareAll, type Shape } from './similarity.ts';

/** Rows that scales are tried on, those compared with, and those that judge them. */
const [mostFitted, mostLandmarks, mostJudged] = [800, 120, 800];
/** Reaches tried, as multiples of the usual distance of two rows. */
const reaches = [0.25, 0.5, 1, 2];
const kinds = ['smooth', 'rough'] as const;
const penalties = [1e-1, 1e-2, 1e-3, 1e-4];
/** Columns count this many times as much, where that is better by a share of the loss. */
const factors = [2, 0.4];
const wantedGain = 0.003;
/** Number of inputs above which the scale of each takes long to find. */
const mostScaled = 40;

interface Trial {
  fitted: Int32Array;
  judged: Int32Array;
  landmarks: Int32Array;
  /** Truths of the fitted and the judged rows, a column for each set. */
  fittedTruths: Float64Array[];
  judgedTruths: Float64Array[];
}

/**
 * Learns how much each column of the design should count in distances: so that similarities to some of the training rows
 * predict others best (kernel ridge regression). First the reach of similarity is found, then the weight of each input,
 * one after another.
 */
export async function learnScales(split: Split, design: Design): Promise<Float64Array> {
  const trial = drawTrial(split);
  const { columns: matrix } = split.encoded;
  const lossOf = (shape: Shape) => judge(design, matrix, trial, shape);
  const even = new Float64Array(design.columnCount).fill(1);
  if (design.terms.length > mostScaled || trial.judged.length === 0) return even;
  const usual = usualDistance(placeRows(fillRows(design, matrix, trial.landmarks), even), design.columnCount);
  let best = { shape: { kind: 'smooth', reach: usual, columnWeights: even } as Shape, loss: Number.POSITIVE_INFINITY };
  for (const kind of kinds)
    for (const reach of reaches) {
      const shape = { kind, reach: reach * usual, columnWeights: even };
      const loss = lossOf(shape);
      if (loss < best.loss) best = { shape, loss };
    }
  await split.pause();
  return weighInputs(split, design, best, lossOf);
}

async function weighInputs(
  split: Split,
  { terms, columnCount }: Design,
  found: { shape: Shape; loss: number },
  lossOf: (shape: Shape) => number,
): Promise<Float64Array> {
  let { shape, loss } = found;
  const starts = terms.map((term) => (term.kind === 'numeric' ? term.column : Math.min(...term.columns, term.missing)));
  for (const [place, start] of starts.entries()) {
    const end = starts[place + 1] ?? columnCount;
    for (const factor of factors)
      for (let again = 0; again < 2 && performance.now() < split.deadline; again++) {
        const columnWeights = shape.columnWeights.map((weight, column) =>
          column >= start && column < end ? weight * factor : weight,
        );
        const tried = { ...shape, columnWeights };
        const other = lossOf(tried);
        if (other > loss * (1 - wantedGain)) break;
        [shape, loss] = [tried, other];
      }
    await split.pause();
  }
  return shape.columnWeights;
}

function drawTrial({ labels, train, seed }: Split): Trial {
  const drawn = shuffle(train.slice(), createRandom(seed + 17));
  const count = Math.min(mostFitted, Math.ceil(drawn.length * 0.6));
  const fitted = drawn.subarray(0, count);
  const judged = drawn.subarray(count, count + mostJudged);
  return {
    fitted,
    judged,
    landmarks: fitted.subarray(0, mostLandmarks),
    fittedTruths: truthsOf(labels, fitted, fitted),
    judgedTruths: truthsOf(labels, judged, fitted),
  };
}

/** Returns numbers less their mean over the fitted rows, or for each class whether a row is of it, less its share. */
function truthsOf({ values, classCount }: Labels, rows: Int32Array, fitted: Int32Array): Float64Array[] {
  const sets = classCount === 0 ? 1 : classCount === 2 ? 1 : classCount;
  return Array.from({ length: sets }, (_, set) => {
    const label = classCount === 2 ? 1 : set;
    const truthOf = (row: number) => (classCount === 0 ? values[row] : Number(values[row] === label));
    const mean = fitted.reduce((sum, row) => sum + truthOf(row) / fitted.length, 0);
    return Float64Array.from(rows, (row) => truthOf(row) - mean);
  });
}

/** Returns the distance of a point from the middle one, on average. */
function usualDistance(points: Float64Array, width: number): number {
  const count = points.length / width;
  let sum = 0;
  for (let row = 1; row < count; row++) {
    let distance = 0;
    for (let column = 0; column < width; column++)
      distance += (points[row * width + column] - points[(row - 1) * width + column]) ** 2;
    sum += distance / (count - 1);
  }
  return Math.sqrt(sum) || 1;
}

/** Returns the squared error of the judged rows, with the best penalty. */
function judge(design: Design, matrix: readonly Float64Array[], trial: Trial, shape: Shape): number {
  const place = (rows: Int32Array) => placeRows(fillRows(design, matrix, rows), shape.columnWeights);
  const landmarks = place(trial.landmarks);
  const known = trial.landmarks.length;
  const prior = compareAll(landmarks, landmarks, shape);
  const fitted = compareAll(landmarks, place(trial.fitted), shape);
  const judged = compareAll(landmarks, place(trial.judged), shape);
  const gram = productOf(fitted, known);
  const moments = trial.fittedTruths.map((truth) => momentOf(fitted, truth, known));
  const losses = penalties.map((penalty) => {
    const system = gram.map((value, at) => value + penalty * trial.fitted.length * prior[at]);
    for (let at = 0; at < known; at++) system[at * known + at] += 1e-6 * trial.fitted.length;
    const lower = factorise(system, known);
    if (!lower) return Number.POSITIVE_INFINITY;
    return moments.reduce((sum, moment, set) => {
      const weights = moment.slice();
      solveLower(lower, known, weights);
      solveUpper(lower, known, weights);
      return sum + squaredError(judged, weights, trial.judgedTruths[set]);
    }, 0);
  });
  return Math.min(...losses);
}

/** Returns the lower triangle of XᵀX. */
function productOf(rows: Float64Array, width: number): Float64Array {
  const product = new Float64Array(width * width);
  for (let start = 0; start < rows.length; start += width)
    for (let i = 0; i < width; i++) {
      const value = rows[start + i];
      for (let j = 0; j <= i; j++) product[i * width + j] += value * rows[start + j];
    }
  return product;
}

function momentOf(rows: Float64Array, truth: Float64Array, width: number): Float64Array {
  const moment = new Float64Array(width);
  for (let row = 0; row < truth.length; row++)
    for (let column = 0; column < width; column++) moment[column] += rows[row * width + column] * truth[row];
  return moment;
}

function squaredError(rows: Float64Array, weights: Float64Array, truth: Float64Array): number {
  let total = 0;
  for (let row = 0; row < truth.length; row++) {
    let predicted = 0;
    for (let place = 0; place < weights.length; place++)
      predicted += weights[place] * rows[row * weights.length + place];
    total += (truth[row] - predicted) ** 2;
  }
  return total;
}
