import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { stemOf } from '../questions/words/tokens.ts';
import type { ColumnSummary, TableSummary } from './grounding.ts';
import { keptBy } from './kept-by.ts';
import { wordsInEnglish } from './languages/nouns.ts';

/** What rows are called, and the columns that tell it. */
interface RowKind {
  nouns: string;
  /** Nouns for rows of each of these nouns, which are not each other. */
  anybody?: string;
  traits: string;
}

const written: RowKind[] = JSON.parse(readFileSync(join(import.meta.dirname, 'row-kinds.json'), 'utf8'));
const kinds = written.map(({ nouns, anybody, traits }) => ({
  nouns: nouns.split('|'),
  anybody: anybody?.split('|'),
  traits: new Set(stemsOf(traits)),
}));
const enoughTraits = 2;

function stemsOf(phrases: string): string[] {
  return phrases.split('|').map((phrase) => phrase.split(' ').map(stemOf).join(' '));
}

/** Returns nouns for rows beside the table's name: "people" where columns have an age and a gender. */
export function rowNounsOf(table: TableSummary): string[] {
  return [...periodsOfRows(table), ...kindsOfRows(table.name, stemsIn(table.columns))];
}

const stemsIn = keptBy((columns: readonly ColumnSummary[]) =>
  columns.map(({ name }) => wordsInEnglish(name).map(stemOf)),
);

const daysOfPeriod = { day: [0.9, 1.6], week: [6, 8], month: [27, 32], year: [350, 380] } as const;

/** Rows with a date each, a day apart, are days. */
function periodsOfRows({ columns, row_count }: TableSummary): string[] {
  return columns
    .filter(({ type }) => /^date/.test(type))
    .flatMap(({ distinct, min, max }) => {
      if (row_count < 10 || (distinct ?? 0) < 0.95 * row_count) return [];
      const days = (Date.parse(String(max)) - Date.parse(String(min))) / 86_400_000 / (row_count - 1);
      const found = Object.entries(daysOfPeriod).find(([, [least, most]]) => days >= least && days <= most);
      return found ? [found[0]] : [];
    });
}

function kindsOfRows(name: string, ofColumns: readonly string[][]): string[] {
  const own = new Set(wordsInEnglish(name).map(stemOf));
  return kinds.flatMap(({ nouns, anybody, traits }) => {
    const having = ofColumns.filter((stems) => traits.has(stems.join(' ')) || stems.some((stem) => traits.has(stem)));
    const isNamed = nouns.some((noun) => own.has(stemOf(noun)));
    // Customers are people, and no employees
    if (isNamed && anybody) return anybody;
    return isNamed || having.length >= enoughTraits ? [...(anybody ?? []), ...nouns] : [];
  });
}
