import { totalLoss } from '../../metrics/loss.ts';
import { fitLeastSquares } from '../../numerics/least-squares.ts';
import { fitLogistic } from '../../numerics/logistic.ts';
import { fitRidge } from '../../numerics/ridge.ts';
import type { SparseRows } from '../../numerics/sparse-rows.ts';
import type { Candidate, Part, Run, Sample, Settled } from '../contract.ts';
import { outputCount } from '../contract.ts';
import { type Design, type DesignOptions, fillRows, planDesign } from '../design.ts';
import { linearPart, scoreSparse } from './fitted-linear.ts';

/** Strongest first; the strongest leaves little but the mean. */
const penalties = [100, 1, 0.1, 0.03, 0.01, 3e-3, 1e-3, 3e-4, 1e-4, 1e-5];

/** From so many rows on the penalty matters little. */
const manyRows = 10_000;

/** Rows that a linear model is fitted on, at most about. */
const mostRows = 100_000;
/** Products of two entries of a row that a fit sums up, at most about: wide designs are fitted on fewer rows. */
const mostProducts = 2e9;
const iterations = 60;

/** Looking a column's weight up and adding it. */
const microsecondsPerEntry = 0.005;

/** With more columns than this the closed form costs more than iterating. */
const mostDense = 500;

interface Path {
  sample: Sample;
  design: Design;
  /** One a penalty that was tried. */
  weights: ReadonlyMap<number, Float64Array>;
  held: ReadonlyMap<number, Float64Array>;
}

/** Ridge regression or penalised logistic regression, its penalty chosen by the held rows of all splits together. */
export function linearCandidate(name: string, options: DesignOptions): Candidate {
  return { name, start: () => createRun(options) };
}

function createRun(options: DesignOptions): Run {
  const paths: Path[] = [];
  return {
    async add(sample) {
      const { design, weights } = await fitPath(sample, options, worthTrying(paths, sample.train.length));
      const rows = fillRows(design, sample.encoded.columns, sample.held);
      const held = [...weights].map(
        ([penalty, set]) => [penalty, predictSparse(set, design, rows, outputCount(sample.labels))] as const,
      );
      paths.push({ sample, design, weights, held: new Map(held) });
    },
    settle: () => settle(paths, options),
  };
}

/** All penalties for the first split (of many rows, which hardly need one, every third); then the best so far and its neighbours, among those that all splits tried. */
function worthTrying(paths: readonly Path[], rowCount: number): readonly number[] {
  if (paths.length === 0) return rowCount > manyRows ? penalties.filter((_, place) => place % 3 === 2) : penalties;
  const tried = [...paths[paths.length - 1].weights.keys()];
  const best = tried.indexOf(bestPenalty(paths));
  return tried.slice(Math.max(0, best - 1), best + 2);
}

function bestPenalty(paths: readonly Path[]): number {
  const tried = [...paths[paths.length - 1].weights.keys()];
  const lossOf = (penalty: number) =>
    paths.reduce((sum, { sample, held }) => {
      const predictions = held.get(penalty);
      return predictions ? sum + totalLoss(sample.labels, sample.held, predictions) : Number.POSITIVE_INFINITY;
    }, 0);
  return tried.reduce((best, penalty) => (lossOf(penalty) < lossOf(best) ? penalty : best));
}

function settle(paths: readonly Path[], options: DesignOptions): Settled {
  const penalty = bestPenalty(paths);
  const weightsOf = ({ weights }: Path) => weights.get(penalty) ?? new Float64Array(0);
  return {
    held: paths.map(({ held }) => held.get(penalty) ?? new Float64Array(0)),
    parts: paths.map((path) => partOf(path.design, weightsOf(path), path.sample)),
    settings: { penalty, ...options },
    cost: microsecondsPerEntry * Math.max(...paths.map(({ design, sample }) => design.width * setsOf(sample))),
    async refit(sample) {
      const { design, weights } = await fitPath(sample, options, [penalty]);
      return partOf(design, weights.get(penalty) ?? new Float64Array(0), sample);
    },
  };
}

/** Sets of weights: one for numbers and two classes, else one a class. */
function setsOf({ labels }: Sample): number {
  return labels.classCount > 2 ? labels.classCount : 1;
}

function partOf(design: Design, weights: Float64Array, { encoded, labels }: Sample): Part {
  return linearPart({ design, weights, featureCount: encoded.features.length, outputs: outputCount(labels) });
}

async function fitPath(sample: Sample, options: DesignOptions, strengths: readonly number[]) {
  const { encoded, labels, train } = sample;
  const design = planDesign(encoded.features, encoded.columns, thinOut(train, mostRows), options);
  const used = thinOut(train, Math.min(mostRows, Math.ceil(mostProducts / (design.width + 1) ** 2)));
  const rows = fillRows(design, encoded.columns, used);
  const truth = Float64Array.from(used, (row) => labels.values[row]);
  await sample.pause();
  const sets =
    labels.classCount === 0
      ? await fitScaledRidge(rows, truth, design.columnCount, strengths, sample)
      : await fitLogistic(rows, truth, labels.classCount, design.columnCount, strengths, sample.pause, {
          iterations,
          deadline: sample.deadline,
        });
  return { design, weights: new Map(sets.map((weights, index) => [strengths[index], weights])) };
}

/** Evenly spaced rows of very many: a linear model learns little from more. */
function thinOut(rows: Int32Array, most: number): Int32Array {
  const step = Math.ceil(rows.length / most);
  return step <= 1 ? rows : rows.filter((_, index) => index % step === 0);
}

/** Ridge of the standardised target, back in its units; the mean where a system cannot be solved. */
async function fitScaledRidge(
  rows: SparseRows,
  truth: Float64Array,
  columnCount: number,
  strengths: readonly number[],
  { pause, deadline }: Sample,
): Promise<Float64Array[]> {
  let mean = 0;
  for (const [seen, value] of truth.entries()) mean += (value - mean) / (seen + 1);
  const scale = Math.sqrt(truth.reduce((sum, value) => sum + (value - mean) ** 2, 0) / truth.length) || 1;
  const standard = truth.map((value) => (value - mean) / scale);
  const solutions =
    columnCount <= mostDense
      ? fitRidge(rows, standard, columnCount, strengths)
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
