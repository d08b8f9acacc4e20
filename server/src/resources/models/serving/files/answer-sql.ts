import type { DuckDBConnection } from '@duckdb/node-api';
import { quoteName, readObjects } from '../../../../platform/data/worker/duckdb.ts';
import type { OpenedRows } from '../../../../platform/data/worker/open-rows.ts';
import type { PredictionColumn } from './prediction-columns.ts';

type DecimalMark = '.' | ',';

/**
 * Returns the SQL of the answer: the columns as sent, and the figures of the prediction. Of a forecast, which answers
 * one row with many, only the figures. Figures have the decimal mark of the texts beside them, so that the answer can be read like the file.
 */
export function answerSql(
  rows: OpenedRows,
  columns: readonly PredictionColumn[],
  { isForecast, decimal }: { isForecast: boolean; decimal: DecimalMark },
): string {
  if (isForecast || rows.names.length === 0) return figuresSql(columns, decimal);
  const figures = figureFields(columns, decimal);
  const values = rows.sentValues();
  const sent = values.map((value, index) => `${value} AS s${index}`).join(', ');
  const named = rows.names.map((name, index) => `sent.s${index} AS ${quoteName(name)}`);
  return `SELECT ${[...named, ...figures].join(', ')} FROM (SELECT ${sent} FROM ${rows.from}) sent POSITIONAL JOIN stage`;
}

/** Returns the SQL of the figures alone. */
export function figuresSql(columns: readonly PredictionColumn[], decimal: DecimalMark): string {
  return `SELECT ${figureFields(columns, decimal).join(', ')} FROM stage`;
}

function figureFields(columns: readonly PredictionColumn[], decimal: DecimalMark): string[] {
  return columns.map(({ name, type }, index) => {
    const isMarked = type === 'DOUBLE' && decimal === ',';
    return `${isMarked ? `replace(CAST(stage.p${index} AS VARCHAR), '.', ',')` : `stage.p${index}`} AS ${quoteName(name)}`;
  });
}

/** Returns the names of the text columns of an answer. */
export async function textsOf(connection: DuckDBConnection, sql: string): Promise<string[]> {
  const described = await readObjects(connection, `DESCRIBE ${sql}`);
  return described.filter((column) => column.column_type === 'VARCHAR').map((column) => String(column.column_name));
}
