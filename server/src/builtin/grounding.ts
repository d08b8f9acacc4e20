import type { Column, Profile } from '../questions/profile.ts';

/** What the builtin provider may know of tables, models and documents; the caller that opens skills fills it in. */

export interface ColumnSummary extends Column {
  /** The most frequent values with their counts, also of a column with many. */
  frequent?: readonly { value: unknown; count: number }[];
}

export interface TableSummary extends Profile {
  columns: ColumnSummary[];
  /** Whether no rows could be had in time: then its columns alone are read. */
  isUnseen?: boolean;
  /** Whether that is because its database does not answer. */
  isDown?: boolean;
  /** Finds the values of columns without `values` that contain one of these words. */
  findValues?(words: readonly string[]): Promise<{ column: string; value: string; count: number }[]>;
}

export function isNumeric({ type }: Pick<ColumnSummary, 'type'>): boolean {
  return type === 'integer' || type === 'number';
}

/** A question with the SQL that answers it, as somebody checked. */
export interface VerifiedQuestion {
  question: string;
  sql: string;
}

export interface ModelSummary {
  name: string;
  target: string;
  task: string;
  inputs: ColumnSummary[];
}

/**
 * One tool per model: it accepts the inputs as properties and returns `{prediction, confidence, lower_bound,
 * upper_bound}`. The tool `watch` of a monitored model takes nothing and answers `{summary, is_good}`.
 */
export interface PredictGrounding {
  kind: 'predict';
  models: (ModelSummary & { tool: string; watch?: string; isUnmonitored?: boolean })[];
  /** Models that the skill names and that cannot be asked, with a sentence that says why. */
  gone?: readonly { name: string; reason: string }[];
}

/** What the builtin answerer needs to plan tool calls without a language model. */
export type Grounding =
  /** The tool accepts `{sql}` and returns `{columns: [name], rows: [[value]], row_count, truncated}`. */
  | {
      kind: 'sql';
      tool: string;
      dialect: 'duckdb' | 'postgresql';
      tables: TableSummary[];
      verified?: readonly VerifiedQuestion[];
      /** Tables that the skill names and that are not there. */
      gone?: readonly string[] | undefined;
    }
  | PredictGrounding
  /** The tool accepts `{query}` and returns passages with citations. */
  | { kind: 'knowledge'; tool: string; bases: string[] }
  /** Only a language model can call its tools. */
  | { kind: 'other'; skill: string };
