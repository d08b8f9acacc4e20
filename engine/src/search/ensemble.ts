import { lossOfRelevant, relevantOf } from '../metrics/loss.ts';
import type { Labels } from '../target/labels.ts';

/** A member's predictions for the validation rows of all splits, joined (rows x outputs). */
export interface Member {
  name: string;
  predictions: Float64Array;
}

const mostSteps = 25;
const fewestSteps = 3;
/**
 * The search takes one step per this many rows: with few rows fine weights are noise, and nearly equal weights are
 * safer.
 */
const rowsPerStep = 100;
/** The search ends after this many steps without a gain. */
const patience = 5;

/**
 * Greedy ensemble selection (Caruana et al. 2004) with replacement, starting from the best member; returns the best
 * average on the way as weights that sum to 1. `judge` measures predictions, by default the loss of the labels.
 */
export function weighMembers(
  labels: Labels,
  rows: Int32Array,
  members: readonly Member[],
  judge?: (predictions: Float64Array) => number,
): number[] {
  // Only the part of each prediction that its loss depends on is averaged, which is small with many classes.
  const predicted = members.map(({ predictions }) => (judge ? predictions : relevantOf(labels, rows, predictions)));
  const lossOf = judge ?? ((relevant: Float64Array) => lossOfAll(labels, rows, relevant));
  const steps = Math.min(mostSteps, Math.max(fewestSteps, Math.round(new Set(rows).size / rowsPerStep)));
  const counts = members.map(() => 0);
  const sum = new Float64Array(predicted[0].length);
  const mean = new Float64Array(predicted[0].length);
  let best = { loss: Number.POSITIVE_INFINITY, step: 0, counts: [...counts] };
  for (let step = 1; step <= steps && step - best.step <= patience; step++) {
    const losses = predicted.map((added) => {
      for (let index = 0; index < mean.length; index++) mean[index] = (sum[index] + added[index]) / step;
      return lossOf(mean);
    });
    const chosen = losses.indexOf(Math.min(...losses));
    counts[chosen] += 1;
    for (let index = 0; index < sum.length; index++) sum[index] += predicted[chosen][index];
    if (losses[chosen] < best.loss) best = { loss: losses[chosen], step, counts: [...counts] };
  }
  return best.counts.map((count) => count / Math.max(best.step, 1));
}

function lossOfAll(labels: Labels, rows: Int32Array, relevant: Float64Array): number {
  let total = 0;
  for (let index = 0; index < rows.length; index++) total += lossOfRelevant(labels, rows[index], relevant[index]);
  return total;
}

/** Returns the weighted mean of the members' predictions. */
export function blend(members: readonly Member[], weights: readonly number[]): Float64Array {
  const blended = new Float64Array(members[0].predictions.length);
  for (const [member, { predictions }] of members.entries()) {
    if (weights[member] === 0) continue;
    for (let index = 0; index < blended.length; index++) blended[index] += weights[member] * predictions[index];
  }
  return blended;
}
