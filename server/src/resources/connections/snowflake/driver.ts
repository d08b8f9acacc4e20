import { dialects } from '../dialects.ts';
import { explainConnectionFailure } from '../failures.ts';
import { groupColumns } from '../group-columns.ts';
import { withinLimits } from '../limits.ts';
import type { Driver, DriverPlace } from '../served/driver.ts';
import { readRows, type StreamRows, takePage } from '../served/rows.ts';
import { withoutSemicolon } from '../words/without-semicolon.ts';
import type { SnowflakeParameters } from './authorize.ts';
import { runStatement } from './statement.ts';
import { columnTypeOf, readCell } from './values.ts';

const checkMs = 60_000; // a warehouse that sleeps starts first
const mostColumns = 50_000;

export function openDriver(parameters: SnowflakeParameters, { outgoing, schemas }: DriverPlace): Driver {
  const stream: StreamRows = (sql, { batchRows, timeoutMs, maxBytes, signal }, take) =>
    withinLimits({ timeoutMs, signal }, explainConnectionFailure, async (limited) => {
      const limits = { timeoutMs, maxBytes, signal: limited };
      for await (const { columns, rows } of runStatement({ outgoing, parameters }, withoutSemicolon(sql), limits)) {
        const named = columns.map((column) => ({ name: column.name, type: columnTypeOf(column) }));
        const read = (row: (string | null)[]) => row.map((cell, index) => readCell(columns[index], cell));
        if (!(await takePage({ columns: named, rows }, batchRows, read, take))) return;
      }
    });
  return {
    async check(signal) {
      const sql = 'SELECT current_version()';
      const { rows } = await readRows(stream, sql, { maxRows: 1, timeoutMs: checkMs, signal });
      return `Snowflake ${rows[0][0]}`;
    },
    async readTables(signal) {
      const limits = { maxRows: mostColumns, timeoutMs: checkMs, signal };
      const { rows } = await readRows(stream, catalogOf(schemas), limits);
      return groupColumns(
        rows.map(([of, table, comment, rowEstimate, column, type, scale, columnComment]) => ({
          schema: String(of),
          table: String(table),
          comment,
          rowEstimate,
          column: String(column),
          type: columnTypeOf({ type: String(type), scale: scale === null ? null : Number(scale) }),
          columnComment,
        })),
      );
    },
    stream,
    close() {},
  };
}

function catalogOf(schemas: readonly string[]): string {
  const listed = schemas.map(dialects.snowflake.literal).join(', ');
  return `SELECT c.table_schema, c.table_name, t.comment, t.row_count, c.column_name, c.data_type, c.numeric_scale, c.comment
    FROM information_schema.columns c
    JOIN information_schema.tables t ON t.table_schema = c.table_schema AND t.table_name = c.table_name
    WHERE c.table_schema IN (${listed}) ORDER BY c.table_schema, c.table_name, c.ordinal_position`;
}
