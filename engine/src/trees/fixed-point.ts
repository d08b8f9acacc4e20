/** Sums of scaled integers stay below 2^53, so adding them as doubles is exact in any order. */
export const sumBits = 51;

/** A power of two by which numbers with this sum of absolute values are multiplied so that they sum to at most 2^bits. */
export function chooseScale(absoluteSum: number, bits: number): number {
  if (!(absoluteSum > 0)) return 0;
  return 2 ** Math.min(1000, Math.floor(bits - Math.log2(absoluteSum)));
}

/** The mean of `numberOf(row)` weighted by `weightOf(row)`: the same bits whatever the order of `rows`. 0 without weight. */
export function meanInAnyOrder(
  rows: Int32Array,
  numberOf: (row: number) => number,
  weightOf: (row: number) => number,
): number {
  let valueSize = 0;
  let weightSize = 0;
  for (const row of rows) {
    valueSize += Math.abs(numberOf(row) * weightOf(row));
    weightSize += weightOf(row);
  }
  const valueScale = chooseScale(valueSize, sumBits);
  const weightScale = chooseScale(weightSize, sumBits);
  if (valueScale === 0 || weightScale === 0) return 0;
  let values = 0;
  let weights = 0;
  for (const row of rows) {
    values += Math.round(numberOf(row) * weightOf(row) * valueScale);
    weights += Math.round(weightOf(row) * weightScale);
  }
  return values / valueScale / (weights / weightScale);
}
