import type { Context } from '../context.ts';
import { invalidField } from '../errors.ts';
import { requireProject } from '../projects/service.ts';
import { queryableTables } from '../tables/service.ts';
import type { QueryAnswer, QueryBody } from './schemas.ts';

/** Runs one read-only query over the tables of a project, within the limits of the service. */
export async function runQuery(
  ctx: Context,
  projectName: string,
  { sql, limit, timeout_ms }: QueryBody,
  signal: AbortSignal,
): Promise<QueryAnswer> {
  const { maxQueryRows, queryTimeoutMs, queryMemoryBytes } = ctx.config;
  const project = await requireProject(ctx, projectName);
  requireAtMost('/limit', limit, maxQueryRows);
  requireAtMost('/timeout_ms', timeout_ms, queryTimeoutMs);
  const { columns, rows, truncated } = await ctx.data.runQuery(
    {
      sql,
      tables: await queryableTables(ctx, project.id, sql),
      maxRows: limit ?? maxQueryRows,
      timeoutMs: timeout_ms ?? queryTimeoutMs,
      memoryBytes: queryMemoryBytes,
    },
    signal,
  );
  const named = distinctNames(columns);
  return {
    columns: named,
    rows: rows.map((row) => Object.fromEntries(named.map(({ name }, index) => [name, row[index]]))),
    row_count: rows.length,
    truncated,
  };
}

function requireAtMost(pointer: string, value: number | undefined, limit: number): void {
  if (value !== undefined && value > limit) throw invalidField(pointer, `must be at most ${limit}`, 'too_large');
}

/** A query may answer two columns of one name: the second `a` becomes `a_2`, so that no value is lost. */
function distinctNames(columns: QueryAnswer['columns']): QueryAnswer['columns'] {
  const taken = new Set<string>();
  return columns.map((column) => {
    let name = column.name;
    for (let count = 2; taken.has(name); count += 1) name = `${column.name}_${count}`;
    taken.add(name);
    return { ...column, name };
  });
}
