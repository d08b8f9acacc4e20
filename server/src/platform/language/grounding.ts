/** What the builtin provider may know of tables, models and documents; whoever opens skills fills it in. */

export interface ColumnSummary {
  name: string;
  /** `integer`, `number`, `boolean`, `date`, `datetime`, `text` or `json`. */
  type: string;
  distinct: number | null;
  /** Distinct values of a column that has few, the most frequent first. */
  values?: readonly unknown[];
  /** The most frequent values with their rows, also of a column that has many. */
  frequent?: readonly { value: unknown; count: number }[];
  /** Cells without a value. */
  nulls?: number;
  min?: unknown;
  max?: unknown;
  /** What whoever made the table or the skill says that it means. */
  comment?: string;
}

export interface TableSummary {
  name: string;
  row_count: number;
  columns: ColumnSummary[];
  /** Some rows, their cells in the order of the columns. */
  sample?: readonly (readonly unknown[])[];
  /** Looks up which values of columns with many, those without `values`, hold one of these words. */
  findValues?(words: readonly string[]): Promise<{ column: string; value: string; count: number }[]>;
}

export interface ModelSummary {
  name: string;
  target: string;
  task: string;
  inputs: ColumnSummary[];
}

/** What the builtin answerer needs to plan calls of a skill's tools without a language model. */
export type Grounding =
  /** The tool takes `{sql}` and answers `{columns: [name], rows: [[value]], row_count, truncated}`. */
  | { kind: 'sql'; tool: string; dialect: 'duckdb' | 'postgresql'; tables: TableSummary[] }
  /** A tool a model: takes the inputs as properties and answers `{prediction, confidence, lower_bound, upper_bound}`. */
  | { kind: 'predict'; models: (ModelSummary & { tool: string })[] }
  /** The tool takes `{query}` and answers with citations. */
  | { kind: 'knowledge'; tool: string; bases: string[] }
  | { kind: 'other' };
