import type { StoredShadow } from './shadow/stored-shadow.ts';

/** A drawn row as it is stored; of `codes` each byte is the bin of a column. */
export type StoredPick = [
  key: number,
  value: number,
  confidence: number | null,
  lower: number | null,
  upper: number | null,
  codes: string,
  rowId: string | null,
  /** The cells of a row that is kept as it was sent, as text, which is read by whoever looks at the row only. */
  cells: string | null,
  /** What a waiting challenger would have answered; absent where none did. */
  shadow?: StoredShadow,
];

/** Places of a stored pick: thousands are read at a time, and to take each one apart costs an iterator. */
export const at = {
  key: 0,
  value: 1,
  confidence: 2,
  lower: 3,
  upper: 4,
  codes: 5,
  rowId: 6,
  cells: 7,
  shadow: 8,
} as const;
