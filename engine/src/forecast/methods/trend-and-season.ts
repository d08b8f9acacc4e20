import { deseasonalise, findIndices, reseasonalise } from './decompose.ts';
import { fitLine } from './line.ts';
import type { Method } from './method.ts';

/**
 * A line and seasonal effects through all values, with first-order autoregressive errors: the last distance fades by
 * its correlation from step to step. This method uses the growth of the whole past, while smoothing uses that of the
 * last years.
 */
export const trendAndSeason: Method = {
  name: 'trend and season',
  fit: (fitted, season) =>
    fitted.length < 2 * season + 8 ? undefined : (history, horizon) => extend(history, season, horizon),
};

function extend(history: Float64Array, season: number, horizon: number): Float64Array {
  const count = history.length;
  const effects = season > 1 ? findIndices(history, season, 'additive') : undefined;
  const values = effects ? deseasonalise(history, effects) : history;
  const { level, slope } = fitLine(values);
  const distances = values.map((value, index) => value - level - slope * index);
  const kept = correlateSteps(distances);
  const path = Float64Array.from(
    { length: horizon },
    (_, step) => level + slope * (count + step) + distances[count - 1] * kept ** (step + 1),
  );
  return effects ? reseasonalise(path, effects, count) : path;
}

/** Returns the share of a distance that remains after a step, 0-1. */
function correlateSteps(distances: Float64Array): number {
  let [product, square] = [0, 0];
  for (let index = 1; index < distances.length; index++) {
    product += distances[index] * distances[index - 1];
    square += distances[index - 1] ** 2;
  }
  return square > 0 ? Math.min(1, Math.max(0, product / square)) : 0;
}
