import type { Pool } from 'pg';
import type { Caller } from '../../caller.ts';
import { ServiceError } from '../../errors.ts';
import type { QueryResult } from '../../platform/data/types.ts';
import type { Asker } from '../../platform/workers/fair-turns.ts';
import { askerOf } from '../../platform/workers/fair-turns.ts';
import type { ConnectionServices } from './context.ts';
import { type CatalogTable, readCatalog } from './postgresql/catalog.ts';
import { explainConnectionFailure } from './postgresql/failures.ts';
import type { TableName } from './postgresql/guard-sql.ts';
import { runQuery } from './postgresql/run-query.ts';
import { parametersOf } from './record.ts';
import { requireConnection } from './service.ts';
import type { ConnectionRow } from './store.ts';

/** A connection whose database can be asked. */
export interface OpenConnection {
  id: string;
  pool: Pool;
  /** Whose tables may be read; those of the first need no schema before them. */
  schemas: readonly string[];
}

export interface ConnectionQuery {
  sql: string;
  /** As `table` or `schema.table`; all that the schemas of the connection hold when absent. */
  tables?: readonly string[] | undefined;
  maxRows: number;
  timeoutMs: number;
  /** Most that may arrive from the database. */
  memoryBytes: number;
}

export async function openConnection(
  ctx: Pick<ConnectionServices, 'database' | 'connectionPools' | 'outgoing' | 'secrets'>,
  project: { id: string; name: string },
  nameOrId: string,
): Promise<OpenConnection> {
  return openConnectionPool(ctx, await requireConnection(ctx, project, nameOrId));
}

/** The database of a connection. Its host is resolved and judged each time; the address is what is connected to. */
export async function openConnectionPool(
  ctx: Pick<ConnectionServices, 'connectionPools' | 'outgoing' | 'secrets'>,
  row: ConnectionRow,
): Promise<OpenConnection> {
  const parameters = parametersOf(ctx, row);
  const address = await ctx.outgoing.resolve(parameters.host, 'private').catch((error) => {
    throw explainConnectionFailure(error);
  });
  const pool = await ctx.connectionPools.pool(row.id, { parameters, address });
  return { id: row.id, pool, schemas: parameters.schemas ?? ['public'] };
}

/** What may be read, as it was within the last minute. */
export function catalogOf(
  ctx: Pick<ConnectionServices, 'connectionPools'>,
  { id, pool, schemas }: OpenConnection,
): Promise<CatalogTable[]> {
  return ctx.connectionPools.remember(id, 'catalog', () => readCatalog(pool, schemas, new AbortController().signal));
}

/** Runs one read-only query over tables of a connection and no others. */
export async function queryConnection(
  ctx: Caller & Pick<ConnectionServices, 'database' | 'connectionPools' | 'outgoing' | 'secrets' | 'tracing'>,
  project: { id: string; name: string },
  nameOrId: string,
  { sql, tables, maxRows, timeoutMs, memoryBytes }: ConnectionQuery,
  signal: AbortSignal,
): Promise<QueryResult> {
  const open = await openConnection(ctx, project, nameOrId);
  const [schema] = open.schemas;
  const named = tables?.map((table) => readTableName(table, schema));
  const asker = askerOf(ctx, project.id, signal);
  if (named) await ctx.connectionPools.guard({ sql, tables: named, ownSchema: schema }, asker);
  else await guardByCatalog(ctx, open, sql, asker);
  const attributes = { 'db.system.name': 'postgresql', 'db.operation.name': 'SELECT', 'sibyl.connection': open.id };
  return ctx.tracing.within('SELECT', { kind: 'client', attributes }, () =>
    runQuery(open.pool, { sql, schema, timeoutMs }, { maxRows, maxBytes: memoryBytes }, signal),
  );
}

/** Judges a query over all that the connection lets read; what is refused may only be newer than what is remembered. */
export async function guardByCatalog(
  ctx: Pick<ConnectionServices, 'connectionPools'>,
  open: OpenConnection,
  sql: string,
  asker: Asker,
): Promise<void> {
  const [ownSchema] = open.schemas;
  const guard = async () => {
    const tables = (await catalogOf(ctx, open)).map(({ schema, name }) => ({ schema, name }));
    await ctx.connectionPools.guard({ sql, tables, ownSchema }, asker);
  };
  await guard().catch((error) => {
    if (!(error instanceof ServiceError) || error.code !== 'query_refused') throw error;
    ctx.connectionPools.forgetMemory(open.id, 'catalog');
    return guard();
  });
}

/** `schema.table`, or a table of the first schema. */
export function readTableName(text: string, ownSchema: string): TableName {
  const [schema, ...name] = text.split('.');
  return name.length === 0 ? { schema: ownSchema, name: schema } : { schema, name: name.join('.') };
}
