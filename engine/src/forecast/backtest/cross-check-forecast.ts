import { errorOfShare } from '../../bounds/calibration-table.ts';
import { distanceAt } from '../../bounds/few-errors.ts';
import type { CalibrationBin } from '../../description.ts';
import { fitForecastBounds, type ScaledErrors } from './error-bounds.ts';

const levels = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95];

/**
 * Measures how often bounds hold. Each origin is judged by bounds from the others, without its neighbours where
 * possible, because trials overlap. With a single origin each series is judged by the others. Empty with one trial.
 */
export function crossCheckForecast(errors: readonly ScaledErrors[], horizon: number): CalibrationBin[] {
  const moments = Math.max(0, ...errors.map(({ length }) => length));
  const bySeries = moments < 2;
  const counts = levels.map(() => ({ inside: 0, count: 0 }));
  for (let part = 0; part < (bySeries ? errors.length : moments); part++) {
    const others = errors.map((own, series) =>
      own.filter((_, place) => (bySeries ? series !== part : isApart(place, part, moments))),
    );
    if (others.every(({ length }) => length === 0)) continue;
    const { bounds, growth, sizes } = fitForecastBounds(others, horizon, horizon);
    for (const [index, level] of levels.entries()) {
      const distance = distanceAt(bounds, level);
      for (const [series, own] of errors.entries())
        for (const trial of bySeries ? (series === part ? own : []) : own.slice(part, part + 1))
          for (const [step, error] of trial.entries()) {
            counts[index].count += 1;
            if (Math.abs(error) <= distance * growth[step] * sizes[series]) counts[index].inside += 1;
          }
    }
  }
  const independent = fitForecastBounds(errors, horizon, horizon).bounds.rowCount;
  return levels.flatMap((confidence, index) => {
    const { inside, count } = counts[index];
    if (count === 0) return [];
    const observed = inside / count;
    return [{ confidence, observed, standard_error: errorOfShare(observed, independent), count }];
  });
}

/** Returns whether two origins are far enough apart; neighbours are left out when there are more than three origins. */
function isApart(place: number, part: number, moments: number): boolean {
  return moments > 3 ? Math.abs(place - part) > 1 : place !== part;
}
