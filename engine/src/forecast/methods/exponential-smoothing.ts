import { fitSmoothing } from './fit-smoothing.ts';
import type { Forecaster, Method } from './method.ts';
import { extrapolate, type FittedSmoothing, type SmoothingForm, smooth } from './smoothing.ts';

/** Forms with an Akaike weight below this share of the best one's are dropped. */
const leastShare = 0.02;

/**
 * Exponential smoothing in several forms, averaged by Akaike weights: where the past does not show whether there is a
 * trend, half a trend is safer (Kolassa 2011).
 */
export function exponentialSmoothing(name: string, forms: readonly SmoothingForm[]): Method {
  return {
    name,
    fit(history, season, effort) {
      const suited = forms.filter(
        (form) => suits(form, history, season) && !(effort.isShort && form.trend === 'damped'),
      );
      if (suited.length === 0) return undefined;
      const fits = suited.map((form) => fitSmoothing(form, history, season, effort));
      return averageOf(fits);
    },
  };
}

function suits(form: SmoothingForm, values: Float64Array, season: number): boolean {
  if (form.season === 'none') return values.length >= (form.trend === 'none' ? 3 : 6);
  if (season < 2 || values.length < 2 * season + 2) return false;
  return form.season === 'additive' || values.every((value) => value > 0);
}

function averageOf(fits: readonly FittedSmoothing[]): Forecaster {
  const best = Math.min(...fits.map(({ criterion }) => criterion));
  const shares = fits.map(({ criterion }) => Math.exp((best - criterion) / 2));
  const kept = fits.filter((_, index) => shares[index] >= leastShare);
  const total = shares.reduce((sum, share) => sum + (share >= leastShare ? share : 0), 0);
  return (history, horizon) => {
    const path = new Float64Array(horizon);
    for (const fit of kept) {
      const weight = Math.exp((best - fit.criterion) / 2) / total;
      for (const [step, value] of continueWith(fit, history, horizon).entries()) path[step] += weight * value;
    }
    return path;
  };
}

function continueWith({ form, weights, start }: FittedSmoothing, history: Float64Array, horizon: number): Float64Array {
  return extrapolate(form, weights, smooth(form, weights, start, history), history.length, horizon);
}
