import { dayMilliseconds, firstMonday, type TimeStep, weekdayOf, weekdaysStep } from './step.ts';

const [friday, saturday, sunday] = [4, 5, 6];
/** Days off that many countries and shops have, and the number of weeks that prove them. */
const usualDaysOff: readonly [days: readonly number[], weeks: number][] = [
  [[saturday, sunday], 1],
  [[friday, saturday], 2],
  [[sunday], 2],
  [[friday], 2],
];
const fewestWeeks = 4;
/** A day that at most this share of so many weeks has is an exception, such as a session of an exchange on a Saturday. */
const [exceptional, weeksOfExceptions] = [0.05, 20];

/**
 * Finds the days of the week that have times, where the others never do: Monday to Friday or Saturday, Sunday to
 * Thursday, Tuesday and Friday. A day that the times did not pass yet is taken for one with times. Rare exceptions are
 * no times of the step.
 */
export function inferWeekdays(groups: readonly Float64Array[], usualDistance: number): TimeStep | undefined {
  if (usualDistance % dayMilliseconds !== 0 || usualDistance >= 7 * dayMilliseconds) return undefined;
  const passed = new Float64Array(7);
  const seen = new Float64Array(7);
  for (const times of groups) countWeekdays(times, seen, passed);
  const isRare = (day: number) => passed[day] >= weeksOfExceptions && seen[day] <= exceptional * passed[day];
  const off = week.filter((day) => passed[day] > 0 && (seen[day] === 0 || isRare(day)));
  const weekdays = week.filter((day) => !off.includes(day));
  if (off.length === 0 || weekdays.length < 2) return undefined;
  const known = usualDaysOff.find(([days]) => days.join() === off.join())?.[1] ?? fewestWeeks;
  const hasTimes = groups.every((times) => times.some((time) => weekdays.includes(weekdayOf(time))));
  return hasTimes && off.every((day) => passed[day] >= known) ? weekdaysStep(weekdays) : undefined;
}

const week = [0, 1, 2, 3, 4, 5, 6];

function countWeekdays(times: Float64Array, seen: Float64Array, passed: Float64Array): void {
  for (const time of times) seen[weekdayOf(time)] += 1;
  const dayOf = (time: number) => Math.floor((time - firstMonday) / dayMilliseconds);
  const [first, last] = [dayOf(times[0]), dayOf(times[times.length - 1])];
  // The days from the first to the last, counted by weekday.
  for (const day of week) passed[day] += Math.floor((last - day) / 7) - Math.floor((first - 1 - day) / 7);
}
