import type { Labels } from '../encoding/frame.ts';
import { totalLoss } from './loss.ts';

const steps = 25;

/** Held rows of all splits one after another, and what a member predicted for them (rows x outputs). */
export interface Member {
  name: string;
  predictions: Float64Array;
}

/**
 * Greedy ensemble selection (Caruana et al. 2004): starting from the best member, adds, with replacement, whichever lowers
 * the held loss of the average most, and stops when none lowers it by a thousandth. Returns a weight a member, summing to 1.
 * `judge` tells the loss, that of the labels where none is given.
 */
export function weighMembers(
  labels: Labels,
  rows: Int32Array,
  members: readonly Member[],
  judge = (predictions: Float64Array) => totalLoss(labels, rows, predictions),
): number[] {
  const counts = members.map(() => 0);
  let sum = new Float64Array(members[0].predictions.length);
  let best = Number.POSITIVE_INFINITY;
  for (let step = 1; step <= steps; step++) {
    const losses = members.map(({ predictions }) => judge(average(sum, predictions, step)));
    const chosen = losses.indexOf(Math.min(...losses));
    if (!(losses[chosen] < best * (step === 1 ? 1 : 0.9995))) break;
    best = losses[chosen];
    counts[chosen] += 1;
    sum = sum.map((value, index) => value + members[chosen].predictions[index]);
  }
  const total = counts.reduce((a, b) => a + b, 0);
  return counts.map((count) => count / Math.max(total, 1));
}

function average(sum: Float64Array, added: Float64Array, count: number): Float64Array {
  const mean = new Float64Array(sum.length);
  for (let index = 0; index < sum.length; index++) mean[index] = (sum[index] + added[index]) / count;
  return mean;
}

/** The weighted mean of the members' predictions. */
export function blend(members: readonly Member[], weights: readonly number[]): Float64Array {
  const blended = new Float64Array(members[0].predictions.length);
  for (const [member, { predictions }] of members.entries()) {
    if (weights[member] === 0) continue;
    for (let index = 0; index < blended.length; index++) blended[index] += weights[member] * predictions[index];
  }
  return blended;
}
