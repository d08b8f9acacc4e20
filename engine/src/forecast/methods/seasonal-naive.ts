import type { Method } from './method.ts';

/** Each step repeats the value one season before; without a season the last value stays. */
export const seasonalNaive: Method = {
  name: 'seasonal naive',
  fit: (fitted, season) =>
    fitted.length < season ? undefined : (history, horizon) => repeatSeason(history, season, horizon),
};

/** The last season over and over; of less than a season the last value. */
export function repeatSeason(history: Float64Array, season: number, horizon: number): Float64Array {
  const length = history.length < season ? 1 : season;
  const start = history.length - length;
  return Float64Array.from({ length: horizon }, (_, step) => history[start + (step % length)]);
}
