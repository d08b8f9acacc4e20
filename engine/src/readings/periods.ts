import { dayOfWeek } from './iso-days.ts';

/** Parts of a year that cells name by a letter: `1998 Q1`, `2020-H2`, `2015 W01`. */
export const periodShapes = ['quarter', 'half_year', 'week'] as const;
export type PeriodShape = (typeof periodShapes)[number];

const spelled = (letter: string, number: string) =>
  new RegExp(
    `^(?:(?<year>\\d{4})\\s?[-/.: ]?\\s?${letter}(?<number>${number})|(?:${letter}(?<first>${number})|(?<bare>${number})${letter})\\s?[-/.: ]?\\s?(?<last>\\d{4}))$`,
    'i',
  );
const spellings: Record<PeriodShape, RegExp> = {
  quarter: spelled('Q', '[1-4]'),
  half_year: spelled('H', '[12]'),
  week: spelled('W', '\\d{1,2}'),
};
const months = { quarter: 3, half_year: 6 } as const;

/** Whether the cells of a shape are periods that are read as their first day. */
export function isPeriodShape(shape: string | undefined): shape is PeriodShape {
  return (periodShapes as readonly (string | undefined)[]).includes(shape);
}

/** Reads a trimmed cell as the first day of its period in milliseconds since 1970 UTC, of a week its Monday; else NaN. */
export function parsePeriod(text: string, shape: PeriodShape): number {
  const parts = spellings[shape].exec(text)?.groups;
  if (!parts) return Number.NaN;
  const year = Number(parts.year ?? parts.last);
  const number = Number(parts.number ?? parts.first ?? parts.bare);
  if (year < 1000) return Number.NaN;
  return shape === 'week' ? dayOfWeek(year, number, 1) : Date.UTC(year, (number - 1) * months[shape], 1);
}

/** Returns how cells write their periods, with `{yyyy}` and `{n}` or `{nn}` in place of the figures. */
export function spellingOf(texts: readonly string[]): string {
  const isPadded = texts.every((text) => /(?<!\d)\d\d(?!\d)/.test(text));
  return texts[0].replace(/(?<!\d)\d{1,2}(?!\d)/, isPadded ? '{nn}' : '{n}').replace(/(?<!\d)\d{4}(?!\d)/, '{yyyy}');
}
