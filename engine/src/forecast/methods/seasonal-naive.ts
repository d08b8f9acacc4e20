import type { Method } from './method.ts';

/** Repeats the value of one season before; without a season the last value. */
export const seasonalNaive: Method = {
  name: 'seasonal naive',
  fit: (fitted, season) =>
    fitted.length < season ? undefined : (history, horizon) => repeatSeason(history, season, horizon),
};

/** Repeats the last season; with less than a season known, the last value. */
export function repeatSeason(history: Float64Array, season: number, horizon: number): Float64Array {
  const length = history.length < season ? 1 : season;
  const start = history.length - length;
  return Float64Array.from({ length: horizon }, (_, step) => history[start + (step % length)]);
}
