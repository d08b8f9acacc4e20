import type { TableSummary } from '../../../builtin/grounding.ts';
import type { Caller } from '../../../caller.ts';
import { ServiceError } from '../../../errors.ts';
import { type DescribedTable, describeConnection } from '../../connections/describe.ts';
import { queryConnection } from '../../connections/query.ts';
import { requireConnection } from '../../connections/service.ts';
import type { SkillServices } from '../context.ts';
import type { Project } from '../kind.ts';
import { readable, type SqlSource } from './source.ts';

interface ConnectionTables {
  connection: string;
  /** When absent, all tables that the connection allows. */
  tables: string[] | undefined;
  maxRows: number;
  timeoutMs: number;
  memoryBytes: number;
}

/** Checks that the connection exists; its database is not asked, as it may be down. */
export async function checkConnection(
  ctx: Pick<SkillServices, 'database'>,
  project: Project,
  connection: string,
): Promise<void> {
  await requireConnection(ctx, project, connection);
}

/** Opens tables of a connection's database, queried in place. */
export async function openConnectionSource(
  ctx: Caller & Pick<SkillServices, 'database' | 'connectionPools' | 'secrets' | 'tracing'>,
  project: Project,
  { connection, ...query }: ConnectionTables,
): Promise<SqlSource> {
  const { tables: allowed, maxRows, timeoutMs, memoryBytes: maxBytes } = query;
  const { maxBytes: answerBytes, cellCharacters } = readable;
  const asked = { tables: allowed, maxRows, timeoutMs, maxBytes, answerBytes, cellCharacters };
  const { dialect, tables, comments } = await describeConnection(ctx, project, connection, allowed).catch(
    withoutAddress,
  );
  const names = new Set(tables.map(({ name }) => name));
  return {
    dialect,
    tables: tables.map(({ sample: _, ...table }) => table),
    sampled: tables.map(withSample),
    others: 0,
    gone: (allowed ?? []).filter((name) => !names.has(name) && !names.has(name.slice(name.indexOf('.') + 1))),
    comments,
    query: (sql, running) =>
      queryConnection(ctx, project, connection, { sql, ...asked }, running).catch(withoutAddress),
  };
}

/** Who asks learns that the database is down, and not where it is: that is in the log. */
function withoutAddress(error: unknown): never {
  if (!(error instanceof ServiceError) || error.code !== 'connection_failed') throw error;
  const detail = 'The database of this table does not respond at the moment.';
  throw new ServiceError('connection_failed', detail, { cause: error });
}

const kept = new WeakMap<DescribedTable, TableSummary>();

/** The same object for as long as the sample is kept: what is worked out of it is kept by it. */
function withSample(table: DescribedTable): TableSummary {
  const known = kept.get(table) ?? summaryOf(table);
  kept.set(table, known);
  return known;
}

function summaryOf({ sample, ...table }: DescribedTable): TableSummary {
  if (!sample) return { ...table, isUnseen: true };
  return {
    ...table,
    columns: table.columns.map((column, at) => ({ ...column, ...sample.counts[at] })),
    sample: sample.rows,
  };
}
