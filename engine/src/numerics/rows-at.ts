/** Returns some rows of a row-major table of `width` columns, in the order of their places. */
export function rowsAt(table: Float64Array, places: ArrayLike<number>, width: number): Float64Array {
  const picked = new Float64Array(places.length * width);
  for (let index = 0; index < places.length; index++)
    picked.set(table.subarray(places[index] * width, (places[index] + 1) * width), index * width);
  return picked;
}
