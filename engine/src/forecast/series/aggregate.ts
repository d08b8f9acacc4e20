import type { Aggregate } from '../../request.ts';
import type { TimeFormat } from '../axis/format.ts';
import { inferStep, isKept, mostMissing } from '../axis/infer-step.ts';
import { dayMilliseconds, weekdayOf } from '../axis/step.ts';
import type { OrderedSeries } from './order-rows.ts';

/** Sums and counts are 0 at a time without rows, so that more of them may lack. */
const mostAbsentOfAdded = 0.5;

/** Returns the value of a time without rows, and the share of the times that may be without. */
export function absenceOf(aggregate: Aggregate | undefined): { absent: number; mostAbsent: number } {
  const isAdded = aggregate === 'sum' || aggregate === 'count';
  return isAdded ? { absent: 0, mostAbsent: mostAbsentOfAdded } : { absent: Number.NaN, mostAbsent: mostMissing };
}

export interface Aggregated {
  series: OrderedSeries[];
  format: TimeFormat;
  warnings: string[];
}

const spans = ['hour', 'day', 'week', 'month'] as const;

/**
 * Takes the rows of each time together. Times that follow no step, such as those of single sales, are taken together by
 * the shortest of hour, day, week and month that leaves few of them without rows.
 */
export function aggregateRows(ordered: readonly OrderedSeries[], how: Aggregate, format: TimeFormat): Aggregated {
  const equal = ordered.map((series) => mergeEqual(series, how));
  const { mostAbsent } = absenceOf(how);
  const found = isEven(equal, format, mostAbsent) ? undefined : findSpan(ordered, how, format, mostAbsent);
  const series = found?.series ?? equal;
  return { series, format: found?.format ?? format, warnings: [describe(ordered, series, how, found?.span)] };
}

function isEven(series: readonly OrderedSeries[], { style }: TimeFormat, mostAbsent: number): boolean {
  const times = series.map(({ moments }) => moments);
  const step = inferStep(times, style === 'integer');
  return step === undefined || isKept(step, times, mostAbsent);
}

function findSpan(ordered: readonly OrderedSeries[], how: Aggregate, format: TimeFormat, mostAbsent: number) {
  if (format.style !== 'timestamp' && format.style !== 'date' && format.style !== 'count') return undefined;
  for (const span of spans) {
    const series = ordered.map(({ moments, ...rest }) =>
      mergeEqual({ ...rest, moments: moments.map((moment) => startOfSpan(moment, span)) }, how),
    );
    const isWhole = format.style === 'timestamp' && span !== 'hour';
    const own: TimeFormat = isWhole ? { style: 'date' } : format;
    if (isEven(series, own, mostAbsent)) return { series, span, format: own };
  }
  return undefined;
}

function startOfSpan(time: number, span: (typeof spans)[number]): number {
  if (span === 'hour') return Math.floor(time / 3_600_000) * 3_600_000;
  const day = Math.floor(time / dayMilliseconds) * dayMilliseconds;
  if (span === 'day') return day;
  if (span === 'week') return day - weekdayOf(day) * dayMilliseconds;
  return day - (new Date(day).getUTCDate() - 1) * dayMilliseconds;
}

/** Merges neighbours of equal time. */
function mergeEqual({ key, moments, values }: OrderedSeries, how: Aggregate): OrderedSeries {
  const starts = Array.from(moments.keys()).filter((place) => place === 0 || moments[place] !== moments[place - 1]);
  const merged = starts.map((start, index) => combine(values.subarray(start, starts[index + 1]), how));
  return { key, moments: Float64Array.from(starts, (start) => moments[start]), values: Float64Array.from(merged) };
}

function combine(values: Float64Array, how: Aggregate): number {
  if (how === 'count') return values.length;
  if (how === 'last') return values[values.length - 1];
  const sum = values.reduce((total, value) => total + value, 0);
  return how === 'sum' ? sum : sum / values.length;
}

function describe(
  ordered: readonly OrderedSeries[],
  series: readonly OrderedSeries[],
  how: Aggregate,
  span: string | undefined,
): string {
  const count = (some: readonly OrderedSeries[]) => some.reduce((total, { moments }) => total + moments.length, 0);
  const names = { sum: 'the sum of', mean: 'the mean of', last: 'the last of', count: 'the number of' };
  const by = span === undefined ? '' : ` by ${span}, of which the first and the last may be incomplete`;
  return `${count(ordered)} rows are aggregated to ${count(series)} times${by}: each value is ${names[how]} its rows`;
}
