import type { FileDialect, TableWarning } from '../types.ts';
import type { TextSource } from './plan-columns.ts';

export interface RowPlace {
  /** For people: `Line 12` or `Row 3`. */
  words: string;
  /** For programs: `/line/12` in text, `/2` (from 0) in a JSON array. */
  pointer: string;
}

/** A text file proven readable, as a relation of VARCHAR columns. */
export interface OpenedText extends TextSource {
  dialect: FileDialect;
  warnings: TableWarning[];
  /** Returns the position of row `row` (from 0) in the file. */
  locateRow: (row: number) => Promise<RowPlace>;
}
