import { readFileSync } from 'node:fs';
import type { SmoothingForm, SmoothingStart, SmoothingWeights } from '../../src/forecast/methods/smoothing.ts';

interface Recorded {
  /** 60 months of airline passengers (Box & Jenkins 1970, series G). */
  values: number[];
  /** `best_squares`: what statsmodels reaches when it fits the form. */
  smoothing: {
    form: SmoothingForm;
    weights: SmoothingWeights;
    start: Omit<SmoothingStart, 'seasons'> & { seasons: number[] };
    squares: number;
    forecast: number[];
    best_squares: number;
  }[];
  indices: Record<'additive' | 'multiplicative', number[]>;
  theta: { forecast: number[] };
  /** A ridge regression on the lags, solved by NumPy. */
  autoregression: { seasonal: number[] };
}

/** Results of statsmodels 0.15 for the same values. */
export const recorded: Recorded = JSON.parse(readFileSync(new URL('recorded.json', import.meta.url), 'utf8'));
export const passengers = Float64Array.from(recorded.values);
