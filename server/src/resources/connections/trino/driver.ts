import type { JsonValue, TableColumn } from '../../../platform/data/types.ts';
import { dialects } from '../dialects.ts';
import { explainConnectionFailure } from '../failures.ts';
import { groupColumns } from '../group-columns.ts';
import { withinLimits } from '../limits.ts';
import type { Driver, DriverPlace } from '../served/driver.ts';
import { readRows, type StreamRows, type TakeBatch, takePage } from '../served/rows.ts';
import { withoutSemicolon } from '../words/without-semicolon.ts';
import { type Page, type TrinoParameters, TrinoSession } from './session.ts';
import { cellReaderOf, columnTypeOf } from './values.ts';

const checkMs = 20_000;
const mostColumns = 50_000;

export function openDriver(parameters: TrinoParameters, { outgoing, schemas }: DriverPlace): Driver {
  const stream: StreamRows = (sql, { batchRows, timeoutMs, maxBytes, signal }, take) =>
    withinLimits({ timeoutMs, signal }, explainConnectionFailure, async (limited) => {
      const session = new TrinoSession(outgoing, parameters, timeoutMs);
      const limits = { signal: limited, maxBytes };
      await session.begin(limits);
      try {
        await readPages(session.run(withoutSemicolon(sql), limits), batchRows, take);
      } finally {
        await session.end({ maxBytes: 100_000, signal: AbortSignal.timeout(checkMs) }).catch(() => {}); // it ends by itself
      }
    });
  return {
    async check(signal) {
      const sql = 'SELECT version()';
      const { rows } = await readRows(stream, sql, { maxRows: 1, timeoutMs: checkMs, signal });
      return `Trino ${rows[0][0]}`;
    },
    async readTables(signal) {
      const { rows } = await readRows(stream, catalogOf(schemas), {
        maxRows: mostColumns,
        timeoutMs: checkMs,
        signal,
      });
      return groupColumns(
        rows.map(([of, table, column, type]) => ({
          schema: String(of),
          table: String(table),
          column: String(column),
          type: columnTypeOf(String(type)),
        })),
      );
    },
    stream,
    close() {},
  };
}

/** Some connectors list a column once for each schema that is asked for. */
function catalogOf(schemas: readonly string[]): string {
  const listed = schemas.map(dialects.trino.literal).join(', ');
  return `SELECT table_schema, table_name, column_name, data_type FROM (
      SELECT DISTINCT table_schema, table_name, column_name, data_type, ordinal_position
      FROM information_schema.columns WHERE table_schema IN (${listed}))
    ORDER BY array_position(ARRAY[${listed}], table_schema), table_name, ordinal_position`;
}

async function readPages(pages: AsyncIterable<Page>, batchRows: number, take: TakeBatch): Promise<void> {
  let columns: TableColumn[] = [];
  let readers: ((cell: unknown) => JsonValue)[] = [];
  const read = (row: unknown[]) => row.map((cell, index) => readers[index](cell));
  for await (const page of pages) {
    if (page.columns && columns.length === 0) {
      columns = page.columns.map(({ name, type }) => ({ name, type: columnTypeOf(type) }));
      readers = page.columns.map(({ type }) => cellReaderOf(type));
    }
    if (page.data && !(await takePage({ columns, rows: page.data }, batchRows, read, take))) return;
  }
  await take({ columns, rows: [] });
}
