import { dayMilliseconds, isMonthEnd, monthNumber, type TimeStep } from './step.ts';

const shortestMonth = 28 * dayMilliseconds;

/**
 * Finds the step between the times of all groups (ascending, without repeats). The calendar is tried first: equal days
 * of the month are months, quarters or years; weeks without weekends are weekdays. Otherwise it is the most frequent
 * distance.
 */
export function inferStep(groups: readonly Float64Array[], areIntegers: boolean): TimeStep | undefined {
  const distances = groups.flatMap((times) => [...distancesOf(times)]);
  if (distances.length === 0) return undefined;
  if (areIntegers) return { unit: 'integer', count: mostFrequent(distances), atMonthEnd: false };
  return monthStep(groups, distances) ?? clockStep(groups, distances);
}

function distancesOf(times: Float64Array): Float64Array {
  return times.subarray(1).map((time, index) => time - times[index]);
}

function monthStep(groups: readonly Float64Array[], distances: readonly number[]): TimeStep | undefined {
  if (distances.some((distance) => distance < shortestMonth)) return undefined;
  const atMonthEnd = groups.every((times) => times.every(isMonthEnd));
  const keepsDay = groups.every((times) => times.every((time) => dayAndClock(time) === dayAndClock(times[0])));
  if (!atMonthEnd && !keepsDay) return undefined;
  const months = groups.flatMap((times) => [...distancesOf(times.map(monthNumber))]);
  return { unit: 'month', count: months.reduce(greatestDivisor), atMonthEnd: atMonthEnd && !keepsDay };
}

function dayAndClock(time: number): number {
  const date = new Date(time);
  return date.getUTCDate() * dayMilliseconds + (((time % dayMilliseconds) + dayMilliseconds) % dayMilliseconds);
}

function clockStep(groups: readonly Float64Array[], distances: readonly number[]): TimeStep {
  const count = mostFrequent(distances);
  const isWorkday = (time: number) => ![0, 6].includes(new Date(time).getUTCDay());
  const skipsWeekends =
    groups.every((times) => times.every(isWorkday)) && distances.some((distance) => distance > count);
  return count === dayMilliseconds && skipsWeekends
    ? { unit: 'weekday', count: 1, atMonthEnd: false }
    : { unit: 'millisecond', count, atMonthEnd: false };
}

/** Returns the most frequent distance; the smaller of two that are equally frequent. */
function mostFrequent(distances: readonly number[]): number {
  const counts = new Map<number, number>();
  for (const distance of distances) counts.set(distance, (counts.get(distance) ?? 0) + 1);
  return [...counts].reduce((best, one) =>
    one[1] > best[1] || (one[1] === best[1] && one[0] < best[0]) ? one : best,
  )[0];
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
