import type { FittedModel } from '../learners/contract.ts';

/** A fitted model with its weight in the blend; weights sum to 1. */
export interface WeightedModel {
  model: FittedModel;
  weight: number;
}

/** Returns the approximate nanoseconds to predict a row. */
export function costOfBlend(members: readonly WeightedModel[]): number {
  return members.reduce((sum, { model }) => sum + model.cost, 0);
}

/**
 * Writes the weighted mean of the models' predictions for `count` encoded rows into `out` (count x outputs). `scratch`
 * has the same length.
 */
export function scoreBlend(
  members: readonly WeightedModel[],
  rows: Float64Array,
  count: number,
  out: Float64Array,
  scratch: Float64Array,
  outputs: number,
): void {
  const length = count * outputs;
  out.fill(0, 0, length);
  for (const { model, weight } of members) {
    model.score(rows, count, scratch);
    for (let index = 0; index < length; index++) out[index] += weight * scratch[index];
  }
}
