import type { SqlContext } from './context.ts';
import { findProject, listProjectNames } from './projects.ts';
import { readTokens, type Token } from './tokens.ts';

/** After a comparison, double quotes mean a text to these clients, but a column to DuckDB. */
function isComparison(token: Token | undefined): boolean {
  return token?.kind === 'sign' && ['=', '<', '>', '<=', '>=', '<>', '!='].includes(token.value);
}

/** Removes the project from table names such as `project.table`, and quotes names for DuckDB. */
export async function stripProjects(ctx: SqlContext, sql: string): Promise<{ project: string; sql: string }> {
  const tokens = readTokens(sql);
  const names = new Set([...(await listProjectNames(ctx)), 'mindsdb', 'files']);
  let { project } = ctx;
  let text = '';
  let end = 0;
  for (let index = 0; index < tokens.length; index++) {
    const { kind, value, start, end: next } = tokens[index];
    const isAfter = ['from', 'join', ','].includes(tokens[index - 1]?.value.toLowerCase());
    text += sql.slice(end, start);
    end = next;
    if (isAfter && kind !== 'text' && tokens[index + 1]?.value === '.' && names.has(value)) {
      project = (await findProject(ctx, value)) ?? project;
      index += 1;
      end = tokens[index].end;
    } else if (kind === 'quoted' && isComparison(tokens[index - 1])) text += `'${value.replaceAll("'", "''")}'`;
    else text += kind === 'name' ? `"${value.replaceAll('"', '""')}"` : sql.slice(start, next);
  }
  return { project, sql: `${text}${sql.slice(end)}`.replace(/;\s*$/, '') };
}
