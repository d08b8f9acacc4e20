import { totalLoss } from '../../metrics/loss.ts';
import type { SparseRows } from '../../numerics/sparse-rows.ts';
import type { Labels } from '../../target/labels.ts';
import { type Candidate, type FittedModel, outputCount, type Split } from '../contract.ts';
import { type Design, fillRows, planDesign } from '../design.ts';
import { createNearest, fittedNeighbours, placePoint, vote } from './fitted-neighbours.ts';

const designOptions = { knots: 0, maxColumns: 200 };
/** Numbers of neighbours tried; the best for the validation rows of all splits is kept. */
const counts = [3, 5, 9, 16, 30];
const most = counts[counts.length - 1];

interface Trial {
  split: Split;
  known: Known;
  /** Predictions for the validation rows (rows x outputs), one array for each number of neighbours. */
  predictions: Float64Array[];
}

/** Training rows as points. */
interface Known {
  design: Design;
  columnWeights: Float64Array;
  points: Float64Array;
  truths: Float64Array;
}

/** Predicts the mean of the nearest rows (Cover & Hart 1967); columns that correlate with the target weigh more. */
export function neighbourCandidate(name: string): Candidate {
  return {
    name,
    start() {
      const trials: Trial[] = [];
      return {
        async add(split) {
          const known = learn(split);
          trials.push({ split, known, predictions: predictValidation(known, split) });
          await split.pause();
        },
        result() {
          const place = bestCount(trials);
          return {
            predictions: trials.map(({ predictions }) => predictions[place]),
            models: trials.map(({ split, known }) => fittedOf(known, split, counts[place])),
            settings: { neighbours: counts[place] },
            refit: async (split) => fittedOf(learn(split), split, counts[place]),
          };
        },
      };
    },
  };
}

function bestCount(trials: readonly Trial[]): number {
  const losses = counts.map((_, place) =>
    trials.reduce(
      (sum, { split, predictions }) => sum + totalLoss(split.labels, split.validation, predictions[place]),
      0,
    ),
  );
  return losses.indexOf(Math.min(...losses));
}

function fittedOf(
  { design, columnWeights, points, truths }: Known,
  { encoded, labels }: Split,
  neighbours: number,
): FittedModel {
  const featureCount = encoded.features.length;
  return fittedNeighbours({
    design,
    columnWeights,
    points,
    truths,
    neighbours,
    outputs: outputCount(labels),
    featureCount,
  });
}

function learn({ encoded, labels, train }: Split): Known {
  const design = planDesign(encoded.features, encoded.columns, train, designOptions);
  const rows = fillRows(design, encoded.columns, train);
  const truths = Float64Array.from(train, (row) => labels.values[row]);
  const columnWeights = weighColumns(rows, truths, labels, Math.max(1, design.columnCount));
  return { design, columnWeights, points: placeRows(rows, columnWeights), truths };
}

function placeRows(rows: SparseRows, columnWeights: Float64Array): Float64Array {
  const width = columnWeights.length;
  const points = new Float64Array(rows.count * width);
  for (let row = 0; row < rows.count; row++) {
    const entries = {
      columns: rows.columns.subarray(rows.starts[row], rows.starts[row + 1]),
      values: rows.values.subarray(rows.starts[row], rows.starts[row + 1]),
    };
    placePoint(entries, columnWeights, points.subarray(row * width, (row + 1) * width));
  }
  return points;
}

function predictValidation(known: Known, { encoded, labels, validation }: Split): Float64Array[] {
  const outputs = outputCount(labels);
  const asked = placeRows(fillRows(known.design, encoded.columns, validation), known.columnWeights);
  const width = known.columnWeights.length;
  const nearest = createNearest(most);
  const predictions = counts.map(() => new Float64Array(validation.length * outputs));
  for (let index = 0; index < validation.length; index++) {
    nearest.find(known.points, asked.subarray(index * width, (index + 1) * width), known.truths.length);
    for (const [place, count] of counts.entries())
      vote(nearest, known.truths, outputs, predictions[place], index * outputs, count);
  }
  return predictions;
}

/**
 * Weighs each column by its correlation with the target (the largest over classes), less the correlation expected by
 * chance.
 */
function weighColumns(
  rows: SparseRows,
  truths: Float64Array,
  { classCount }: Labels,
  columnCount: number,
): Float64Array {
  const targets =
    classCount <= 2
      ? [truths]
      : Array.from({ length: classCount }, (_, label) => truths.map((truth) => Number(truth === label)));
  const weights = new Float64Array(columnCount);
  const chance = 1 / Math.sqrt(Math.max(rows.count, 1));
  for (const target of targets)
    for (const [column, correlation] of correlate(rows, target, columnCount).entries())
      weights[column] = Math.max(weights[column], Math.abs(correlation) - chance);
  const greatest = weights.reduce((a, b) => Math.max(a, b), 0);
  return greatest > 0 ? weights.map((weight) => Math.max(weight / greatest, 0.05)) : weights.fill(1);
}

function correlate({ count, columns, values }: SparseRows, target: Float64Array, columnCount: number): Float64Array {
  const mean = target.reduce((sum, value) => sum + value / count, 0);
  const spread = Math.sqrt(target.reduce((sum, value) => sum + (value - mean) ** 2 / count, 0)) || 1;
  const [sums, squares, products] = [0, 0, 0].map(() => new Float64Array(columnCount));
  const width = count > 0 ? columns.length / count : 0;
  for (const [entry, column] of columns.entries()) {
    const value = values[entry];
    sums[column] += value / count;
    squares[column] += value ** 2 / count;
    products[column] += (value * (target[Math.floor(entry / width)] - mean)) / spread / count;
  }
  return products.map((product, column) => {
    const variance = squares[column] - sums[column] ** 2;
    return variance > 1e-12 ? product / Math.sqrt(variance) : 0;
  });
}
