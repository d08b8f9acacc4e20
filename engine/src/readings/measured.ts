import type { ReadingNote } from './notes.ts';
import type { Reading } from './reading.ts';
import type { NumberTally } from './tally.ts';

/** How cells differ from plain numbers. */
export interface Measures {
  reading: Partial<Reading>;
  notes: ReadingNote[];
  /** Whether few cells prove it, too. */
  isSure?: boolean;
  /** The marks in the cells, without their units. */
  numbers?: NumberTally;
}
