import { CellError, createNumericReader, createTextReader } from '@sibyl/engine/columns/cells.ts';
import { createFinder } from '@sibyl/engine/columns/spellings.ts';
import { isMoment, isNumeric, type Reading } from '@sibyl/engine/readings/reading.ts';

/** How cells of a column are sorted into bins, and how many training rows each bin has. */
export interface ColumnReference {
  name: string;
  /** `length` counts the characters of texts. */
  form: 'number' | 'category' | 'length';
  reading: Reading;
  /** Upper edges of the bins of numbers but the last, ascending. */
  edges: number[];
  /** A bin for each frequent category, one for all others that training knew. */
  values: string[];
  rarer: string[];
  /** Categories: training rows whose value no other one has; absent in references of before this was kept. */
  singles?: number;
  /** The least and the greatest number (or length); absent in references of before they were kept. */
  range?: [least: number, greatest: number];
  /**
   * Training rows in each bin, then those of unseen values (none), then those without a cell, then of numbers with a
   * range those below and above it (none).
   */
  counts: number[];
}

/** What the training rows of a version look like: a sample of them, sorted into bins. */
export interface Reference {
  rows: number;
  columns: ColumnReference[];
  /** Bins of some rows, a byte for each column, as base64. */
  codes: string;
  /** Mean width of the bounds of these rows; null without bounds. */
  width: number | null;
  /** When its threshold was changed last; absent where it never was. */
  answersSince?: string;
}

export type CellCoder = (cell: unknown) => number;

export function binsOf({ form, edges, values, rarer }: Omit<ColumnReference, 'counts'>): number {
  return form === 'category' ? values.length + (rarer.length > 0 ? 1 : 0) : edges.length + 1;
}

/** Places of the counts of a column that follow its bins; NaN where numbers have no range. */
export function placesOf(column: Omit<ColumnReference, 'counts'>) {
  const bins = binsOf(column);
  const outside = column.range ? { below: bins + 2, above: bins + 3 } : { below: Number.NaN, above: Number.NaN };
  return { unseen: bins, missing: bins + 1, ...outside };
}

export function countsOf(column: Omit<ColumnReference, 'counts'>): number {
  return binsOf(column) + (column.range ? 4 : 2);
}

/** Returns the form of a column with this reading. */
export function readsNumbers(reading: Reading): boolean {
  return isNumeric(reading) || isMoment(reading) || reading.type === 'boolean';
}

/** Returns a function that gives the bin of a cell as JSON has it. */
export function createCoder(column: Omit<ColumnReference, 'counts'>): CellCoder {
  const { unseen, missing, below, above } = placesOf(column);
  const { form, reading, edges, values, rarer, range } = column;
  const [least, greatest] = range ?? [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  const codeIn = (value: number) => (value < least ? below : value > greatest ? above : binOf(edges, value));
  const numberCode = (value: number) => (Number.isNaN(value) ? missing : codeIn(value));
  if (form === 'number') {
    const read = createNumericReader(reading);
    return (cell) => {
      const value = read(cell);
      return value instanceof CellError ? unseen : numberCode(value);
    };
  }
  const read = createTextReader(reading);
  const places = new Map([...values.map((value, place) => [value, place] as const)]);
  for (const value of rarer) places.set(value, values.length);
  // What is spelt in another way is no unseen value: the model reads `WD` as the `WD ` of its training.
  const find = createFinder([], places.keys());
  return (cell) => {
    const text = read(cell);
    if (text === undefined) return missing;
    if (text instanceof CellError) return unseen;
    return form === 'length' ? codeIn(text.length) : (places.get(find(text)) ?? unseen);
  };
}

/** Returns the place of the first edge that is not below the value. */
export function binOf(edges: readonly number[], value: number): number {
  let low = 0;
  let high = edges.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (edges[middle] < value) low = middle + 1;
    else high = middle;
  }
  return low;
}
