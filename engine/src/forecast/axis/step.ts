export const stepUnits = ['month', 'weekday', 'millisecond', 'integer'] as const;

/** The distance between neighbouring times of a series: `count` units of the calendar, of the clock, or plain numbers. */
export interface TimeStep {
  unit: (typeof stepUnits)[number];
  count: number;
  /** Only for `month`: the day of each month, or the last one where a month is shorter; 0 for the day of the start. */
  day: number;
  /** Only for `month`: times are one in each month, on varying days; `day` is the usual one. */
  hasAnyDay: boolean;
  /** Only for `weekday`: the days of the week that have times, ascending from 0 for Monday. */
  weekdays: readonly number[];
}

export const dayMilliseconds = 86_400_000;
export const lastDayOfMonth = 31;

/** A time may differ from its place by this share of a step: summer time, late loggers. */
const tolerance = 0.25;

/** Returns a step of the clock or of plain numbers. */
export function evenStep(unit: 'millisecond' | 'integer', count: number): TimeStep {
  return { unit, count, day: 0, hasAnyDay: false, weekdays: [] };
}

export function monthsStep(count: number, day: number, hasAnyDay = false): TimeStep {
  return { unit: 'month', count, day, hasAnyDay, weekdays: [] };
}

export function weekdaysStep(weekdays: readonly number[]): TimeStep {
  return { unit: 'weekday', count: 1, day: 0, hasAnyDay: false, weekdays };
}

/** Returns whether a time is on a day of the week that has times. */
export function isOpen({ unit, weekdays }: TimeStep, time: number): boolean {
  return unit !== 'weekday' || weekdays.includes(weekdayOf(time));
}

/** Returns the number of steps from `start` to `time`; NaN when it lies between two places. */
export function countSteps(step: TimeStep, start: number, time: number): number {
  const { unit, count, day, hasAnyDay, weekdays } = step;
  if (unit === 'integer') return whole((time - start) / count);
  if (unit === 'weekday') return weekdayNumber(weekdays, time) - weekdayNumber(weekdays, start);
  if (unit === 'month') {
    const months = monthNumber(time) - monthNumber(start);
    const isPlaced = hasAnyDay || dayNumber(time) === dayNumber(moveMonths(start, months, day));
    return isPlaced ? whole(months / count) : Number.NaN;
  }
  const steps = (time - start) / count;
  return Math.abs(steps - Math.round(steps)) <= tolerance ? Math.round(steps) : Number.NaN;
}

/** Returns the time `steps` steps after `start`. */
export function moveSteps({ unit, count, day, weekdays }: TimeStep, start: number, steps: number): number {
  if (unit === 'month') return moveMonths(start, steps * count, day);
  if (unit !== 'weekday') return start + steps * count;
  const moved = weekdayNumber(weekdays, start) + steps;
  const week = Math.floor(moved / weekdays.length);
  const days = week * 7 + weekdays[moved - week * weekdays.length];
  return firstMonday + days * dayMilliseconds + modulo(start, dayMilliseconds);
}

const weekdayNames = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Returns the name of a step for users: `month`, `quarter`, `week`, `15 minutes`, `day from Monday to Saturday`. */
export function nameStep({ unit, count, weekdays }: TimeStep): string {
  if (unit === 'weekday') return nameWeekdays(weekdays);
  if (unit === 'integer') return count === 1 ? 'whole number' : `step of ${count}`;
  if (unit === 'month')
    return (
      ({ 1: 'month', 3: 'quarter', 6: 'half-year', 12: 'year' } as Record<number, string>)[count] ?? `${count} months`
    );
  const units = [
    ['week', 7 * dayMilliseconds],
    ['day', dayMilliseconds],
    ['hour', 3_600_000],
    ['minute', 60_000],
    ['second', 1000],
  ] as const;
  const [name, length] = units.find(([, size]) => count % size === 0) ?? ['millisecond', 1];
  return count === length ? name : `${count / length} ${name}s`;
}

function nameWeekdays(weekdays: readonly number[]): string {
  if (weekdays.join() === '0,1,2,3,4') return 'weekday';
  const starts = weekdays.filter((weekday) => !weekdays.includes((weekday + 6) % 7));
  const ends = weekdays.filter((weekday) => !weekdays.includes((weekday + 1) % 7));
  if (starts.length === 1 && weekdays.length > 2)
    return `day from ${weekdayNames[starts[0]]} to ${weekdayNames[ends[0]]}`;
  return `day on ${weekdays.map((weekday) => weekdayNames[weekday]).join(', ')}`;
}

export function monthNumber(time: number): number {
  const date = new Date(time);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

export function isMonthEnd(time: number): boolean {
  return new Date(time + dayMilliseconds).getUTCDate() === 1;
}

/** Returns the day of the week, from 0 for Monday. */
export function weekdayOf(time: number): number {
  return modulo(dayNumber(time) - dayNumber(firstMonday), 7);
}

function dayNumber(time: number): number {
  return Math.floor(time / dayMilliseconds);
}

/** Adds months and keeps the clock time; the last day of the month stands for a day that does not exist. */
function moveMonths(start: number, months: number, day: number): number {
  const date = new Date(start);
  const wanted = day || date.getUTCDate();
  const total = date.getUTCFullYear() * 12 + date.getUTCMonth() + months;
  date.setUTCFullYear(Math.floor(total / 12), modulo(total, 12) + 1, 0);
  date.setUTCDate(Math.min(wanted, date.getUTCDate()));
  return date.getTime();
}

/** 1970-01-05, the first Monday since 1970. */
export const firstMonday = 4 * dayMilliseconds;

/** Counts the days of the given weekdays since 1970; NaN for another day. */
function weekdayNumber(weekdays: readonly number[], time: number): number {
  const place = weekdays.indexOf(weekdayOf(time));
  const week = Math.floor((dayNumber(time) - dayNumber(firstMonday)) / 7);
  return place < 0 ? Number.NaN : week * weekdays.length + place;
}

function whole(steps: number): number {
  return Number.isInteger(steps) ? steps : Number.NaN;
}

export function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}
