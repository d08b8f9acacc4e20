/** How similar two points are, by their distance: `smooth` is the Gaussian kernel, `rough` the exponential one. */
export interface Shape {
  kind: 'smooth' | 'rough';
  /** The distance at which points are hardly similar any more. */
  reach: number;
  /** Points include them already. */
  columnWeights: Float64Array;
}

/** Returns the similarities of all points to the others (points x others). */
export function compareAll(
  others: Float64Array,
  points: Float64Array,
  { kind, reach, columnWeights }: Shape,
): Float64Array {
  const width = columnWeights.length;
  const factor = kind === 'smooth' ? -1 / (2 * reach * reach) : -1 / reach;
  const similar = new Float64Array((points.length * others.length) / (width * width));
  let place = 0;
  for (let from = 0; from < points.length; from += width)
    for (let at = 0; at < others.length; at += width) {
      let distance = 0;
      for (let column = 0; column < width; column++) {
        const step = others[at + column] - points[from + column];
        distance += step * step;
      }
      similar[place++] = Math.exp(factor * (kind === 'smooth' ? distance : Math.sqrt(distance)));
    }
  return similar;
}
