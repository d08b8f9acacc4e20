/**
 * Conformal bounds: the truth of a new row lies between two quantiles of the validation errors with the asked
 * probability if rows are exchangeable (Vovk et al. 2005; Barber et al. 2021). Each error is divided by a scale of its
 * row first.
 */
export interface ErrorBounds {
  /** Ascending scaled errors (truth minus prediction): all of them, or evenly spaced ranks of very many. */
  errors: Float64Array;
  /** Independent rows behind the errors, for the finite-sample correction. */
  rowCount: number;
}

const mostErrors = 4001;

/** Keeps at most `most` errors. */
export function collectBounds(scaledErrors: Float64Array, rowCount: number, most = mostErrors): ErrorBounds {
  const sorted = scaledErrors.slice().sort();
  if (sorted.length <= most) return { errors: sorted, rowCount };
  const step = (sorted.length - 1) / (most - 1);
  return { errors: Float64Array.from({ length: most }, (_, rank) => sorted[Math.round(rank * step)]), rowCount };
}

/** The scaled error below which the truth lies with probability `level`, corrected for the finite number of rows. */
function errorQuantile({ errors, rowCount }: ErrorBounds, level: number, up: boolean): number {
  const corrected = up ? (level * (rowCount + 1)) / rowCount : (level * (rowCount + 1) - 1) / rowCount;
  const position = Math.min(1, Math.max(0, corrected)) * (errors.length - 1);
  const below = Math.floor(position);
  const above = Math.min(below + 1, errors.length - 1);
  return errors[below] + (position - below) * (errors[above] - errors[below]);
}

/**
 * Scaled distances of both bounds from the prediction, with half the risk on each side. The prediction must lie between
 * them, so where nearly all errors are on one side the other side takes its risk too.
 */
export function boundsAt(bounds: ErrorBounds, coverage: number): { below: number; above: number } {
  const risk = (1 - coverage) / 2;
  const below = errorQuantile(bounds, risk, false);
  const above = errorQuantile(bounds, 1 - risk, true);
  if (below <= 0 && above >= 0) return { below, above };
  const { errors } = bounds;
  const negative = firstRank(errors, (error) => error >= 0) / errors.length;
  return above < 0
    ? { below: errorQuantile(bounds, negative - coverage, false), above: 0 }
    : { below: 0, above: errorQuantile(bounds, negative + coverage, true) };
}

/**
 * Scaled distances of bounds that reach one end of the target's support, so that all of the risk is on the other side.
 * The distance to the end is infinite.
 */
export function boundsTo(end: 'low' | 'high', bounds: ErrorBounds, coverage: number): { below: number; above: number } {
  return end === 'low'
    ? { below: Number.NEGATIVE_INFINITY, above: Math.max(0, errorQuantile(bounds, coverage, true)) }
    : { below: Math.min(0, errorQuantile(bounds, 1 - coverage, false)), above: Number.POSITIVE_INFINITY };
}

/** Index of the first ascending error that is far enough, by binary search; their number when none is. */
function firstRank(errors: Float64Array, isFarEnough: (error: number) => boolean): number {
  let [low, high] = [0, errors.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (isFarEnough(errors[middle])) high = middle;
    else low = middle + 1;
  }
  return low;
}
