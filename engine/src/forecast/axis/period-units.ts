import { mondayOf, weekOf } from './iso-week.ts';

export const periodUnits = ['year', 'half-year', 'quarter', 'month', 'week', 'day'] as const;
export type PeriodUnit = (typeof periodUnits)[number];

/** The number of periods in a year, at most. */
export const mostOf: Readonly<Record<PeriodUnit, number>> = {
  year: 1,
  'half-year': 2,
  quarter: 4,
  month: 12,
  week: 53,
  day: 366,
};

const words: readonly [unit: PeriodUnit, words: string][] = [
  ['half-year', 'h hy half halfyear hj halbjahr s sem semester semestre'],
  ['quarter', 'q qu qtr quarter quart quartal t trim trimestre trimester kv kvartal kwartaal'],
  ['month', 'm month monat 月 월'],
  ['week', 'w wk week cw kw woche s sem semaine semana settimana v vecka uge'],
];
const unitsByWord = new Map<string, PeriodUnit[]>();
for (const [unit, list] of words)
  for (const word of list.split(' ')) unitsByWord.set(word, [...(unitsByWord.get(word) ?? []), unit]);

/** Returns the units that a word of several languages names; `S` is a semester or a `semaine`. */
export function unitsOf(word: string): readonly PeriodUnit[] {
  return unitsByWord.get(word.toLowerCase()) ?? [];
}

/** Returns when a period begins, in milliseconds since 1970 UTC; NaN for one that does not exist. */
export function startOf(unit: PeriodUnit, year: number, number: number): number {
  if (number < 1 || number > mostOf[unit]) return Number.NaN;
  return unit === 'week' ? mondayOf(year, number) : Date.UTC(year, (number - 1) * (12 / mostOf[unit]));
}

/** Returns the year and number of the period in which a time lies. */
export function periodOf(unit: PeriodUnit, time: number): { year: number; number: number } {
  if (unit === 'week') return weekOf(time);
  const date = new Date(time);
  const months = 12 / mostOf[unit === 'day' ? 'month' : unit];
  return { year: date.getUTCFullYear(), number: Math.floor(date.getUTCMonth() / months) + 1 };
}
