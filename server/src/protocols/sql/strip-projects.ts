import type { Token } from '../../platform/data/sql-tokens.ts';
import type { SqlContext } from './context.ts';
import { listProjectNames, resolveProject } from './projects.ts';
import { type Part, textOf } from './tokens.ts';

/** After a comparison, double quotes mean a text to these clients, but a column to DuckDB. */
function isComparison(token: Token | undefined): boolean {
  return token?.kind === 'sign' && ['=', '<', '>', '<=', '>=', '<>', '!='].includes(token.value);
}

/** Removes the project from table names such as `project.table`, and quotes names for DuckDB. */
export async function stripProjects(ctx: SqlContext, query: Part): Promise<{ project: string; sql: string }> {
  const { sql, tokens, from, to } = query;
  if (from >= to) return { project: ctx.project, sql: textOf(query) };
  const known = await listProjectNames(ctx);
  const names = new Set([...known, 'mindsdb', 'files']);
  let { project } = ctx;
  const pieces: string[] = [];
  let end = tokens[from].start;
  for (let index = from; index < to; index++) {
    const { kind, value, start, end: next } = tokens[index];
    const isAfter = index > from && mayNameTable(tokens[index - 1]);
    pieces.push(sql.slice(end, start));
    end = next;
    if (isAfter && kind !== 'text' && isDot(tokens[index + 1]) && names.has(value)) {
      project = resolveProject(known, value, ctx.project) ?? project;
      index += 1;
      end = tokens[index].end;
    } else if (kind === 'quoted' && isComparison(tokens[index - 1])) pieces.push(`'${value.replaceAll("'", "''")}'`);
    else pieces.push(kind === 'name' ? `"${value.replaceAll('"', '""')}"` : sql.slice(start, next));
  }
  return { project, sql: pieces.join('') };
}

/** Whether the name of a table may follow. */
function mayNameTable({ kind, value }: Token): boolean {
  return kind === 'sign' ? value === ',' : kind === 'word' && ['from', 'join'].includes(value.toLowerCase());
}

function isDot(token: Token | undefined): boolean {
  return token?.kind === 'sign' && token.value === '.';
}
