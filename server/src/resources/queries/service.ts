import type { Caller } from '../../caller.ts';
import { invalidField } from '../../errors.ts';
import type { QueryRequest, QueryResult, TablePart } from '../../platform/data/types.ts';
import { askerOf } from '../../platform/workers/fair-turns.ts';
import { queryConnection } from '../connections/query.ts';
import { requireShortSql } from '../projects/require-short-sql.ts';
import { requireProject } from '../projects/service.ts';
import { queryableTables } from '../tables/service.ts';
import type { QueryContext, QueryServices } from './context.ts';
import type { QueryAnswer, QueryBody } from './schemas.ts';

/**
 * Runs one read-only query over the tables of a project, or in the database of a connection, within its limits.
 * `others` are further files by table name.
 */
export async function runQuery(
  ctx: QueryContext,
  projectName: string,
  body: QueryBody,
  signal: AbortSignal,
  others: Record<string, TablePart[]> = {},
): Promise<QueryAnswer> {
  const project = await requireProject(ctx, projectName);
  const { sql_bytes, query_rows, query_timeout_ms, query_memory_bytes } = ctx.limits.of(project.id);
  const { sql, connection, limit = query_rows, timeout_ms: timeoutMs = query_timeout_ms } = body;
  requireShortSql(sql, sql_bytes);
  requireAtMost('/limit', limit, query_rows);
  requireAtMost('/timeout_ms', timeoutMs, query_timeout_ms);
  const query = { sql, maxRows: limit, timeoutMs, memoryBytes: query_memory_bytes };
  const { columns, rows, truncated } =
    connection === undefined
      ? await queryTables(ctx, project.id, query, signal, others)
      : await queryConnection(ctx, project, connection, query, signal);
  const named = distinctNames(columns);
  return {
    columns: named,
    rows: rows.map((row) => Object.fromEntries(named.map(({ name }, index) => [name, row[index]]))),
    row_count: rows.length,
    truncated,
  };
}

async function queryTables(
  ctx: Caller & Pick<QueryServices, 'blobs' | 'data' | 'database'>,
  projectId: string,
  query: Omit<QueryRequest, 'tables'>,
  signal: AbortSignal,
  others: Record<string, TablePart[]>,
): Promise<QueryResult> {
  const tables = { ...(await queryableTables(ctx, projectId, query.sql)), ...others };
  return ctx.data.runQuery({ ...query, tables }, askerOf(ctx, projectId, signal));
}

function requireAtMost(pointer: string, value: number, limit: number): void {
  if (value > limit) throw invalidField(pointer, `must be at most ${limit}`, 'too_large');
}

/** Renames repeated column names, so that no value is lost: the second `a` becomes `a_2`. */
function distinctNames(columns: QueryAnswer['columns']): QueryAnswer['columns'] {
  const taken = new Set<string>();
  return columns.map((column) => {
    let name = column.name;
    for (let count = 2; taken.has(name); count += 1) name = `${column.name}_${count}`;
    taken.add(name);
    return { ...column, name };
  });
}
