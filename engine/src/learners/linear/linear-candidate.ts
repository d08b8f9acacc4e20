import { totalLoss } from '../../metrics/loss.ts';
import { fitLeastSquares } from '../../numerics/least-squares.ts';
import { fitLogistic } from '../../numerics/logistic.ts';
import { fitRidge } from '../../numerics/ridge.ts';
import type { SparseRows } from '../../numerics/sparse-rows.ts';
import type { Candidate, CandidateRun, CvResult, FittedModel, Split } from '../contract.ts';
import { outputCount } from '../contract.ts';
import { type Design, type DesignOptions, fillRows, planDesign } from '../design.ts';
import { levelOfLatest } from '../latest-level.ts';
import { fittedLinear, scoreSparse } from './fitted-linear.ts';

/** Penalties, the strongest first, with which little remains but the mean. */
const penalties = [100, 1, 0.1, 0.03, 0.01, 3e-3, 1e-3, 3e-4, 1e-4, 1e-5];

/** Number of rows above which the penalty matters little. */
const manyRows = 10_000;

/** Approximate limit of the rows in a fit. */
const mostRows = 100_000;
/** Approximate limit of the products in a fit: wide designs are fitted on fewer rows. */
const mostProducts = 2e9;
const iterations = 60;

/** Number of columns above which iterating is cheaper than the closed form. */
const mostDense = 500;

interface LinearOptions extends DesignOptions {
  /** Columns that tell the time of rows that are held out forward: numbers start from the level of the latest rows. */
  timeColumns?: readonly string[];
}

interface Path {
  split: Split;
  design: Design;
  /** One set of weights for each penalty tried. */
  weights: ReadonlyMap<number, Float64Array>;
  predictions: ReadonlyMap<number, Float64Array>;
}

/**
 * Ridge regression or penalised logistic regression; the penalty is the best for the validation rows of all splits
 * together.
 */
export function linearCandidate(name: string, options: LinearOptions): Candidate {
  return { name, start: () => createRun(options) };
}

function createRun(options: LinearOptions): CandidateRun {
  const paths: Path[] = [];
  return {
    async add(split) {
      const { design, weights } = await fitPath(split, options, worthTrying(paths, split.train.length));
      const rows = fillRows(design, split.encoded.columns, split.validation);
      const predictions = [...weights].map(
        ([penalty, set]) => [penalty, predictSparse(set, design, rows, outputCount(split.labels))] as const,
      );
      paths.push({ split, design, weights, predictions: new Map(predictions) });
    },
    result: () => settle(paths, options),
  };
}

/**
 * Returns the penalties to try: for the first split all (every third with many rows), for later ones the best so far
 * and its neighbours, if all earlier splits tried them.
 */
function worthTrying(paths: readonly Path[], rowCount: number): readonly number[] {
  if (paths.length === 0) return rowCount > manyRows ? penalties.filter((_, place) => place % 3 === 2) : penalties;
  const tried = [...paths[paths.length - 1].weights.keys()];
  const best = tried.indexOf(bestPenalty(paths));
  return tried.slice(Math.max(0, best - 1), best + 2);
}

function bestPenalty(paths: readonly Path[]): number {
  const tried = [...paths[paths.length - 1].weights.keys()];
  const lossOf = (penalty: number) =>
    paths.reduce((sum, { split, predictions }) => {
      const predicted = predictions.get(penalty);
      return predicted ? sum + totalLoss(split.labels, split.validation, predicted) : Number.POSITIVE_INFINITY;
    }, 0);
  return tried.reduce((best, penalty) => (lossOf(penalty) < lossOf(best) ? penalty : best));
}

function settle(paths: readonly Path[], options: LinearOptions): CvResult {
  const penalty = bestPenalty(paths);
  const weightsOf = ({ weights }: Path) => weights.get(penalty) ?? new Float64Array(0);
  return {
    predictions: paths.map(({ predictions }) => predictions.get(penalty) ?? new Float64Array(0)),
    models: paths.map((path) => fittedOf(path.design, weightsOf(path), path.split)),
    settings: { penalty, knots: options.knots, maxColumns: options.maxColumns },
    async refit(split) {
      const { design, weights } = await fitPath(split, options, [penalty]);
      return fittedOf(design, weights.get(penalty) ?? new Float64Array(0), split);
    },
  };
}

function fittedOf(design: Design, weights: Float64Array, { encoded, labels }: Split): FittedModel {
  return fittedLinear({ design, weights, featureCount: encoded.features.length, outputs: outputCount(labels) });
}

async function fitPath(split: Split, options: LinearOptions, strengths: readonly number[]) {
  const { encoded, labels, train } = split;
  const design = planDesign(encoded.features, encoded.columns, thinOut(train, mostRows), options);
  const used = thinOut(train, Math.min(mostRows, Math.ceil(mostProducts / (design.width + 1) ** 2)));
  const rows = fillRows(design, encoded.columns, used);
  const truth = Float64Array.from(used, (row) => labels.values[row]);
  await split.pause();
  const atLatestLevel = (weights: Float64Array) => {
    const predicted = predictSparse(weights, design, rows, 1);
    const shifted = weights.slice();
    const residuals = truth.map((value, place) => value - predicted[place]);
    shifted[design.columnCount] += levelOfLatest(encoded, options.timeColumns ?? [], used, residuals);
    return shifted;
  };
  const sets =
    labels.classCount === 0
      ? (await fitScaledRidge(rows, truth, design.columnCount, strengths, split)).map(atLatestLevel)
      : await fitLogistic(rows, truth, labels.classCount, design.columnCount, strengths, split.pause, {
          iterations,
          deadline: split.deadline,
        });
  return { design, weights: new Map(sets.map((weights, index) => [strengths[index], weights])) };
}

/** Takes evenly spaced rows of very many, because a linear model learns little from more. */
function thinOut(rows: Int32Array, most: number): Int32Array {
  const step = Math.ceil(rows.length / most);
  return step <= 1 ? rows : rows.filter((_, index) => index % step === 0);
}

/** Ridge regression of the standardised target, scaled back; the mean where a system cannot be solved. */
async function fitScaledRidge(
  rows: SparseRows,
  truth: Float64Array,
  columnCount: number,
  strengths: readonly number[],
  { pause, deadline }: Split,
): Promise<Float64Array[]> {
  let mean = 0;
  for (const [seen, value] of truth.entries()) mean += (value - mean) / (seen + 1);
  const scale = Math.sqrt(truth.reduce((sum, value) => sum + (value - mean) ** 2, 0) / truth.length) || 1;
  const standard = truth.map((value) => (value - mean) / scale);
  const solutions =
    columnCount <= mostDense
      ? await fitRidge(rows, standard, columnCount, strengths, { pause, deadline })
      : await fitLeastSquares(rows, standard, columnCount, strengths, pause, { iterations, deadline });
  return solutions.map((solution) => {
    const weights = (solution ?? new Float64Array(columnCount + 1)).map((weight) => weight * scale);
    weights[columnCount] += mean;
    return weights;
  });
}

function predictSparse(weights: Float64Array, design: Design, rows: SparseRows, outputs: number): Float64Array {
  const predictions = new Float64Array(rows.count * outputs);
  const out = new Float64Array(outputs);
  const sets = weights.length / (design.columnCount + 1);
  for (let row = 0; row < rows.count; row++) {
    scoreSparse(weights, sets, rows, rows.starts[row], rows.starts[row + 1], out);
    predictions.set(out, row * outputs);
  }
  return predictions;
}
