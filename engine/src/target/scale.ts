/** A scale on which a heavy-tailed number is learned, with its inverse. */
export interface TargetScale {
  /** `logarithm`: of the value plus `centre`. `tails`: inverse hyperbolic sine around `centre`, in `unit`s. */
  kind: 'logarithm' | 'tails';
  centre: number;
  unit: number;
  /** Limits of scaled values, because the inverse turns small steps into large ones. */
  low: number;
  high: number;
}

/**
 * How much longer the upper half of a distribution must be than the lower (between the 10th and 90th percentile) to be
 * skewed.
 */
const leastSkew = 1.6;
/**
 * How much longer the outer parts of a distribution must be than its inner ones for a heavy tail; the normal
 * distribution has about 3.5.
 */
const leastTail = 6;
/** How far predictions may lie outside the range of scaled values, as a share of that range. */
const margin = 0.1;

/** Returns whether non-negative numbers have a long upper tail, or are mostly 0. */
export function isSkewed(values: Float64Array): boolean {
  const sorted = values.slice().sort();
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))];
  return sorted[0] >= 0 && (at(0.9) - at(0.5) > leastSkew * (at(0.5) - at(0.1)) || at(0.9) === 0);
}

/** Chooses a scale for heavy-tailed values; undefined where they have no heavy tail. */
export function chooseScale(values: Float64Array): TargetScale | undefined {
  const sorted = values.slice().sort();
  const at = (share: number) => sorted[Math.round(share * (sorted.length - 1))];
  const [lowest, middle, high] = [0, 0.5, 0.9].map(at);
  if (isSkewed(values) && high > middle) {
    const positive = sorted.filter((value) => value > 0);
    // When there are zeros, all values far below the usual ones count as close to 0.
    const centre = lowest > 0 ? 0 : positive[Math.round(0.1 * (positive.length - 1))];
    return centre === undefined ? undefined : limit({ kind: 'logarithm', centre, unit: 1 }, sorted);
  }
  const inner = (at(0.75) - at(0.25)) / 2;
  const outer = (at(0.99) - at(0.01)) / 2;
  return inner > 0 && outer > leastTail * inner
    ? limit({ kind: 'tails', centre: middle, unit: inner }, sorted)
    : undefined;
}

function limit(scale: Omit<TargetScale, 'low' | 'high'>, sorted: Float64Array): TargetScale {
  const low = toScale(scale, sorted[0]);
  const high = toScale(scale, sorted[sorted.length - 1]);
  return { ...scale, low: low - margin * (high - low), high: high + margin * (high - low) };
}

export function toScale({ kind, centre, unit }: Omit<TargetScale, 'low' | 'high'>, value: number): number {
  return kind === 'logarithm' ? Math.log(value + centre) : Math.asinh((value - centre) / unit);
}

export function fromScale({ kind, centre, unit, low, high }: TargetScale, value: number): number {
  const kept = Math.max(low, Math.min(value, high));
  return kind === 'logarithm' ? Math.max(0, Math.exp(kept) - centre) : centre + unit * Math.sinh(kept);
}
