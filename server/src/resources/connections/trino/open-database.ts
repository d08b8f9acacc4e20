import type { JsonValue, TableColumn } from '../../../platform/data/types.ts';
import { dialects } from '../dialects.ts';
import type { EngineServices, OpenDatabase } from '../engine.ts';
import { explainConnectionFailure } from '../failures.ts';
import { groupColumns } from '../group-columns.ts';
import { withinLimits } from '../limits.ts';
import { answerQuery, fromRows, type StreamRows } from '../rows.ts';
import { guardWords, withoutSemicolon } from '../words/guard-words.ts';
import { grammar } from './grammar.ts';
import { type PageLimits, type TrinoParameters, TrinoSession } from './session.ts';
import { cellReaderOf, columnTypeOf } from './values.ts';

const checkMs = 20_000;
const mostColumns = 50_000;

export async function openDatabase(
  parameters: TrinoParameters,
  { data, outgoing }: EngineServices,
): Promise<OpenDatabase> {
  const { schema, schemas: others = [] } = parameters;
  const schemas = [schema, ...others.filter((name) => name !== schema)];
  const stream: StreamRows = (sql, { timeoutMs, maxBytes, signal }, take) =>
    withinLimits({ timeoutMs, signal }, explainConnectionFailure, async (limited) => {
      const session = new TrinoSession(outgoing, parameters, timeoutMs);
      const limits = { signal: limited, maxBytes };
      await session.begin(limits);
      try {
        await readPages(session, withoutSemicolon(sql), limits, take);
      } finally {
        await session.end({ maxBytes: 100_000, signal: AbortSignal.timeout(checkMs) }).catch(() => {}); // it ends by itself
      }
    });
  return {
    schemas,
    async check({ signal }) {
      const sql = 'SELECT version()';
      const { rows } = await answerQuery(stream, sql, { maxRows: 1, timeoutMs: checkMs, signal });
      return `Trino ${rows[0][0]}`;
    },
    async readTables({ signal }) {
      const { rows } = await answerQuery(stream, catalogOf(schemas), {
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
    guard: async (question) => guardWords(question, schema, grammar),
    ...fromRows(stream, data),
    async close() {},
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

async function readPages(
  session: TrinoSession,
  sql: string,
  limits: PageLimits,
  take: Parameters<StreamRows>[2],
): Promise<void> {
  let columns: TableColumn[] = [];
  let readers: ((cell: unknown) => JsonValue)[] = [];
  for await (const page of session.run(sql, limits)) {
    if (page.columns && columns.length === 0) {
      columns = page.columns.map(({ name, type }) => ({ name, type: columnTypeOf(type) }));
      readers = page.columns.map(({ type }) => cellReaderOf(type));
    }
    if (!page.data) continue;
    const rows = page.data.map((row) => row.map((cell, index) => readers[index](cell)));
    if (!(await take({ columns, rows }))) return;
  }
  await take({ columns, rows: [] });
}
