/** A point from which a series is forecast as if the rest were unknown. */
export interface Origin {
  /** Values known at this point. */
  known: number;
  /** Number of values that the methods were fitted on; several origins share a fit, as in use. */
  fitted: number;
}

const originsPerFit = 3;

/** At most `most` origins, latest first, half a horizon apart, each with `horizon` known values after it; none for a short series. */
export function chooseOrigins(length: number, horizon: number, season: number, most: number): Origin[] {
  const fewest = Math.min(Math.max(8, 2 * season + 3, Math.ceil(length / 2)), Math.max(4, length - horizon));
  const stride = Math.max(1, Math.round(horizon / 2));
  const known: number[] = [];
  for (let end = length - horizon; end >= fewest && known.length < most; end -= stride) known.push(end);
  return known.map((end, index) => {
    const lastOfBlock = Math.min(index - (index % originsPerFit) + originsPerFit - 1, known.length - 1);
    return { known: end, fitted: known[lastOfBlock] };
  });
}
