import { errorOfShare } from '../../bounds/calibration-table.ts';
import type { CalibrationBin } from '../../description.ts';
import { boundsApart } from './bounds-apart.ts';
import { fitForecastBounds, type ScaledErrors } from './error-bounds.ts';

const levels = [0.5, 0.6, 0.7, 0.8, 0.9, 0.95];

/** Measures how often bounds hold, of each origin by bounds from the others. Empty with one trial. */
export function crossCheckForecast(errors: readonly ScaledErrors[], horizon: number): CalibrationBin[] {
  const apart = boundsApart(errors, horizon, levels);
  const counts = levels.map(() => ({ inside: 0, count: 0 }));
  for (const [series, own] of errors.entries())
    for (const [place, trial] of own.entries()) {
      const widths = apart(series, place);
      if (!widths) continue;
      for (const [index, count] of counts.entries())
        for (const [step, error] of trial.entries()) {
          count.count += 1;
          if (Math.abs(error) <= widths(index, step)) count.inside += 1;
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
