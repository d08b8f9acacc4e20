import type { SparseRows } from './design.ts';
import { minimise, type Objective } from './minimise.ts';

/**
 * Softmax regression with an L2 penalty on all but the intercepts: mean log loss + penalty / 2 * |w|², for each penalty,
 * strongest first, each from where the last ended. Two classes take one set of weights (for the second class), more take
 * one a class. A set: a weight a column, then the intercept.
 */
export async function fitLogistic(
  rows: SparseRows,
  truth: Float64Array,
  classCount: number,
  columnCount: number,
  penalties: readonly number[],
  pause: () => Promise<void>,
): Promise<Float64Array[]> {
  const sets = classCount === 2 ? 1 : classCount;
  let weights = priorWeights(truth, sets, columnCount);
  const sequence: Float64Array[] = [];
  for (const penalty of penalties) {
    const objective =
      sets === 1
        ? binaryObjective(rows, truth, columnCount, penalty)
        : softmaxObjective(rows, truth, sets, columnCount, penalty);
    weights = minimise(objective, weights, 60);
    sequence.push(weights);
    await pause();
  }
  return sequence;
}

/** All weights zero and the intercepts at the classes' shares. */
function priorWeights(truth: Float64Array, sets: number, columnCount: number): Float64Array {
  const stride = columnCount + 1;
  const weights = new Float64Array(sets * stride);
  const counts = new Float64Array(Math.max(sets, 2)).fill(0.5);
  for (const label of truth) counts[label] += 1;
  if (sets === 1) weights[columnCount] = Math.log(counts[1] / counts[0]);
  else for (let set = 0; set < sets; set++) weights[set * stride + columnCount] = Math.log(counts[set] / truth.length);
  return weights;
}

function binaryObjective(rows: SparseRows, truth: Float64Array, columnCount: number, penalty: number): Objective {
  const { count, width, columns, values } = rows;
  return (weights, gradient) => {
    let loss = penalise(weights, gradient, columnCount, penalty);
    for (let row = 0; row < count; row++) {
      const end = (row + 1) * width;
      let score = weights[columnCount];
      for (let entry = row * width; entry < end; entry++) score += weights[columns[entry]] * values[entry];
      const faded = Math.exp(-Math.abs(score));
      loss += (Math.max(score, 0) - score * truth[row] + Math.log1p(faded)) / count;
      const chance = score >= 0 ? 1 / (1 + faded) : faded / (1 + faded);
      const error = (chance - truth[row]) / count;
      for (let entry = row * width; entry < end; entry++) gradient[columns[entry]] += error * values[entry];
      gradient[columnCount] += error;
    }
    return loss;
  };
}

function softmaxObjective(
  rows: SparseRows,
  truth: Float64Array,
  sets: number,
  columnCount: number,
  penalty: number,
): Objective {
  const { count, width, columns, values } = rows;
  const stride = columnCount + 1;
  const scores = new Float64Array(sets);
  return (weights, gradient) => {
    let loss = penalise(weights, gradient, columnCount, penalty);
    for (let row = 0; row < count; row++) {
      const start = row * width;
      for (let set = 0; set < sets; set++) {
        let score = weights[set * stride + columnCount];
        for (let entry = start; entry < start + width; entry++)
          score += weights[set * stride + columns[entry]] * values[entry];
        scores[set] = score;
      }
      softmaxInPlace(scores);
      loss -= Math.log(Math.max(scores[truth[row]], 1e-300)) / count;
      for (let set = 0; set < sets; set++) {
        const error = (scores[set] - (set === truth[row] ? 1 : 0)) / count;
        for (let entry = start; entry < start + width; entry++)
          gradient[set * stride + columns[entry]] += error * values[entry];
        gradient[set * stride + columnCount] += error;
      }
    }
    return loss;
  };
}

/** Starts the gradient with the penalty's and returns the penalty. */
function penalise(weights: Float64Array, gradient: Float64Array, columnCount: number, penalty: number): number {
  let squares = 0;
  for (let index = 0; index < weights.length; index++) {
    const isIntercept = index % (columnCount + 1) === columnCount;
    gradient[index] = isIntercept ? 0 : penalty * weights[index];
    if (!isIntercept) squares += weights[index] ** 2;
  }
  return (penalty / 2) * squares;
}

/** Scores to probabilities. */
export function softmaxInPlace(scores: Float64Array): void {
  let greatest = -Infinity;
  for (const score of scores) if (score > greatest) greatest = score;
  let sum = 0;
  for (let index = 0; index < scores.length; index++) {
    scores[index] = Math.exp(scores[index] - greatest);
    sum += scores[index];
  }
  for (let index = 0; index < scores.length; index++) scores[index] /= sum;
}
