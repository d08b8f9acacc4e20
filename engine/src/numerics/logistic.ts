import { minimise, type Objective, type Patience } from './minimise.ts';
import type { SparseRows } from './sparse-rows.ts';

/**
 * Softmax regression with an L2 penalty on all weights but the intercepts, for each penalty, the strongest first, each
 * from the last solution. Two classes take one set of weights. Column c of the sets lies at c * sets, intercepts come
 * last. After the deadline no penalty is tried.
 */
export async function fitLogistic(
  rows: SparseRows,
  truth: Float64Array,
  classCount: number,
  columnCount: number,
  penalties: readonly number[],
  pause: () => Promise<void>,
  patience: Patience,
): Promise<Float64Array[]> {
  const sets = classCount === 2 ? 1 : classCount;
  let weights = priorWeights(truth, sets, columnCount);
  const sequence: Float64Array[] = [];
  for (const penalty of penalties) {
    const objective =
      sets === 1
        ? binaryObjective(rows, truth, columnCount, penalty)
        : softmaxObjective(rows, truth, sets, columnCount, penalty);
    weights = minimise(objective, weights, patience);
    sequence.push(weights);
    await pause();
    if (performance.now() > patience.deadline) break;
  }
  return sequence;
}

/** Returns first weights: zeros, with the intercepts at the classes' shares. */
function priorWeights(truth: Float64Array, sets: number, columnCount: number): Float64Array {
  const weights = new Float64Array(sets * (columnCount + 1));
  const counts = new Float64Array(Math.max(sets, 2)).fill(0.5);
  for (const label of truth) counts[label] += 1;
  const first = sets * columnCount;
  if (sets === 1) weights[first] = Math.log(counts[1] / counts[0]);
  else for (let set = 0; set < sets; set++) weights[first + set] = Math.log(counts[set] / truth.length);
  return weights;
}

function binaryObjective(rows: SparseRows, truth: Float64Array, columnCount: number, penalty: number): Objective {
  const { count, starts, columns, values } = rows;
  return (weights, gradient) => {
    let loss = penalise(weights, gradient, columnCount, penalty);
    for (let row = 0; row < count; row++) {
      const end = starts[row + 1];
      let score = weights[columnCount];
      for (let entry = starts[row]; entry < end; entry++) score += weights[columns[entry]] * values[entry];
      const faded = Math.exp(-Math.abs(score));
      loss += (Math.max(score, 0) - score * truth[row] + Math.log1p(faded)) / count;
      const chance = score >= 0 ? 1 / (1 + faded) : faded / (1 + faded);
      const error = (chance - truth[row]) / count;
      for (let entry = starts[row]; entry < end; entry++) gradient[columns[entry]] += error * values[entry];
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
  const { count, starts, columns, values } = rows;
  const first = sets * columnCount;
  const scores = new Float64Array(sets);
  return (weights, gradient) => {
    let loss = penalise(weights, gradient, first, penalty);
    for (let row = 0; row < count; row++) {
      const start = starts[row];
      const end = starts[row + 1];
      for (let set = 0; set < sets; set++) {
        let score = weights[first + set];
        for (let entry = start; entry < end; entry++) score += weights[columns[entry] * sets + set] * values[entry];
        scores[set] = score;
      }
      softmaxInPlace(scores);
      loss -= Math.log(Math.max(scores[truth[row]], 1e-300)) / count;
      for (let set = 0; set < sets; set++) {
        const error = (scores[set] - (set === truth[row] ? 1 : 0)) / count;
        for (let entry = start; entry < end; entry++) gradient[columns[entry] * sets + set] += error * values[entry];
        gradient[first + set] += error;
      }
    }
    return loss;
  };
}

/** Writes the gradient of the penalty on all weights before `intercepts`, and returns the penalty. */
function penalise(weights: Float64Array, gradient: Float64Array, intercepts: number, penalty: number): number {
  let squares = 0;
  for (let index = 0; index < intercepts; index++) {
    gradient[index] = penalty * weights[index];
    squares += weights[index] * weights[index];
  }
  gradient.fill(0, intercepts);
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
