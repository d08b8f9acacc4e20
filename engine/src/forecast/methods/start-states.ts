import { deseasonalise, findIndices } from './decompose.ts';
import { fitLine } from './line.ts';
import type { SmoothingForm, SmoothingStart } from './smoothing.ts';

/** Initial states: seasonal effects by classical decomposition, level and slope by a line through the first values. */
export function guessStart({ trend, season }: SmoothingForm, values: Float64Array, period: number): SmoothingStart {
  if (season === 'none') return { ...guessLine(trend, values.subarray(0, 10)), seasons: new Float64Array(0) };
  // Uses the first seasons only, because the whole history would blur effects that change.
  const effects = findIndices(values.subarray(0, 4 * period), period, season);
  const level = deseasonalise(values.subarray(0, Math.max(10, 2 * period)), effects);
  return { ...guessLine(trend, level), seasons: effects.indices };
}

/** Guesses level and slope by a line, which is extended to one step before the first value. */
function guessLine(trend: SmoothingForm['trend'], values: Float64Array): { level: number; slope: number } {
  const { level, slope } = fitLine(values);
  if (trend !== 'none') return { level: level - slope, slope };
  return { level: level + (slope * (values.length - 1)) / 2, slope: 0 };
}
