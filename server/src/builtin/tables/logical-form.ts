import type { ColumnSummary, TableSummary } from '../grounding.ts';
import type { Period } from './spans.ts';
import type { Scalar } from './traits.ts';

export type Comparison = '=' | '<>' | '<' | '<=' | '>' | '>=';
export type Aggregate = 'average' | 'sum' | 'median' | 'deviation' | 'highest' | 'lowest';

/** A condition on rows. All conditions of a question must hold. */
export type Condition = { column: ColumnSummary; negated?: boolean } & Test;
export type Test =
  | { test: 'compare'; operator: Comparison; value: Scalar }
  | { test: 'oneOf'; values: Scalar[] }
  | { test: 'between'; low: number; high: number }
  /** Days as ISO texts: from the first to before the second; either may be absent. */
  | { test: 'during'; from?: string; before?: string }
  /** A month of any year, from 0. */
  | { test: 'month'; month: number }
  /** Days of any week, from 0 for Monday. */
  | { test: 'weekday'; days: readonly number[] }
  /** Texts that hold these words, in any case. */
  | { test: 'contains'; words: readonly string[] }
  | { test: 'missing' };

/** A figure of some rows. */
export type Measure =
  | { of: 'rows' }
  | { of: 'distinct'; column: ColumnSummary }
  | { of: 'column'; aggregate: Aggregate; column: ColumnSummary }
  /** Number of rows for which all conditions hold. */
  | { of: 'rowsWith'; conditions: Condition[] }
  /** Percentage of rows for which all conditions hold. */
  | { of: 'share'; conditions: Condition[] }
  /** Percentage of a column's sum in rows for which all conditions hold. */
  | { of: 'sumShare'; column: ColumnSummary; conditions: Condition[] }
  /** Average number of rows in the groups that have any. */
  | { of: 'rowsPer'; group: Grouping }
  /** The sum of a column for each group that has any, on average. */
  | { of: 'sumPer'; column: ColumnSummary; group: Grouping }
  /** Percentage of all rows that are in a group. */
  | { of: 'groupShare' };

export interface Grouping {
  column: ColumnSummary;
  period?: Period;
  /** The number that brackets are of, by which they are sorted. */
  sortedBy?: ColumnSummary;
}

interface Base {
  table: TableSummary;
  conditions: Condition[];
}

/** Figures of all rows, or of each group. */
export interface FiguresQuery extends Base {
  shape: 'figures';
  measures: Measure[];
  groups: Grouping[];
  order?: { measure: Measure; descending: boolean };
  limit?: number;
  /** Rows or groups left out before the first. */
  offset?: number;
  /** Whether the answer is that there are any, or none. */
  says?: 'exists';
}

export interface RowsQuery extends Base {
  shape: 'rows';
  /** Every column when empty. */
  columns: ColumnSummary[];
  order?: { column: ColumnSummary; descending: boolean };
  limit?: number;
  offset?: number;
}

export interface ValuesQuery extends Base {
  shape: 'values';
  column: ColumnSummary;
}

/** The meaning of a question: the typed form from which SQL, wording and answer are made. */
export type TableQuery = FiguresQuery | RowsQuery | ValuesQuery;
