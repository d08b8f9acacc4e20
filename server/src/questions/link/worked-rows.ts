import type { Column } from '../profile.ts';
import type { Token } from '../words/tokens.ts';
import type { Derived } from './durations.ts';
import type { IndexedTable } from './indexed-table.ts';

/** What is worked out of the cells of a row: its SQL, its total's, and the number that a row gives. */
export interface Worked {
  name: string;
  synonyms: readonly string[];
  ofRow: string;
  ofAll: string;
  work: (row: readonly unknown[]) => number;
  /** Of groups that is what the sample tells: the sum of all rows, or one sum by another. */
  told?: Pick<Column, 'aggregate' | 'quotient'>;
  unit?: string;
}

const ofRows = /^(average|avg|mean|medians?|typical)$/;
const ofEnds =
  /^(highest|lowest|most|least|best|worst|top|bottom|cheapest|dearest|maximum|minimum|max|min|\p{L}+est)$/u;

/** Of all rows what it comes to; of each row where an average is asked for, and either where something is the first by it. */
export function workedColumns(tokens: readonly Token[], { rows }: IndexedTable, worked: Worked): Derived[] {
  const says = (test: RegExp) => tokens.some(({ text }) => test.test(text));
  const { name, synonyms, ofRow, ofAll, work, told = {}, unit } = worked;
  const ofEach = inRows({ name, formula: ofRow, synonyms, ...(unit ? { unit } : {}) }, rows, work);
  if (says(ofRows)) return [ofEach];
  const cells = told.quotient ? rows.map(() => null) : ofEach.cells;
  const total: Column = { name: `total ${name}`, type: 'number', distinct: null, formula: ofAll, synonyms, ...told };
  const all = { column: unit ? { ...total, unit } : total, cells };
  return says(ofEnds) ? [ofEach, all] : [all];
}

type Described = Pick<Column, 'name' | 'formula' | 'synonyms' | 'unit'>;

/** A column of numbers that each row gives. */
export function inRows(
  described: Described,
  rows: IndexedTable['rows'],
  work: (row: readonly unknown[]) => number,
): Derived {
  const cells = rows.map((row) => {
    const value = work(row);
    return Number.isFinite(value) ? value : null;
  });
  const known = cells.filter((cell) => cell !== null);
  const range = known.length > 0 ? { min: Math.min(...known), max: Math.max(...known) } : {};
  return { column: { ...described, type: 'number', distinct: new Set(known).size, isOfRow: true, ...range }, cells };
}
