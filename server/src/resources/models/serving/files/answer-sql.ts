import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteName, readObjects } from '../../../../platform/data/inside/duckdb.ts';
import type { OpenedRows } from '../../../../platform/data/inside/open-rows.ts';
import type { PredictionColumn } from './prediction-columns.ts';

/**
 * Returns the SQL of the answer: the columns as sent, except those replaced by figures of the prediction, and these
 * figures. Figures have the decimal mark of the texts beside them, so that the answer can be read like the file.
 */
export function answerSql(
  rows: OpenedRows,
  columns: readonly PredictionColumn[],
  { isForecast, decimal }: { isForecast: boolean; decimal: '.' | ',' },
): string {
  const figures = columns.map(({ name, type }, index) => {
    const isMarked = type === 'DOUBLE' && decimal === ',';
    return `${isMarked ? `replace(CAST(stage.p${index} AS VARCHAR), '.', ',')` : `stage.p${index}`} AS ${quoteName(name)}`;
  });
  if (isForecast) return `SELECT ${figures.join(', ')} FROM stage`;
  const taken = new Set(columns.map(({ name }) => name.toLowerCase()));
  const values = rows.sentValues();
  const kept = rows.names.flatMap((name, index) =>
    taken.has(name.toLowerCase()) ? [] : [{ field: `s${index}`, name, value: values[index] }],
  );
  if (kept.length === 0) return `SELECT ${figures.join(', ')} FROM stage`;
  const sent = kept.map(({ value, field }) => `${value} AS ${field}`).join(', ');
  const named = kept.map(({ field, name }) => `sent.${field} AS ${quoteName(name)}`);
  return `SELECT ${[...named, ...figures].join(', ')} FROM (SELECT ${sent} FROM ${rows.from}) sent POSITIONAL JOIN stage`;
}

/** Returns the names of the text columns of an answer. */
export async function textsOf(connection: DuckDBConnection, sql: string): Promise<string[]> {
  const described = await readObjects(connection, `DESCRIBE ${sql}`);
  return described.filter((column) => column.column_type === 'VARCHAR').map((column) => String(column.column_name));
}
