/** Sums of scaled integers stay below 2^53, so adding them as doubles is exact in any order. */
export const sumBits = 51;

/**
 * Returns a power of two by which numbers with this sum of absolute values are multiplied so that they sum to at most
 * 2^bits.
 */
export function chooseScale(absoluteSum: number, bits: number): number {
  if (!(absoluteSum > 0)) return 0;
  return 2 ** Math.min(1000, Math.floor(bits - Math.log2(absoluteSum)));
}

/**
 * Returns the mean of `numbers[row]` over the rows, weighted by `weights[row]` (undefined: all weigh 1): the same bits
 * whatever the order of `rows`. 0 without weight.
 */
export function meanInAnyOrder(rows: Int32Array, numbers: Float64Array, weights: Float64Array | undefined): number {
  let valueSize = 0;
  let weightSize = 0;
  for (let place = 0; place < rows.length; place++) {
    const weight = weights === undefined ? 1 : weights[rows[place]];
    valueSize += Math.abs(numbers[rows[place]] * weight);
    weightSize += weight;
  }
  const valueScale = chooseScale(valueSize, sumBits);
  const weightScale = chooseScale(weightSize, sumBits);
  if (valueScale === 0 || weightScale === 0) return 0;
  let valueSum = 0;
  let weightSum = 0;
  for (let place = 0; place < rows.length; place++) {
    const weight = weights === undefined ? 1 : weights[rows[place]];
    valueSum += Math.round(numbers[rows[place]] * weight * valueScale);
    weightSum += Math.round(weight * weightScale);
  }
  return valueSum / valueScale / (weightSum / weightScale);
}
