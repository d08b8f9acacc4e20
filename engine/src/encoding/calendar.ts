/** The parts that dates are encoded by. `days` is a running day number, which also carries age. */
export const calendarParts = ['days', 'year', 'month', 'day', 'weekday', 'hour'] as const;
export type CalendarPart = (typeof calendarParts)[number];

const dayMilliseconds = 86_400_000;

/** One part of a moment (milliseconds since 1970 UTC); NaN for NaN and outside the calendar. */
export function calendarPart(part: CalendarPart, milliseconds: number): number {
  if (part === 'days') return milliseconds / dayMilliseconds;
  if (part === 'hour') return (((milliseconds % dayMilliseconds) + dayMilliseconds) % dayMilliseconds) / 3_600_000;
  const date = new Date(milliseconds);
  if (part === 'year') return date.getUTCFullYear();
  if (part === 'month') return date.getUTCMonth() + 1;
  return part === 'day' ? date.getUTCDate() : date.getUTCDay();
}

/** Returns the moment (milliseconds since 1970 UTC) of a running day number. */
export function momentOfDays(days: number): number {
  return Math.round(days * dayMilliseconds);
}
