import type { EngineServices, OpenDatabase } from '../engine.ts';
import { answerQuery, fromRows, type StreamRows } from '../rows.ts';
import { guardWords } from '../words/guard-words.ts';
import { readCatalog } from './catalog.ts';
import { grammar } from './grammar.ts';
import { type MysqlParameters, openPool } from './open-pool.ts';
import { streamQuery } from './stream-query.ts';

const checkMs = 10_000;

export async function openDatabase(
  parameters: MysqlParameters,
  { data }: EngineServices,
  address: string,
): Promise<OpenDatabase> {
  const { database, schemas: others = [] } = parameters;
  const schemas = [database, ...others.filter((name) => name !== database)];
  const pool = await openPool(parameters, address);
  const stream: StreamRows = (sql, limits, take) => streamQuery(pool, sql, limits, take);
  return {
    schemas,
    async check({ signal }) {
      const { rows } = await answerQuery(stream, 'SELECT version()', { maxRows: 1, timeoutMs: checkMs, signal });
      return String(rows[0][0]);
    },
    readTables: ({ signal }) => readCatalog(stream, schemas, signal),
    guard: async (question) => guardWords(question, database, grammar),
    ...fromRows(stream, data),
    async close() {
      pool.pool.end(() => {}); // running queries finish
    },
  };
}
