import { fitSmoothing } from './fit-smoothing.ts';
import type { Forecaster, Method } from './method.ts';
import { extrapolate, type FittedSmoothing, type SmoothingForm, smooth } from './smoothing.ts';

/** Exponential smoothing in the best of some forms by the corrected Akaike criterion. */
export function exponentialSmoothing(name: string, forms: readonly SmoothingForm[]): Method {
  return {
    name,
    fit(history, season) {
      const suited = forms.filter((form) => suits(form, history, season));
      if (suited.length === 0) return undefined;
      const fits = suited.map((form) => fitSmoothing(form, history, season));
      return continueWith(fits.reduce((best, fit) => (fit.criterion < best.criterion ? fit : best)));
    },
  };
}

function suits(form: SmoothingForm, values: Float64Array, season: number): boolean {
  if (form.season === 'none') return values.length >= (form.trend === 'none' ? 3 : 6);
  if (season < 2 || values.length < 2 * season + 2) return false;
  return form.season === 'additive' || values.every((value) => value > 0);
}

function continueWith({ form, weights, start }: FittedSmoothing): Forecaster {
  return (history, horizon) => {
    const end = smooth(form, weights, start, history);
    return extrapolate(form, weights, end, history.length, horizon);
  };
}
