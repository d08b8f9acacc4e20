/** Returns the least-squares line through values at 0, 1, 2 …; flat for a single value. */
export function fitLine(values: Float64Array): { level: number; slope: number } {
  const count = values.length;
  const middle = (count - 1) / 2;
  let mean = 0;
  for (const value of values) mean += value / count;
  let product = 0;
  let square = 0;
  for (const [index, value] of values.entries()) {
    product += (index - middle) * (value - mean);
    square += (index - middle) ** 2;
  }
  const slope = square > 0 ? product / square : 0;
  return { level: mean - slope * middle, slope };
}
