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
}

export interface Profile {
  name: string;
  row_count: number;
  columns: readonly Column[];
  /** The first rows, with cells in the order of the columns; all rows where there are as many as `row_count`. */
  sample?: readonly (readonly unknown[])[];
}
