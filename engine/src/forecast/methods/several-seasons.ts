import { solveSymmetric } from '../../numerics/cholesky.ts';
import type { Forecaster } from './method.ts';

export const severalSeasonsName = 'several seasons';

/** Most waves within a cycle, and the fewest whole cycles that a history must have. */
const mostWaves = 6;
const fewestCycles = 2;
/** Ridge penalty as a share of the number of values. */
const penalty = 1e-4;
/** How fast the level follows what the waves leave; the best on the history is used. */
const paces = [0.01, 0.03, 0.1, 0.3, 0.9];

/**
 * Waves of several cycles together, such as day and week or week and year, by least squares (Fourier terms: Hyndman &
 * Athanasopoulos, Forecasting: Principles and Practice, 12.1), around a level that follows the rest by exponential
 * smoothing. `cycles` are in steps. Undefined unless the history holds at least two of them.
 */
export function fitSeveralSeasons(history: Float64Array, cycles: readonly number[]): Forecaster | undefined {
  const frequencies = listFrequencies(cycles.filter((cycle) => fewestCycles * cycle <= history.length));
  if (frequencies === undefined || history.length < 4 * frequencies.length) return undefined;
  const weights = fitWaves(history, frequencies);
  if (!weights) return undefined;
  const waveAt = (place: number) => {
    let sum = 0;
    for (const [index, frequency] of frequencies.entries())
      sum += weights[2 * index] * Math.cos(frequency * place) + weights[2 * index + 1] * Math.sin(frequency * place);
    return sum;
  };
  const rest = history.map((value, place) => value - waveAt(place));
  const [pace] = paces.map((one) => ({ one, ...smoothLevel(rest, one) })).sort((a, b) => a.squares - b.squares);
  return (longer, horizon) => {
    const { level } = smoothLevel(
      longer.map((value, place) => value - waveAt(place)),
      pace.one,
    );
    return Float64Array.from({ length: horizon }, (_, step) => level + waveAt(longer.length + step));
  };
}

/** Returns the angle per step of each wave, without those that two cycles share; undefined of fewer than two cycles. */
function listFrequencies(cycles: readonly number[]): number[] | undefined {
  if (cycles.length < 2) return undefined;
  const known = new Set<number>();
  for (const cycle of cycles)
    for (let wave = 1; wave <= Math.min(mostWaves, Math.floor((cycle - 1) / 2)); wave++)
      known.add(Math.round((wave / cycle) * 1e9) / 1e9);
  return [...known].map((share) => 2 * Math.PI * share);
}

/** Returns the weights of cosine and sine of each frequency. */
function fitWaves(values: Float64Array, frequencies: readonly number[]): Float64Array | undefined {
  const size = 2 * frequencies.length + 1;
  const matrix = new Float64Array(size * size);
  const right = new Float64Array(size);
  const row = new Float64Array(size).fill(1);
  for (const [place, value] of values.entries()) {
    for (const [index, frequency] of frequencies.entries()) {
      row[2 * index] = Math.cos(frequency * place);
      row[2 * index + 1] = Math.sin(frequency * place);
    }
    for (let one = 0; one < size; one++) {
      right[one] += row[one] * value;
      for (let other = 0; other <= one; other++) matrix[one * size + other] += row[one] * row[other];
    }
  }
  for (let index = 0; index < size - 1; index++) matrix[index * size + index] += penalty * values.length;
  return solveSymmetric(matrix, right);
}

function smoothLevel(values: Float64Array, pace: number): { level: number; squares: number } {
  let [level, squares] = [values[0], 0];
  for (const value of values) {
    squares += (value - level) ** 2;
    level += pace * (value - level);
  }
  return { level, squares };
}
