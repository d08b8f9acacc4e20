import type { ForecastState } from './forecast-state.ts';
import { applyEffect } from './inputs/fit-with-inputs.ts';
import type { InputBook } from './inputs/input-book.ts';
import type { Newest } from './newest-values.ts';
import type { FarAt, PathReader, Valued } from './valued.ts';

export function createPathReader({ paths, limit, inputs }: ForecastState, book: InputBook | undefined): PathReader {
  if (!inputs || !book) return (series, steps) => paths[series * limit + steps - 1];
  return (series, steps, given) => {
    const effect = book.effectAt(series, steps, given);
    return typeof effect === 'string' ? effect : applyEffect(inputs.form, paths[series * limit + steps - 1], effect, 1);
  };
}

export interface Known {
  newest: ReadonlyMap<number, Newest>;
  pathAt: PathReader;
  farAt?: FarAt;
  factorsOf(series: number): Float64Array;
  /** Of the bounds, in units of the size of errors. */
  distance: number;
}

export function valueSteps(state: ForecastState, { newest, pathAt, farAt, factorsOf, distance }: Known): Valued {
  const { scales, growth, following } = state;
  const kept = following?.kept ?? 1;
  return (series, steps, given) => {
    const path = pathAt(series, steps, given);
    if (typeof path === 'string') return { column: path, steps };
    const { steps: seen, level } = newest.get(series) ?? { steps: 0, level: 0 };
    const factor = factorsOf(series)[steps - 1];
    const plain = growth[steps - 1];
    const size = seen > 0 && following ? Math.min(plain, following.growth[steps - seen - 1]) : plain;
    const far = farAt?.(series, steps, given);
    const width = distance * scales[series] * size * factor * (far?.times ?? 1);
    return { value: path + level * kept ** (steps - seen) * factor, below: width, above: width, ...(far && { far }) };
  };
}
