import { difference } from '../methods/differences.ts';

/** Weights of former errors: of the step before, and of the season before. */
export interface Whitening {
  step: number;
  season: number;
}

/** Kinds of noise that are tried; the one under which the inputs leave the least is used. */
export function listWhitenings(season: number): Whitening[] {
  const weights = [0, 0.5, 0.8, 0.95];
  if (season < 2) return weights.map((step) => ({ step, season: 0 }));
  return weights.flatMap((step) => weights.map((seasonal) => ({ step, season: seasonal })));
}

/** Returns the changes of a series, from step to step and from season to season. */
export function changesOf(values: Float64Array, season: number): Float64Array {
  const steps = difference(values, 1);
  return season > 1 ? difference(steps, Math.min(season, steps.length)) : steps;
}

/** Takes out of changes what former errors explain, as moving averages of order (0,1,1)(0,1,1) do (Box & Jenkins 1970). */
export function whiten(changes: Float64Array, { step, season: seasonal }: Whitening, season: number): Float64Array {
  const errors = new Float64Array(changes.length);
  for (let place = 0; place < changes.length; place++) {
    let error = changes[place];
    if (place >= 1) error += step * errors[place - 1];
    if (season > 1 && place >= season) error += seasonal * errors[place - season];
    if (season > 1 && place > season) error -= step * seasonal * errors[place - season - 1];
    errors[place] = error;
  }
  return errors;
}
