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

export interface OpenConnection {
  id: string;
  pool: Pool;
  /** Readable schemas; tables of the first need no schema name. */
  schemas: readonly string[];
}

export interface ConnectionQuery {
  sql: string;
  /** Allowed tables as `table` or `schema.table`; default: all of the connection's schemas. */
  tables?: readonly string[] | undefined;
  maxRows: number;
  timeoutMs: number;
  /** Maximum bytes from the database. */
  memoryBytes: number;
}

export async function openConnection(
  ctx: Pick<ConnectionServices, 'database' | 'connectionPools' | 'outgoing' | 'secrets'>,
  project: { id: string; name: string },
  nameOrId: string,
): Promise<OpenConnection> {
  return openConnectionPool(ctx, await requireConnection(ctx, project, nameOrId));
}

/** Opens the pool of a connection at its resolved and checked address. */
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

/** Returns the readable tables, at most a minute old. */
export function catalogOf(
  ctx: Pick<ConnectionServices, 'connectionPools'>,
  { id, pool, schemas }: OpenConnection,
): Promise<CatalogTable[]> {
  return ctx.connectionPools.cached(id, 'catalog', () => readCatalog(pool, schemas, new AbortController().signal));
}

/** Runs one read-only query over allowed tables of a connection. */
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

/** Checks a query against the cached catalog; a refused query is checked again with a fresh one. */
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
    ctx.connectionPools.dropCached(open.id, 'catalog');
    return guard();
  });
}

/** Parses `schema.table`, or a table of the first schema. */
export function readTableName(text: string, ownSchema: string): TableName {
  const [schema, ...name] = text.split('.');
  return name.length === 0 ? { schema: ownSchema, name: schema } : { schema, name: name.join('.') };
}
