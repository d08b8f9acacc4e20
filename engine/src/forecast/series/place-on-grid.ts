import { TrainingError } from '../../errors.ts';
import { type TimeFormat, writeTime } from '../axis/format.ts';
import { mostMissing } from '../axis/infer-step.ts';
import { countSteps, moveSteps, type TimeStep } from '../axis/step.ts';
import type { GroupKey } from './keys.ts';
import type { OrderedSeries } from './order-rows.ts';

/** One series on an even grid from its first to its last known value; NaN where a value is missing. */
export interface Series {
  key: GroupKey;
  /** Time of the first value. */
  start: number;
  values: Float64Array;
}

/** Maximum number of places of a series, so that a typo in one date cannot exhaust memory. */
const mostSteps = 5_000_000;

export interface GridSettings {
  step: TimeStep;
  format: TimeFormat;
  /** The value of a place without rows, and the share of the places that may be without. */
  absent: number;
  mostAbsent: number;
}

/** Puts a series on its grid. Throws a TrainingError that names the series where its times do not fit. */
export function placeOnGrid(
  { key, moments, values }: OrderedSeries,
  { step, format, absent, mostAbsent }: GridSettings,
  name: string,
): Series {
  const start = moments[0];
  const places = moments.map((moment) => countSteps(step, start, moment));
  const lost = places.findIndex((place, index) => Number.isNaN(place) || (index > 0 && place === places[index - 1]));
  if (lost >= 0)
    throw irregular(
      `${name} has ${writeTime(format, moments[lost])} where ${describeNext(step, start, format)} follow each other evenly: leave that row out, or set options.aggregate to sum, mean, last or count, which takes rows together by hour, day, week or month`,
    );
  const length = places[places.length - 1] + 1;
  const missing = length - values.length;
  if (missing > mostAbsent * length || length > mostSteps)
    throw irregular(
      `${name} lacks ${missing} of the ${length} times from ${writeTime(format, start)} on: at most ${mostAbsent === mostMissing ? 'a fifth' : 'half'} may be missing: add these times, leave the series out, or set options.aggregate to sum or count where a time without rows counts as 0`,
    );
  const grid = new Float64Array(length).fill(absent);
  for (const [index, place] of places.entries()) grid[place] = values[index];
  return { key, start, values: grid };
}

function describeNext(step: TimeStep, start: number, format: TimeFormat): string {
  return [0, 1, 2].map((steps) => writeTime(format, moveSteps(step, start, steps))).join(', ');
}

function irregular(message: string): TrainingError {
  return new TrainingError('times_irregular', message);
}
