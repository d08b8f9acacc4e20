import type { Method } from './method.ts';

/** Each step repeats the value one season before; without a season the last value stays. */
export const seasonalNaive: Method = {
  name: 'seasonal naive',
  fit: (fitted, season) =>
    fitted.length < season ? undefined : (history, horizon) => repeat(history, season, horizon),
};

function repeat(history: Float64Array, season: number, horizon: number): Float64Array {
  const start = history.length - season;
  return Float64Array.from({ length: horizon }, (_, step) => history[start + (step % season)]);
}
