import type { ColumnSummary } from '../grounding.ts';
import { wordsInEnglish } from '../words/abroad.ts';
import type { Vocabulary } from '../words/vocabulary.ts';
import type { Scalar } from './traits.ts';

const lettersOfShortName = 3;

/** A column of months or days of the week as numbers or names, with the value of each. */
export interface PartOfCalendar {
  column: ColumnSummary;
  /** Its value for each month from January, or day from Monday; undefined where it has none. */
  values: readonly (Scalar | undefined)[];
}

export function monthsOf(columns: readonly ColumnSummary[], vocabulary: Vocabulary): PartOfCalendar[] {
  return columns.flatMap((column) => {
    const named = namedValues(column, vocabulary.months);
    if (named) return [{ column, values: named }];
    return isMonthNumber(column, vocabulary)
      ? [{ column, values: vocabulary.months.map((_, month) => month + 1) }]
      : [];
  });
}

export function weekdaysOf(columns: readonly ColumnSummary[], vocabulary: Vocabulary): PartOfCalendar[] {
  return columns.flatMap((column) => {
    const values = namedValues(column, vocabulary.weekdays);
    return values ? [{ column, values }] : [];
  });
}

/** Returns the value for each name if every value of the column is one of these names, whole or shortened. */
function namedValues(column: ColumnSummary, names: readonly string[]): (Scalar | undefined)[] | undefined {
  if (column.type !== 'text' || !column.values || column.values.length < 2) return undefined;
  const texts = column.values.map(String);
  const isName = (text: string, name: string) =>
    text.length >= lettersOfShortName && name.startsWith(text.toLowerCase().replace(/\.$/, ''));
  if (!texts.every((text) => names.some((name) => isName(text, name)))) return undefined;
  return names.map((name) => texts.find((text) => isName(text, name)));
}

function isMonthNumber({ name, type, min, max }: ColumnSummary, { abbreviations }: Vocabulary): boolean {
  const isWhole = type === 'integer' || (type === 'number' && Number.isInteger(min) && Number.isInteger(max));
  const words = wordsInEnglish(name).map((word) => abbreviations[word] ?? word);
  return isWhole && words.at(-1) === 'month' && Number(min) >= 1 && Number(max) <= 12;
}
