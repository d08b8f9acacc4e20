import type { ColumnSummary } from '../../grounding.ts';
import type { Aggregate, Condition, Grouping, Having, Measure } from './logical-form.ts';
import type { Scalar } from './readings.ts';

/** What one stretch of a question contributes. A question is understood when pieces cover all of it and fit together. */
export type Piece =
  | { kind: 'noise' }
  /** "is", "have": parts what a share is taken of from what must hold. */
  | { kind: 'verb' }
  | { kind: 'entity'; plural: boolean }
  | { kind: 'count' }
  | { kind: 'aggregate'; aggregate: Aggregate }
  | { kind: 'columns'; columns: ColumnSummary[] }
  /** "which neighborhood", "which 3 neighborhoods". */
  | { kind: 'head'; column: ColumnSummary; limit?: number }
  /** "the 5 cheapest", "highest average price", "most homes". */
  | Extreme
  | { kind: 'limit'; limit: number; descending: boolean }
  | {
      kind: 'condition';
      condition: Condition;
      startsWithColumn: boolean;
      /** "downtown versus westbrae". */
      contrasted?: boolean;
    }
  | { kind: 'group'; groups: Grouping[] }
  | { kind: 'having'; having: Having }
  | { kind: 'order'; measure?: Measure; column?: ColumnSummary; descending?: boolean }
  | { kind: 'comparative'; column?: ColumnSummary; descending: boolean; ofRows?: boolean }
  | { kind: 'than'; column: ColumnSummary; value: Scalar; descending?: boolean }
  | { kind: 'compare' | 'whether' | 'share' | 'exists' | 'distinct' | 'show' | 'howMuch' | 'followUp' | 'them' };

export interface Extreme {
  kind: 'extreme';
  descending: boolean;
  /** Absent for "the highest?" that follows another question, and where rows are counted. */
  column?: ColumnSummary;
  aggregate?: Aggregate;
  ofRows?: boolean;
  /** By an adjective ("cheapest") rather than by a column ("lowest price"). */
  byAdjective: boolean;
  limit?: number;
  /** Of "the most faults": which rows are counted. */
  condition?: Condition;
}

export type PieceOf<Kind extends Piece['kind']> = Extract<Piece, { kind: Kind }>;
