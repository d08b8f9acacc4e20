import type { Caller } from '../../caller.ts';
import { beyondLimit, invalidField, type ServiceError } from '../../errors.ts';
import { parseRows, type RowShape } from '../../platform/data/row-writer.ts';
import type { QueryRequest, TablePart, WrittenResult } from '../../platform/data/types.ts';
import { requesterOf } from '../../platform/workers/fair-turns.ts';
import { writeConnectionQuery } from '../connections/query.ts';
import { requireShortSql } from '../projects/require-short-sql.ts';
import { requireProject } from '../projects/service.ts';
import { queryableTables } from '../tables/service.ts';
import type { QueryContext, QueryServices } from './context.ts';
import type { QueryAnswer, QueryBody } from './schemas.ts';

export interface AskedRows {
  shape: RowShape;
  /** Maximum bytes, where less than the limit of the project is wanted. */
  mostBytes?: number;
  /** Further files by table name. */
  others?: Record<string, TablePart[]>;
}

/** The rows as JSON, and what stands beside them in an answer. */
export interface WrittenAnswer extends Omit<QueryAnswer, 'rows'> {
  pieces: readonly Uint8Array[];
}

/** Runs one read-only query over the tables of a project, or in the database of a connection, within its limits. */
export async function writeQuery(
  ctx: QueryContext,
  projectName: string,
  body: QueryBody,
  signal: AbortSignal,
  { shape, mostBytes = Number.POSITIVE_INFINITY, others = {} }: AskedRows,
): Promise<WrittenAnswer> {
  const project = await requireProject(ctx, projectName);
  const limits = ctx.limits.of(project.id);
  const { sql, connection, limit = limits.query_rows, timeout_ms: timeoutMs = limits.query_timeout_ms } = body;
  requireShortSql(sql, limits.sql_bytes);
  requireAtMost('/limit', limit, limits.query_rows);
  requireAtMost('/timeout_ms', timeoutMs, limits.query_timeout_ms);
  const maxBytes = Math.min(limits.query_answer_bytes, mostBytes);
  const query = { sql, maxRows: limit, timeoutMs };
  const memoryBytes = limits.query_memory_bytes;
  const { columns, pieces, rowCount, cutBy } =
    connection === undefined
      ? await queryTables(ctx, project.id, { ...query, memoryBytes, maxBytes }, { shape, others }, signal)
      : await writeConnectionQuery(
          ctx,
          project,
          connection,
          { ...query, shape, maxBytes: memoryBytes, answerBytes: maxBytes },
          signal,
        );
  const by = {
    rows: { limit_name: 'query_rows', limit },
    bytes: { limit_name: 'query_answer_bytes', limit: maxBytes },
  };
  const truncated_by = cutBy && (by[cutBy] as QueryAnswer['truncated_by']);
  return { columns, pieces, row_count: rowCount, truncated: cutBy !== undefined, ...(cutBy ? { truncated_by } : {}) };
}

/** Does the same for programs that need the rows themselves. */
export async function runQuery(
  ctx: QueryContext,
  projectName: string,
  body: QueryBody,
  signal: AbortSignal,
  mostBytes?: number,
): Promise<QueryAnswer> {
  const { pieces, ...answer } = await writeQuery(ctx, projectName, body, signal, { shape: 'objects', mostBytes });
  return { ...answer, rows: await parseRows(pieces) };
}

async function queryTables(
  ctx: Caller & Pick<QueryServices, 'blobs' | 'data' | 'database'>,
  projectId: string,
  query: Omit<QueryRequest, 'tables'>,
  { shape, others }: Required<Pick<AskedRows, 'shape' | 'others'>>,
  signal: AbortSignal,
): Promise<WrittenResult> {
  const tables = { ...(await queryableTables(ctx, projectId, query.sql)), ...others };
  return ctx.data.writeQuery({ ...query, tables }, shape, requesterOf(ctx, projectId, signal));
}

function requireAtMost(pointer: string, value: number, limit: number): void {
  if (value > limit) throw invalidField(pointer, `must be at most ${limit}`, 'too_large');
}

/** For an answer that cannot say that it was cut. */
export function answerTooLarge(value: number): ServiceError {
  const detail = `The answer is larger than ${value} bytes: name fewer columns, or LIMIT the rows.`;
  return beyondLimit('query_memory_limit', detail, { name: 'query_answer_bytes', value });
}
