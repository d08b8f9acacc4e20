import type { ReadingNote } from './notes.ts';
import type { CellType, Reading } from './reading.ts';

/** Options of the sender for a column, or for all columns of its file, and what the file says of it. */
export interface Requested {
  type?: CellType;
  decimal?: '.' | ',';
  dateOrder?: 'dmy' | 'mdy' | 'ymd';
  /** Folded words that mean "no value". */
  blanks?: readonly string[];
  /** The name of the column: with the shape of the cells it tells numbers from times. */
  name?: string;
  /** Whether the file formats the cells as spans of time, as `[h]:mm` does in a workbook. */
  isSpan?: boolean;
  /** Whether the file formats all numbers as percentages, which are stored as shares of 1. */
  isShare?: boolean;
  /** The moment of the import, in milliseconds: nobody is born later. */
  now?: number;
}

/** Facts that other columns of the file prove. */
export interface Hints extends Pick<Requested, 'decimal'> {
  dateOrder?: 'dmy' | 'mdy';
  /** The decimal mark that the file format suggests: with semicolons as delimiter it is probably a comma. */
  likelyDecimal?: ',';
  /** Whether tabs part the cells, as spreadsheets of all countries write them: then no mark is likelier. */
  isTabbed?: boolean;
}

export interface Decision {
  reading: Reading;
  notes: ReadingNote[];
  /** Facts that this column proves, for columns that leave them open. */
  clear: Hints;
  /** The fact that this column leaves open. */
  open: 'decimal' | 'dateOrder' | undefined;
  /** Whether its numbers have no mark, so that other columns say which one later cells have. */
  isMarkless?: boolean;
  /** Whether the sender or the table has settled the type, so that no cell can change it. */
  isFixed?: boolean;
}

/** A decision that leaves nothing open and proves nothing for other columns. */
export function settled(reading: Reading, notes: ReadingNote[] = []): Decision {
  return { reading, notes, clear: {}, open: undefined };
}
