import { dayMilliseconds, weekdayOf } from './step.ts';

/** Returns the Monday of a week of ISO 8601; NaN where the year has no such week. */
export function mondayOf(year: number, week: number): number {
  const first = firstMondayOf(year);
  const monday = first + (week - 1) * 7 * dayMilliseconds;
  return week >= 1 && monday < firstMondayOf(year + 1) ? monday : Number.NaN;
}

/** Returns the year and the number of the ISO week that contains a time. */
export function weekOf(time: number): { year: number; number: number } {
  const thursday = time + (3 - weekdayOf(time)) * dayMilliseconds;
  const year = new Date(thursday).getUTCFullYear();
  return { year, number: Math.floor((thursday - firstMondayOf(year)) / (7 * dayMilliseconds)) + 1 };
}

/** The Monday of the week that contains 4 January. */
function firstMondayOf(year: number): number {
  const fourth = Date.UTC(year, 0, 4);
  return fourth - weekdayOf(fourth) * dayMilliseconds;
}
