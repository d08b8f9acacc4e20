import type { SavedValue } from '../../model-file/reader.ts';
import type { FittedModel } from '../contract.ts';
import { type Design, fillRow } from '../design.ts';
import { loadDesign } from '../load-design.ts';

/** The known rows, and how new rows are compared with them. */
export interface NeighbourModel {
  design: Design;
  /** Weight of each column of the design; `points` include it already. */
  columnWeights: Float64Array;
  /** Known rows x columns of the design. */
  points: Float64Array;
  /** The number or the class index of each known row. */
  truths: Float64Array;
  neighbours: number;
  /** 1 for numbers, otherwise the number of classes. */
  outputs: number;
  featureCount: number;
}

/** Class shares are shrunk as if there were this many more rows with equal classes. */
const prior = 0.5;
/** Share of the furthest neighbour's distance that is added to all, so that an equal row does not decide alone. */
const smoothing = 0.1;

const nanosecondsPerCell = 1.2;

/** Predicts the weighted mean of the nearest known rows; nearer ones weigh more. */
export function fittedNeighbours(model: NeighbourModel): FittedModel {
  const { design, columnWeights, truths, neighbours, outputs, featureCount } = model;
  const entries = { columns: new Int32Array(design.width), values: new Float64Array(design.width) };
  const point = new Float64Array(design.columnCount);
  const nearest = createNearest(neighbours);
  return {
    cost: nanosecondsPerCell * model.points.length,
    score(rows, count, out) {
      for (let row = 0; row < count; row++) {
        fillRow(design, rows, row * featureCount, entries.columns, entries.values, 0);
        placePoint(entries, columnWeights, point);
        nearest.find(model.points, point, truths.length);
        vote(nearest, truths, outputs, out, row * outputs);
      }
    },
    save: (tensors) => ({
      kind: 'neighbours',
      terms: design.terms,
      columnCount: design.columnCount,
      columnWeights: tensors.add(columnWeights),
      points: tensors.add(model.points),
      truths: tensors.add(truths),
      neighbours,
    }),
  };
}

/** Writes a row's entries as a point, each column times its weight. */
export function placePoint(
  { columns, values }: { columns: Int32Array; values: Float64Array },
  columnWeights: Float64Array,
  point: Float64Array,
): void {
  point.fill(0);
  for (const [entry, column] of columns.entries()) point[column] += values[entry] * columnWeights[column];
}

/** The nearest rows of the last search, nearest first. */
export interface Nearest {
  rows: Int32Array;
  distances: Float64Array;
  count: number;
  /** Searches the first `known` points. */
  find(points: Float64Array, point: Float64Array, known: number): void;
}

export function createNearest(most: number): Nearest {
  const rows = new Int32Array(most);
  const distances = new Float64Array(most);
  const nearest: Nearest = {
    rows,
    distances,
    count: 0,
    find(points, point, known) {
      const width = point.length;
      let count = 0;
      for (let row = 0, at = 0; row < known; row++, at += width) {
        const limit = count < most ? Number.POSITIVE_INFINITY : distances[most - 1];
        let distance = 0;
        for (let column = 0; column < width; column++) {
          const step = points[at + column] - point[column];
          distance += step * step;
        }
        if (distance >= limit) continue;
        if (count < most) count += 1;
        let place = count - 1;
        for (; place > 0 && distances[place - 1] > distance; place--) {
          distances[place] = distances[place - 1];
          rows[place] = rows[place - 1];
        }
        distances[place] = distance;
        rows[place] = row;
      }
      nearest.count = count;
    },
  };
  return nearest;
}

/** Writes the prediction of the `used` nearest rows from `start` on: a mean, or shares of classes. */
export function vote(
  { rows, distances, count }: Nearest,
  truths: Float64Array,
  outputs: number,
  out: Float64Array,
  start: number,
  used = count,
): void {
  const last = Math.min(used, count);
  const least = smoothing * Math.sqrt(distances[last - 1]) + Number.MIN_VALUE;
  const even = outputs === 1 ? 0 : prior / outputs;
  out.fill(even, start, start + outputs);
  let total = outputs === 1 ? 0 : prior;
  // Weights are relative to the furthest neighbour, so that the prior has the same effect at any distance.
  const furthest = Math.sqrt(distances[last - 1]) + least;
  for (let place = 0; place < last; place++) {
    const weight = furthest / (Math.sqrt(distances[place]) + least);
    total += weight;
    if (outputs === 1) out[start] += weight * truths[rows[place]];
    else out[start + truths[rows[place]]] += weight;
  }
  for (let output = 0; output < outputs; output++) out[start + output] /= total;
}

/** Checks that points, truths and weights fit the design and the outputs. */
export function loadNeighbours(saved: SavedValue, featureCount: number, outputs: number): FittedModel {
  const columnCount = saved.get('columnCount').integer(1, 100_000);
  const design = loadDesign(saved, columnCount, featureCount);
  const truths = saved.get('truths').doubles();
  const isClass = (truth: number) => Number.isInteger(truth) && truth >= 0 && truth < outputs;
  if (outputs > 1 && !truths.every(isClass)) saved.fail('neighbours of known classes');
  const neighbours = saved.get('neighbours').integer(1, 1000);
  if (truths.length === 0) saved.fail('at least one neighbour');
  return fittedNeighbours({
    design,
    columnWeights: saved.get('columnWeights').doubles(columnCount),
    points: saved.get('points').doubles(columnCount * truths.length),
    truths,
    neighbours,
    outputs,
    featureCount,
  });
}
