import { monthNames } from '../words/number-words.ts';

/** The first day of a month of some year, counted in months. */
type MonthCount = number | undefined;

/** Days from the first to before the second, as people write them: "in July 2023", "before 4 July 2023". */
export function sayDuring({ from, before }: { from?: string; before?: string }): string {
  if (from === undefined || before === undefined)
    return from === undefined ? `before ${sayDay(before)}` : `${sayDay(from)} or later`;
  const last = new Date(Date.parse(before) - 86_400_000).toISOString().slice(0, 10);
  if (from === last) return `on ${sayDay(from)}`;
  return sayMonths(monthsTo(from), monthsTo(before)) ?? `between ${sayDay(from)} and ${sayDay(last)}`;
}

/** "4 July 2023". */
function sayDay(day = ''): string {
  const [year, month, date] = day.split('-').map(Number);
  return `${date} ${monthNames[month - 1]} ${year}`;
}

function monthsTo(day: string): MonthCount {
  const [year, month, date] = day.split('-').map(Number);
  return date === 1 ? year * 12 + month - 1 : undefined;
}

/** Whole months by the shortest name that they have: a month, a quarter, a half, a year. */
function sayMonths(first: MonthCount, next: MonthCount): string | undefined {
  if (first === undefined || next === undefined) return undefined;
  const [year, month, count] = [Math.floor(first / 12), first % 12, next - first];
  if (count === 1) return `in ${sayMonth(first)}`;
  if (count === 12 && month === 0) return `in ${year}`;
  if (count === 6 && month % 6 === 0) return `in the ${places[month / 6]} half of ${year}`;
  if (count === 3 && month % 3 === 0) return `in the ${places[month / 3]} quarter of ${year}`;
  return `between ${sayMonth(first)} and ${sayMonth(next - 1)}`;
}

const places = ['first', 'second', 'third', 'fourth'];

function sayMonth(month: number): string {
  return `${monthNames[month % 12]} ${Math.floor(month / 12)}`;
}
