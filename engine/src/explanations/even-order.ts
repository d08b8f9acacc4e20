/**
 * Orders rows so that the first ones, however many, are spread evenly over the ranks of `values`, by van der Corput's
 * sequence. Rows of equal values are ranked as in `order`.
 */
export function evenOrder(values: Float64Array, order: Int32Array): Int32Array {
  const ranked = order.slice().sort((a, b) => values[a] - values[b]);
  const count = ranked.length;
  const bits = Math.ceil(Math.log2(Math.max(2, count)));
  const taken = new Int32Array(count);
  let next = 0;
  for (let index = 0; next < count && index < 2 ** bits; index++) {
    const place = reverseBits(index, bits);
    if (place < count) taken[next++] = ranked[place];
  }
  return taken;
}

function reverseBits(index: number, bits: number): number {
  let reversed = 0;
  for (let bit = 0; bit < bits; bit++) reversed = reversed * 2 + ((index >> bit) & 1);
  return reversed;
}
