import { dialects } from '../dialects.ts';
import { groupColumns } from '../group-columns.ts';
import type { Driver, DriverPlace } from '../served/driver.ts';
import { readRows, type StreamRows } from '../served/rows.ts';
import { withoutSemicolon } from '../words/without-semicolon.ts';
import { type ClickhouseParameters, streamQuery } from './stream-query.ts';
import { columnTypeOf } from './values.ts';

const checkMs = 10_000;
const mostColumns = 50_000;

export function openDriver(parameters: ClickhouseParameters, { outgoing, schemas }: DriverPlace): Driver {
  const stream: StreamRows = (sql, limits, take) =>
    streamQuery({ outgoing, parameters }, withoutSemicolon(sql), limits, take);
  return {
    async check(signal) {
      const { rows } = await readRows(stream, 'SELECT version()', { maxRows: 1, timeoutMs: checkMs, signal });
      return `ClickHouse ${rows[0][0]}`;
    },
    async readTables(signal) {
      const limits = { maxRows: mostColumns, timeoutMs: checkMs, signal };
      const { rows } = await readRows(stream, catalogOf(schemas), limits);
      return groupColumns(
        rows.map(([schema, table, comment, rowEstimate, column, type, columnComment]) => ({
          schema: String(schema),
          table: String(table),
          comment,
          rowEstimate,
          column: String(column),
          type: columnTypeOf(String(type)),
          columnComment,
        })),
      );
    },
    stream,
    close() {},
  };
}

function catalogOf(schemas: readonly string[]): string {
  const listed = schemas.map(dialects.clickhouse.literal).join(', ');
  return `SELECT c.database, c.table, t.comment, t.total_rows, c.name, c.type, c.comment
    FROM system.columns c JOIN system.tables t ON t.database = c.database AND t.name = c.table
    WHERE c.database IN (${listed}) ORDER BY indexOf([${listed}], c.database), c.table, c.position`;
}
