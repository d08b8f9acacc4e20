import { dayMilliseconds, type TimeStep } from '../axis/step.ts';
import { phaseEffects } from './phase-effects.ts';

const longestGuess = 60;
/** The 90 % point of the normal distribution on both sides, as in the seasonality test of the M4 competition. */
const critical = 1.645;

/**
 * Returns the number of steps in a season, 1 for none: of the seasons that the calendar suggests (for plain numbers all
 * short ones), the strongest over all series, if it is significant. Where changes from step to step do not repeat, the
 * phases may still differ: differences double what is noise.
 */
export function findSeason(step: TimeStep, series: readonly Float64Array[]): number {
  const differences = new Map(series.map((values) => [values, changes(values)]));
  const repeating = (values: Float64Array, season: number) => strengthOf(differences.get(values)!, season);
  return strongest(step, series, repeating) ?? strongest(step, series, phaseEffects) ?? 1;
}

function strongest(
  step: TimeStep,
  series: readonly Float64Array[],
  strengthAt: (values: Float64Array, season: number) => number,
): number | undefined {
  // One of some sixty lags is significant by chance, so plain numbers need twice the strength.
  let best: { season?: number; strength: number } = { strength: step.unit === 'integer' ? 2 : 1 };
  for (const season of suggestSeasons(step)) {
    const long = series.filter((values) => values.length >= 2 * season + 3);
    const strength = long.reduce((sum, values) => sum + strengthAt(values, season), 0) / long.length;
    if (strength > best.strength) best = { season, strength };
  }
  return best.season;
}

const yearMilliseconds = 365.25 * dayMilliseconds;

/** Returns the cycles of the calendar (day, week, year) in steps of this length; none for months and plain numbers. */
export function cyclesOf({ unit, count, weekdays }: TimeStep): number[] {
  if (unit === 'weekday') return [weekdays.length, (yearMilliseconds / (7 * dayMilliseconds)) * weekdays.length];
  if (unit !== 'millisecond') return [];
  return [dayMilliseconds, 7 * dayMilliseconds, yearMilliseconds]
    .map((length) => length / count)
    .filter((one) => one >= 3);
}

function suggestSeasons({ unit, count, weekdays }: TimeStep): number[] {
  if (unit === 'month') return 12 % count === 0 && count < 12 ? [12 / count] : [];
  if (unit === 'weekday') return [weekdays.length];
  if (unit === 'integer') return Array.from({ length: longestGuess - 1 }, (_, index) => index + 2);
  const lengths = [60_000, 3_600_000, dayMilliseconds, 7 * dayMilliseconds, 364 * dayMilliseconds];
  const seasons = lengths.map((length) => length / count);
  return seasons.filter((season) => Number.isInteger(season) && season > 1 && season <= 400);
}

function changes(values: Float64Array): Float64Array {
  return values.subarray(1).map((value, index) => value - values[index]);
}

/**
 * Returns the autocorrelation at the season, divided by its critical value (Bartlett's formula); above 1 is
 * significant. 0 where it only fades until then, as that of any smooth series does: half-hours had a season of an hour.
 */
function strengthOf(values: Float64Array, season: number): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const centred = values.map((value) => value - mean);
  const variance = correlate(centred, 0);
  if (!(variance > 0)) return 0;
  let [squares, least] = [0, Number.POSITIVE_INFINITY];
  for (let lag = 1; lag < season; lag++) {
    const correlation = correlate(centred, lag) / variance;
    squares += correlation ** 2;
    least = Math.min(least, correlation);
  }
  const correlation = correlate(centred, season) / variance;
  return correlation > least ? correlation / (critical * Math.sqrt((1 + 2 * squares) / values.length)) : 0;
}

function correlate(values: Float64Array, lag: number): number {
  let sum = 0;
  for (let index = lag; index < values.length; index++) sum += values[index] * values[index - lag];
  return sum;
}
