import type { Hints } from '@sibyl/engine/readings/decision.ts';
import type { FileDialect, TableWarning } from '../types.ts';

/**
 * A relation whose columns are all VARCHAR. `fields[i]` is the SQL name of the column `names[i]`; `typed[i]` is SQL
 * that tells whether the cell was a JSON number or boolean, whose text is unambiguous.
 */
export interface TextSource {
  from: string;
  names: readonly string[];
  fields: readonly string[];
  typed?: readonly string[];
  rowCount: number;
  /** The decimal mark that the dialect suggests. */
  likelyDecimal?: Hints['likelyDecimal'];
  isTabbed?: Hints['isTabbed'];
  /** Words for "no value" that the file writes apart from its texts, folded. */
  bareWords?: readonly string[];
  /** Whether the file itself marks a column as text. */
  isText?: (index: number) => boolean;
  /** Whether the file formats cells of a column as spans of time. */
  isSpan?: (index: number) => boolean;
  /** Whether the file formats all numbers of a column as percentages. */
  isShare?: (index: number) => boolean;
}

export interface RowPlace {
  /** For people: `Line 12` or `Row 3`. */
  words: string;
  /** For programs: `/line/12` in text, `/2` (from 0) in a JSON array. */
  pointer: string;
}

/** A delimited text and its marks, of one character each. */
export interface GivenText {
  path: string;
  delimiter: string;
  quote: string;
}

/** A text file proven readable, as a relation of VARCHAR columns. */
export interface OpenedText extends TextSource {
  dialect: FileDialect;
  /** Delimited text as it was sent, in UTF-8, where quotes in it are doubled. */
  given?: GivenText | undefined;
  warnings: TableWarning[];
  /** The first row (from 0) with each of `names`, where rows have names of their own. */
  firstRows?: readonly number[];
  /** Returns the position of row `row` (from 0) in the file. */
  locateRow: (row: number) => Promise<RowPlace>;
}
