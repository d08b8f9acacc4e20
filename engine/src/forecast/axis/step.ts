export const stepUnits = ['month', 'weekday', 'millisecond', 'integer'] as const;

/** The distance between neighbouring times of a series: `count` units of the calendar, of the clock, or plain numbers. */
export interface TimeStep {
  unit: (typeof stepUnits)[number];
  count: number;
  /** Only for `month`: each time is the last day of its month. */
  atMonthEnd: boolean;
}

export const dayMilliseconds = 86_400_000;

/** A time may differ from its place by this share of a step: summer time, late loggers. */
const tolerance = 0.25;

/** Returns the number of steps from `start` to `time`; NaN when it lies between two places. */
export function countSteps({ unit, count, atMonthEnd }: TimeStep, start: number, time: number): number {
  if (unit === 'integer') return whole((time - start) / count);
  if (unit === 'weekday') return whole(weekdayNumber(time) - weekdayNumber(start));
  if (unit === 'month') {
    const isPlaced = atMonthEnd
      ? isMonthEnd(time)
      : time === moveMonths(start, monthNumber(time) - monthNumber(start), false);
    return isPlaced ? whole((monthNumber(time) - monthNumber(start)) / count) : Number.NaN;
  }
  const steps = (time - start) / count;
  return Math.abs(steps - Math.round(steps)) <= tolerance ? Math.round(steps) : Number.NaN;
}

/** Returns the time `steps` steps after `start`. */
export function moveSteps({ unit, count, atMonthEnd }: TimeStep, start: number, steps: number): number {
  if (unit === 'month') return moveMonths(start, steps * count, atMonthEnd);
  if (unit !== 'weekday') return start + steps * count;
  const moved = weekdayNumber(start) + steps;
  const week = Math.floor(moved / 5);
  return firstMonday + (week * 7 + moved - week * 5) * dayMilliseconds + modulo(start, dayMilliseconds);
}

/** Returns the name of a step for users: `month`, `quarter`, `week`, `15 minutes`. */
export function nameStep({ unit, count }: TimeStep): string {
  if (unit === 'weekday') return 'weekday';
  if (unit === 'integer') return count === 1 ? 'whole number' : `step of ${count}`;
  if (unit === 'month')
    return ({ 1: 'month', 3: 'quarter', 12: 'year' } as Record<number, string>)[count] ?? `${count} months`;
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

export function monthNumber(time: number): number {
  const date = new Date(time);
  return date.getUTCFullYear() * 12 + date.getUTCMonth();
}

export function isMonthEnd(time: number): boolean {
  return new Date(time + dayMilliseconds).getUTCDate() === 1;
}

/**
 * Adds months and keeps day and clock time; gives the last day of the month where asked, or where the day does not
 * exist.
 */
function moveMonths(start: number, months: number, toEnd: boolean): number {
  const date = new Date(start);
  const day = date.getUTCDate();
  const total = date.getUTCFullYear() * 12 + date.getUTCMonth() + months;
  date.setUTCFullYear(Math.floor(total / 12), modulo(total, 12) + 1, 0);
  if (!toEnd) date.setUTCDate(Math.min(day, date.getUTCDate()));
  return date.getTime();
}

/** 1970-01-05, the first Monday since 1970. */
const firstMonday = 4 * dayMilliseconds;

function weekdayNumber(time: number): number {
  const days = Math.floor((time - firstMonday) / dayMilliseconds);
  const week = Math.floor(days / 7);
  const day = days - week * 7;
  return day > 4 ? Number.NaN : week * 5 + day;
}

function whole(steps: number): number {
  return Number.isInteger(steps) ? steps : Number.NaN;
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}
