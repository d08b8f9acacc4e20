/** Returns the places of the `count` smallest distances, in ascending order of distance. */
export function nearestOf(distances: Float64Array, total: number, count: number): Int32Array {
  const kept = new Int32Array(Math.min(count, total));
  let size = 0;
  let farthest = Number.POSITIVE_INFINITY;
  for (let place = 0; place < total; place++) {
    const distance = distances[place];
    if (distance >= farthest) continue;
    let at = size < kept.length ? size++ : size - 1;
    while (at > 0 && distances[kept[at - 1]] > distance) {
      kept[at] = kept[at - 1];
      at -= 1;
    }
    kept[at] = place;
    if (size === kept.length) farthest = distances[kept[size - 1]];
  }
  return kept;
}
