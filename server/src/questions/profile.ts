import type { Relation } from './words/quoting.ts';

/** What is known of a table when a question to it is read. */

export interface Column {
  name: string;
  /** `integer`, `number`, `boolean`, `date`, `datetime`, `text` or `json`. */
  type: string;
  distinct: number | null;
  /** Distinct values of a column with few, the most frequent first. */
  values?: readonly unknown[];
  nulls?: number;
  min?: unknown;
  max?: unknown;
  comment?: string;
  /** Other names that its owner taught. */
  synonyms?: readonly string[];
  /** SQL of a figure or test that its owner taught; of each row where `isOfRow` is set, else of all rows of a group. */
  formula?: string;
  isOfRow?: boolean;
  /** What the formula of a group does with the cells of the sample; undefined where these tell nothing. */
  aggregate?: 'sum' | 'average' | 'median' | 'highest' | 'lowest';
  /** Places of the columns of which the formula of a group divides the sums. */
  quotient?: readonly [number, number];
  /** Whether the quotient is told in percent. */
  isPercent?: boolean;
  /** Values that are another one in another spelling, with the one that stands for all. */
  spellings?: readonly (readonly [value: string, as: string])[];
  /** Unit of its figures, as it is told. */
  unit?: string;
}

export interface Profile extends Relation {
  row_count: number;
  /** Other words for its rows, singular. */
  rowNouns?: readonly string[];
  columns: readonly Column[];
  /** The column of dates that is meant where none is named. */
  timeColumn?: string;
  /** The first rows, with cells in the order of the columns; all rows where there are as many as `row_count`. */
  sample?: readonly (readonly unknown[])[];
}
