import type { ColumnSummary } from '../grounding.ts';

/** A value of a column with too many to list, found because a question mentions it. */
export interface FoundValue {
  column: ColumnSummary;
  value: string;
  /** Number of rows with it. */
  count: number;
}
