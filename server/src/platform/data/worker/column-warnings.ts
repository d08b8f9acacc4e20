import type { DuckDBConnection } from '@duckdb/node-api';
import type { TableWarning } from '../types.ts';
import { quoteText, readObjects } from './duckdb.ts';
import type { ColumnPlan } from './plan-columns.ts';
import type { OpenedText, RowPlace } from './text-source.ts';

const mostPlaces = 5;
/** Maximum cells located: each search reads the file again. */
const mostLocated = 20;

interface FoundCell {
  cell: string;
  place: RowPlace;
}

/** Returns warnings about how columns were read, with the positions of odd cells. */
export async function warnOfColumns(
  connection: DuckDBConnection,
  source: OpenedText,
  plans: readonly ColumnPlan[],
): Promise<TableWarning[]> {
  const warnings: TableWarning[] = [];
  let located = 0;
  for (const [index, { name, notes }] of plans.entries())
    for (const { code, detail, cells = [] } of notes) {
      const isSought = cells.length > 0 && located < mostLocated;
      if (isSought) located += 1;
      const found = isSought ? await findCells(connection, source, source.fields[index], cells) : [];
      const requested = `Column "${name}": ${detail}.`;
      warnings.push({ code, detail: `${requested}${nameCells(found)}`, column: name, ...lineOf(found[0]) });
    }
  return warnings;
}

/** Finds the first place of each cell before the second ones. */
async function findCells(
  connection: DuckDBConnection,
  { from, locateRow }: OpenedText,
  field: string,
  cells: readonly string[],
): Promise<FoundCell[]> {
  const wanted = cells.slice(0, 100).map(quoteText).join(', ');
  const rows = await readObjects(
    connection,
    `SELECT n::DOUBLE AS n, cell FROM (SELECT row_number() OVER () - 1 AS n, trim(${field}) AS cell FROM ${from})
     WHERE cell IN (${wanted}) ORDER BY row_number() OVER (PARTITION BY cell ORDER BY n), n LIMIT ${mostPlaces}`,
  );
  const found: FoundCell[] = [];
  for (const { n, cell } of rows.sort((one, other) => Number(one.n) - Number(other.n)))
    found.push({ cell: String(cell), place: await locateRow(Number(n)) });
  return found;
}

function nameCells(found: readonly FoundCell[]): string {
  if (found.length === 0) return '';
  return ` ${found.map(({ cell, place }) => `${place.words} has ${JSON.stringify(cell.slice(0, 40))}`).join(', ')}.`;
}

function lineOf(found: FoundCell | undefined): { line?: number } {
  const line = /^\/line\/(\d+)$/.exec(found?.place.pointer ?? '')?.[1];
  return line === undefined ? {} : { line: Number(line) };
}
