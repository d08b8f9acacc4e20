/** A point from which a series is forecast as if the rest were unknown. */
export interface Origin {
  /** Values known at this point. */
  known: number;
  /** Number of values that the methods were fitted on; several origins share a fit, as in use. */
  fitted: number;
}

const originsPerFit = 3;

/** How the origins of all series are laid. */
export interface OriginPlan {
  /** Most of each series. */
  most: number;
  /** Steps from one to the next. */
  stride: number;
}

/**
 * Lays origins a horizon apart where the usual series has room for all of them, else down to half a horizon: errors of
 * trials that overlap are alike, and those of a few days say little of the others.
 */
export function planOrigins(lengths: readonly number[], horizon: number, season: number): OriginPlan {
  const most = mostOrigins(lengths.length);
  const usual = lengths.toSorted((a, b) => a - b)[Math.floor(lengths.length / 2)];
  const room = usual - horizon - fewestKnown(usual, horizon, season);
  const stride = Math.min(horizon, Math.max(Math.round(horizon / 2), Math.floor(room / (most - 1))));
  return { most, stride };
}

function mostOrigins(seriesCount: number): number {
  if (seriesCount <= 20) return 9;
  return seriesCount <= 200 ? 6 : 3;
}

function fewestKnown(length: number, horizon: number, season: number): number {
  return Math.min(Math.max(8, 2 * season + 3, Math.ceil(length / 2)), Math.max(4, length - horizon));
}

/** Origins of a series, latest first, each with `horizon` known values after it; none for a short series. */
export function chooseOrigins(length: number, horizon: number, season: number, { most, stride }: OriginPlan): Origin[] {
  const fewest = fewestKnown(length, horizon, season);
  const known: number[] = [];
  for (let end = length - horizon; end >= fewest && known.length < most; end -= stride) known.push(end);
  return known.map((end, index) => {
    const lastOfBlock = Math.min(index - (index % originsPerFit) + originsPerFit - 1, known.length - 1);
    return { known: end, fitted: known[lastOfBlock] };
  });
}
