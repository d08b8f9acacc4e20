export type Period = 'decade' | 'hour' | 'year' | 'quarter' | 'month' | 'week' | 'day' | 'weekday' | 'monthOfYear';

/** Days as ISO texts, the second exclusive; open where absent. */
export interface Span {
  from?: string;
  before?: string;
}

/** Returns a day as ISO text; months count from 0; months and days past the end continue in the next. */
export function isoDay(year: number, month: number, day: number): string {
  return new Date(Date.UTC(year, month, day)).toISOString().slice(0, 10);
}

export function yearSpan(first: number, last = first): Required<Span> {
  return { from: isoDay(first, 0, 1), before: isoDay(last + 1, 0, 1) };
}

export function daysAround(now: Date, from: number, before: number): Required<Span> {
  return { from: dayFrom(now, from), before: dayFrom(now, before) };
}

function dayFrom(now: Date, days: number): string {
  return isoDay(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + days);
}

/** Returns the current year, month …, or one shifted from it. */
export function spanAround(period: Period, now: Date, shift: number): Required<Span> {
  const [of, index] = [now.getUTCFullYear(), now.getUTCMonth()];
  if (period === 'year') return yearSpan(of + shift);
  if (period === 'decade') return yearSpan(10 * Math.floor(of / 10 + shift), 10 * Math.floor(of / 10 + shift) + 9);
  if (period === 'month') return { from: isoDay(of, index + shift, 1), before: isoDay(of, index + shift + 1, 1) };
  if (period === 'day') return daysAround(now, shift, shift + 1);
  if (period === 'quarter') {
    const first = (Math.floor(index / 3) + shift) * 3;
    return { from: isoDay(of, first, 1), before: isoDay(of, first + 3, 1) };
  }
  const monday = -((now.getUTCDay() + 6) % 7) + 7 * shift;
  return daysAround(now, monday, monday + 7);
}
