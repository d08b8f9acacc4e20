import type { Caller } from '../../caller.ts';
import { ServiceError } from '../../errors.ts';
import { parseRows } from '../../platform/data/row-writer.ts';
import type { JsonValue, QueryResult, WrittenResult } from '../../platform/data/types.ts';
import { type Requester, requesterOf } from '../../platform/workers/fair-turns.ts';
import type { ConnectionServices } from './context.ts';
import type { AskedAnswer, CatalogTable, Engine, KeepLimits, OpenDatabase, Question, TableName } from './engine.ts';
import { requireEngine } from './engines.ts';
import { parametersOf } from './record.ts';
import { requireConnection } from './service.ts';
import type { ConnectionRow } from './store.ts';

export interface OpenConnection {
  id: string;
  engine: Engine;
  database: OpenDatabase;
}

export interface ConnectionQuery extends AskedAnswer {
  sql: string;
  /** Allowed tables as `table` or `schema.table`; default: all of the connection's schemas. */
  tables?: readonly string[] | undefined;
}

interface Project {
  id: string;
  name: string;
}

export async function openConnection(
  ctx: Pick<ConnectionServices, 'database' | 'connectionPools' | 'secrets'>,
  project: Project,
  nameOrId: string,
): Promise<OpenConnection> {
  return openRow(ctx, await requireConnection(ctx, project, nameOrId));
}

export async function openRow(
  ctx: Pick<ConnectionServices, 'connectionPools' | 'secrets'>,
  row: ConnectionRow,
): Promise<OpenConnection> {
  const engine = requireEngine(row.engine);
  const database = await ctx.connectionPools.database(row.id, engine, parametersOf(ctx, row));
  return { id: row.id, engine, database };
}

/** Returns the readable tables, at most a minute old. */
export function catalogOf(
  ctx: Pick<ConnectionServices, 'connectionPools'>,
  { id, database }: OpenConnection,
  { project, caller }: Requester,
): Promise<CatalogTable[]> {
  // Shared by concurrent callers, so it does not end with one caller's signal.
  return ctx.connectionPools.cached(id, 'catalog', () => database.readTables({ project, caller }));
}

/** Runs one read-only query over allowed tables of a connection, for the service itself. */
export async function queryConnection(
  ctx: Parameters<typeof writeConnectionQuery>[0],
  project: Project,
  nameOrId: string,
  query: Omit<ConnectionQuery, 'shape'>,
  signal: AbortSignal,
): Promise<QueryResult> {
  const asked = { ...query, shape: 'lists' } as const;
  const { columns, pieces, cutBy } = await writeConnectionQuery(ctx, project, nameOrId, asked, signal);
  return { columns, rows: await parseRows<JsonValue[]>(pieces), truncated: cutBy !== undefined };
}

/** Does the same, without parsing what the worker wrote. */
export async function writeConnectionQuery(
  ctx: Caller & Pick<ConnectionServices, 'database' | 'connectionPools' | 'secrets' | 'tracing'>,
  project: Project,
  nameOrId: string,
  { tables, sql, ...asked }: ConnectionQuery,
  signal: AbortSignal,
): Promise<WrittenResult> {
  const open = await openConnection(ctx, project, nameOrId);
  const requester = requesterOf(ctx, project.id, signal);
  const question = await guardQuestion(ctx, open, { sql, tables }, requester);
  const attributes = {
    'db.system.name': open.engine.name,
    'db.operation.name': 'SELECT',
    'sibyl.connection': open.id,
  };
  return ctx.tracing.within('SELECT', { kind: 'client', attributes }, () =>
    open.database.answer(question, asked, requester),
  );
}

/**
 * Writes all rows of one read-only query to a Parquet file, up to the limit of an upload. The caller removes the file,
 * also after a failure.
 */
export async function keepConnectionRows(
  ctx: Caller & Pick<ConnectionServices, 'database' | 'connectionPools' | 'limits' | 'secrets'>,
  project: Project,
  { connection, sql }: { connection: string; sql: string },
  limits: Omit<KeepLimits, 'maxBytes'>,
): Promise<void> {
  const open = await openConnection(ctx, project, connection);
  const requester = requesterOf(ctx, project.id, limits.signal);
  const question = await guardQuestion(ctx, open, { sql, tables: undefined }, requester);
  await open.database.keep(question, { ...limits, maxBytes: ctx.limits.of(project.id).upload_bytes }, requester);
}

/** Guards a query over the named tables, or over the catalog; a query refused by a cached catalog is checked again. */
async function guardQuestion(
  ctx: Pick<ConnectionServices, 'connectionPools'>,
  open: OpenConnection,
  { sql, tables }: Pick<ConnectionQuery, 'sql' | 'tables'>,
  requester: Requester,
): Promise<Question> {
  const { database, id } = open;
  const [ownSchema] = database.schemas;
  const guard = async (allowed: TableName[]) => {
    const question = { sql, tables: allowed };
    await database.guard(question, requester);
    return question;
  };
  if (tables) return guard(tables.map((table) => readTableName(table, ownSchema)));
  const byCatalog = async () =>
    guard((await catalogOf(ctx, open, requester)).map(({ schema, name }) => ({ schema, name })));
  return byCatalog().catch((error) => {
    if (!(error instanceof ServiceError) || error.code !== 'query_refused') throw error;
    ctx.connectionPools.dropCached(id, 'catalog');
    return byCatalog();
  });
}

/** Parses `schema.table`, or a table of the first schema. */
export function readTableName(text: string, ownSchema: string): TableName {
  const [schema, ...name] = text.split('.');
  return name.length === 0 ? { schema: ownSchema, name: schema } : { schema, name: name.join('.') };
}

/** Returns the name of a table in queries: those of the first schema need no schema name. */
export function nameOf({ schema, name }: TableName, ownSchema: string): string {
  return schema === ownSchema ? name : `${schema}.${name}`;
}
