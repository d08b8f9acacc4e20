import type { Part } from '../learners/contract.ts';

/** Fitted parts with their shares of the answer, summing to 1. */
export interface WeightedPart {
  part: Part;
  weight: number;
}

/** Predicts `count` encoded rows as the weighted mean of the parts, into `out` (count x outputs); `scratch` is as long. */
export function scoreBlend(
  members: readonly WeightedPart[],
  rows: Float64Array,
  count: number,
  out: Float64Array,
  scratch: Float64Array,
  outputs: number,
): void {
  const length = count * outputs;
  out.fill(0, 0, length);
  for (const { part, weight } of members) {
    part.score(rows, count, scratch);
    for (let index = 0; index < length; index++) out[index] += weight * scratch[index];
  }
}
