import type { Token } from '../words/tokens.ts';
import type { IndexedTable } from './indexed-table.ts';
import type { ColumnLink, ConditionLink, Mask } from './links.ts';

/** A question with everything of the table that its words may mean. */
export interface LinkedQuestion {
  tokens: readonly Token[];
  table: IndexedTable;
  columns: readonly ColumnLink[];
  /** Words that call the rows, or may. */
  rowWords: Mask;
  /** The likeliest first. */
  conditions: readonly ConditionLink[];
}
