import { distanceOfForecasts, fitForecastBounds, type ScaledErrors } from './error-bounds.ts';

/** Half the width of the bounds at a level (by its place) and a step (from 0), in units of the recent naive error. */
export type Widths = (level: number, step: number) => number;

/**
 * Bounds for each trial of a series that do not know its errors: from other origins, without its neighbours where
 * possible, because trials overlap; with a single origin, from the other series. Undefined where nothing else is known.
 */
export function boundsApart(
  errors: readonly ScaledErrors[],
  horizon: number,
  levels: readonly number[],
): (series: number, place: number) => Widths | undefined {
  const moments = Math.max(0, ...errors.map(({ length }) => length));
  const bySeries = moments < 2;
  const fits = Array.from({ length: bySeries ? errors.length : moments }, (_, part) => {
    const others = errors.map((own, series) =>
      own.filter((__, place) => (bySeries ? series !== part : isApart(place, part, moments))),
    );
    if (others.every(({ length }) => length === 0)) return undefined;
    const { bounds, growth, sizes } = fitForecastBounds(others, horizon, horizon);
    return { growth, sizes, distances: levels.map((level) => distanceOfForecasts(bounds, level)) };
  });
  return (series, place) => {
    const fit = fits[bySeries ? series : place];
    return fit && ((level, step) => fit.distances[level] * fit.growth[step] * fit.sizes[series]);
  };
}

/** Returns whether two origins are far enough apart; neighbours are left out when there are more than three origins. */
function isApart(place: number, part: number, moments: number): boolean {
  return moments > 3 ? Math.abs(place - part) > 1 : place !== part;
}
