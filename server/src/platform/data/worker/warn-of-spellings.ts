import type { DuckDBConnection } from '@duckdb/node-api';
import { fold } from '@sibyl/engine/readings/fold.ts';
import type { ColumnProfile, TablePart, TableWarning } from '../types.ts';
import { parquetSource, quoteName, readObjects } from './duckdb.ts';

/** Columns with more distinct values are names or texts, which may differ in a letter and be two. */
const mostDistinct = 200;
const mostColumns = 50;
const mostNamed = 3;

interface Written {
  text: string;
  count: number;
}

/**
 * Returns warnings about values that are written in several ways, apart in case, blanks or quotes alone. Cells are kept as
 * they are: models take such values for one, but a query groups them apart.
 */
export async function warnOfSpellings(
  connection: DuckDBConnection,
  { path }: TablePart,
  columns: readonly ColumnProfile[],
): Promise<TableWarning[]> {
  const source = parquetSource([path]);
  const warnings: TableWarning[] = [];
  const few = columns.filter(({ type, distinct }) => type === 'text' && distinct > 1 && distinct <= mostDistinct);
  for (const { name } of few.slice(0, mostColumns)) {
    const column = quoteName(name);
    const values = await readObjects(
      connection,
      `SELECT ${column} AS text, count(*)::DOUBLE AS count FROM ${source} WHERE ${column} IS NOT NULL GROUP BY 1 LIMIT ${2 * mostDistinct}`,
    );
    const several = severalWays(values.map(({ text, count }) => ({ text: String(text), count: Number(count) })));
    if (several.length > 0) warnings.push({ code: 'several_spellings', detail: sayWays(name, several), column: name });
  }
  return warnings;
}

/** Values that are written in more than one way, each way with its count, the most frequent first. */
function severalWays(values: readonly Written[]): Written[][] {
  const ways = [...Map.groupBy(values, ({ text }) => fold(text)).values()].filter(({ length }) => length > 1);
  return ways
    .map((some) => some.toSorted((one, other) => other.count - one.count))
    .sort((one, other) => other[0].count - one[0].count);
}

function sayWays(name: string, several: readonly Written[][]): string {
  const said = several
    .slice(0, mostNamed)
    .map((ways) => ways.map(({ text, count }) => `${JSON.stringify(text.slice(0, 40))} (${count})`).join(', '));
  const more = several.length > mostNamed ? `, and ${several.length - mostNamed} other values` : '';
  return `Column "${name}" has values in several spellings: ${said.join('; ')}${more}. Models and agents without a language model treat them as one value, but queries group them separately: unify them in the file.`;
}
