/** A result in the form that these clients read. */
export type SqlResult =
  | { type: 'table'; column_names: string[]; data: unknown[][] }
  | WrittenTable
  | { type: 'ok' }
  | { type: 'error'; error_code: number; error_message: string };

/** A table whose rows are JSON already: lists of cells, in pieces. */
export interface WrittenTable {
  type: 'table';
  column_names: string[];
  pieces: readonly Uint8Array[];
}

export type Row = Record<string, unknown>;

/** @param columns the order of columns; by default that of the rows */
export function tableOf(rows: readonly Row[], columns = columnsOf(rows)): SqlResult {
  return { type: 'table', column_names: columns, data: rows.map((row) => columns.map((name) => row[name] ?? null)) };
}

function columnsOf(rows: readonly Row[]): string[] {
  return [...new Set(rows.flatMap((row) => Object.keys(row)))];
}
