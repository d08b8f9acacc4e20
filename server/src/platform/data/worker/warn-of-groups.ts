import type { DuckDBConnection } from '@duckdb/node-api';
import type { ColumnProfile, TablePart, TableWarning } from '../types.ts';
import { parquetSource, quoteName, readObjects } from './duckdb.ts';

/** Columns of names of groups that stand side by side. */
const mostLevels = 4;

/**
 * Returns warnings about first columns that name a group in its first row only, as merged cells leave them: each name
 * once, and a deeper column wherever the one before it has one. Nothing is filled in, because a blank may be meant.
 */
export async function warnOfGroups(
  connection: DuckDBConnection,
  { path, rowCount }: TablePart,
  columns: readonly ColumnProfile[],
): Promise<TableWarning[]> {
  const isSparse = ({ type, nulls }: ColumnProfile) => type === 'text' && nulls > rowCount / 2 && nulls < rowCount - 1;
  const first = columns.slice(0, mostLevels + 1).findIndex((column) => !isSparse(column));
  const levels = columns.slice(0, Math.max(0, first));
  if (
    levels.length === 0 ||
    levels[0].distinct < rowCount - levels[0].nulls ||
    !columns.some(({ nulls }) => nulls === 0)
  )
    return [];
  const source = parquetSource([path]);
  const names = levels.map(({ name }) => quoteName(name));
  const [top] = await readObjects(
    connection,
    `SELECT ${names.map((name) => `${name} IS NOT NULL`)} FROM ${source} LIMIT 1`,
  );
  const broken = names.map((name, level) =>
    level === 0 ? '0' : `count(*) FILTER (WHERE ${names[level - 1]} IS NOT NULL AND ${name} IS NULL)`,
  );
  const [counts] = await readObjects(connection, `SELECT ${broken} FROM ${source}`);
  const holds = levels.map(
    (_, level) => Object.values(top)[level] === true && Number(Object.values(counts)[level]) === 0,
  );
  const end = holds.indexOf(false);
  return levels.slice(0, end < 0 ? levels.length : end).map(({ name, nulls }) => {
    const detail = `Column "${name}" is empty in ${nulls} of ${rowCount} rows and filled in the first row of others, as merged cells leave it: if a name also holds for the empty rows below it, fill them, or upload the workbook itself.`;
    return { code: 'maybe_groups', detail, column: name };
  });
}
