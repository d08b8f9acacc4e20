import { deseasonalise, findIndices, reseasonalise, type SeasonalIndices } from './decompose.ts';
import { fitSmoothing } from './fit-smoothing.ts';
import { fitLine } from './line.ts';
import type { Method } from './method.ts';
import { smooth } from './smoothing.ts';

const levelOnly = { trend: 'none', season: 'none' } as const;

/**
 * The theta method (Assimakopoulos & Nikolopoulos 2000), in the closed form of Hyndman & Billah (2003): simple exponential
 * smoothing with half the slope of the line through all values, after the season is taken out.
 */
export const theta: Method = {
  name: 'theta',
  fit(fitted, season, effort) {
    if (fitted.length < 4) return undefined;
    const effects = seasonOf(fitted, season);
    const level = effects ? deseasonalise(fitted, effects) : fitted;
    const { weights, start } = fitSmoothing(levelOnly, level, 1, effort);
    return (history, horizon) => {
      const values = effects ? deseasonalise(history, effects) : history;
      const end = smooth(levelOnly, weights, start, values);
      const path = drift(values, end.level, weights.level, horizon);
      return effects ? reseasonalise(path, effects, history.length) : path;
    };
  },
};

function drift(values: Float64Array, level: number, alpha: number, horizon: number): Float64Array {
  const { slope } = fitLine(values);
  const lag = (1 - (1 - alpha) ** values.length) / alpha;
  return Float64Array.from({ length: horizon }, (_, step) => level + (slope / 2) * (step + lag));
}

function seasonOf(values: Float64Array, season: number): SeasonalIndices | undefined {
  if (season < 2 || values.length < 2 * season + 2) return undefined;
  return findIndices(values, season, values.every((value) => value > 0) ? 'multiplicative' : 'additive');
}
