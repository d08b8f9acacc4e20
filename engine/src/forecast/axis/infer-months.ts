import { dayMilliseconds, isMonthEnd, lastDayOfMonth, monthNumber, monthsStep, type TimeStep } from './step.ts';

const shortestMonth = 28 * dayMilliseconds;
/** Days of the month beyond this one stand for month ends where they vary, and those up to the other for its start. */
const [latest, earliest] = [25, 5];

/** Finds months, quarters or years whose times have one day of the month, or the last one where a month is shorter. */
export function inferMonths(groups: readonly Float64Array[], distances: readonly number[]): TimeStep | undefined {
  if (distances.some((distance) => distance < shortestMonth)) return undefined;
  const count = countMonths(groups);
  const day = commonDay(groups, count % 12 === 0);
  return day === undefined ? undefined : monthsStep(count, day);
}

function countMonths(groups: readonly Float64Array[]): number {
  const months = groups.flatMap((times) => {
    const numbers = Array.from(times, monthNumber);
    return numbers.slice(1).map((number, index) => number - numbers[index]);
  });
  return months.reduce(greatestDivisor, 0);
}

/** Returns the day of the month; 0 where each group has its own, undefined where there is none. */
function commonDay(groups: readonly Float64Array[], areYears: boolean): number | undefined {
  const keepsDay = groups.every((times) => times.every((time) => dayOf(time) === dayOf(times[0])));
  if (keepsDay && areYears) return 0;
  if (groups.every((times) => times.every(isMonthEnd))) return lastDayOfMonth;
  if (keepsDay) return 0;
  const day = groups.reduce((most, times) => times.reduce((one, time) => Math.max(one, dayOf(time)), most), 1);
  const hasDay = (time: number) => dayOf(time) === day || (dayOf(time) < day && isMonthEnd(time));
  return groups.every((times) => times.every(hasDay)) ? day : undefined;
}

/** Finds one time in each month on varying days, such as the last day of trading. */
export function inferVaryingDays(groups: readonly Float64Array[]): TimeStep | undefined {
  const count = countMonths(groups);
  if (count < 1) return undefined;
  const days = groups.flatMap((times) => Array.from(times, dayOf)).sort((a, b) => a - b);
  if (days[0] >= latest) return monthsStep(count, lastDayOfMonth, true);
  const middle = days[Math.floor(days.length / 2)];
  return monthsStep(count, days[days.length - 1] <= earliest ? 1 : middle, true);
}

function dayOf(time: number): number {
  return new Date(time).getUTCDate();
}

function greatestDivisor(a: number, b: number): number {
  return b === 0 ? a : greatestDivisor(b, a % b);
}
