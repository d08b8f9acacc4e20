import { lossOfTelling, tellingOf } from '../metrics/loss.ts';
import type { Labels } from '../target/labels.ts';

/** Held rows of all splits one after another, and what a member predicted for them (rows x outputs). */
export interface Member {
  name: string;
  predictions: Float64Array;
}

const mostSteps = 25;
const fewestSteps = 3;
/** A step more for each so many rows: on few of them fine weights are noise, and nearly equal ones are steadier. */
const rowsPerStep = 100;
/** Steps without a gain after which no further one is expected. */
const patience = 5;

/**
 * Greedy ensemble selection (Caruana et al. 2004): starting from the best member, adds, with replacement, whichever leads to
 * the lowest held loss of the average, and goes back to the best average on the way. Returns a weight a member, summing to 1.
 * `judge` tells the loss of predictions, that of the labels where none is given.
 */
export function weighMembers(
  labels: Labels,
  rows: Int32Array,
  members: readonly Member[],
  judge?: (predictions: Float64Array) => number,
): number[] {
  // Only that of each row which its loss depends on is averaged: with many classes that is little.
  const said = members.map(({ predictions }) => (judge ? predictions : tellingOf(labels, rows, predictions)));
  const lossOf = judge ?? ((telling: Float64Array) => lossOfAll(labels, rows, telling));
  const steps = Math.min(mostSteps, Math.max(fewestSteps, Math.round(new Set(rows).size / rowsPerStep)));
  const counts = members.map(() => 0);
  const sum = new Float64Array(said[0].length);
  const mean = new Float64Array(said[0].length);
  let best = { loss: Number.POSITIVE_INFINITY, step: 0, counts: [...counts] };
  for (let step = 1; step <= steps && step - best.step <= patience; step++) {
    const losses = said.map((added) => {
      for (let index = 0; index < mean.length; index++) mean[index] = (sum[index] + added[index]) / step;
      return lossOf(mean);
    });
    const chosen = losses.indexOf(Math.min(...losses));
    counts[chosen] += 1;
    for (let index = 0; index < sum.length; index++) sum[index] += said[chosen][index];
    if (losses[chosen] < best.loss) best = { loss: losses[chosen], step, counts: [...counts] };
  }
  return best.counts.map((count) => count / Math.max(best.step, 1));
}

function lossOfAll(labels: Labels, rows: Int32Array, telling: Float64Array): number {
  let total = 0;
  for (let index = 0; index < rows.length; index++) total += lossOfTelling(labels, rows[index], telling[index]);
  return total;
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
