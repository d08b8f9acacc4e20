/** Most that all features together, and one alone, count in 16 bits, so that no sum or difference overflows. */
const [mostOfAll, mostOfOne] = [32_000, 10_000];
/** Coarse numbers lie within this of their middle; that of a missing cell is farther from all than any may count. */
const reach = 10_000;
const missing = 2 * reach + 1;

/** A feature's cells in 16 bits: factor * min(most, difference) is never more than the distance, but for rounding. */
export interface CoarseFeature {
  most: number;
  factor: number;
  coarsen(cell: number): number;
}

/** Returns what a distance of 1 is in coarse distances. */
export function coarsePerUnit(weights: Float64Array): number {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  return Math.min(mostOfAll / sum, mostOfOne / Math.max(...weights));
}

/** `weight` is in coarse units, cells are in those of the feature. Cells far from the middle become alike. */
export function coarseNumber(weight: number, cells: Float32Array): CoarseFeature {
  const middle = meanOf(cells);
  return {
    most: Math.floor(weight),
    factor: 1,
    coarsen(cell) {
      if (Number.isNaN(cell)) return missing;
      return Math.max(-reach, Math.min(reach, Math.round((cell - middle) * weight)));
    },
  };
}

/** Categories are either equal or not. */
export function coarseCategory(weight: number): CoarseFeature {
  return {
    most: 1,
    factor: Math.floor(weight),
    coarsen: (code) => (Number.isNaN(code) ? missing : Math.max(-reach, Math.min(reach, code))),
  };
}

function meanOf(cells: Float32Array): number {
  let [sum, count] = [0, 0];
  for (const cell of cells) {
    if (Number.isNaN(cell)) continue;
    sum += cell;
    count += 1;
  }
  return count > 0 ? sum / count : 0;
}
