import type { DuckDBConnection } from '@duckdb/node-api';
import { fileFault } from '../faults.ts';
import { defineCounter } from './cell-functions.ts';
import { quoteName, readObjects } from './duckdb.ts';
import type { TypedColumn } from './plan-parquet.ts';

/** As deep as the JSON of a request may be: what nests deeper is read by recursion somewhere, and overflows its stack. */
const deepest = 100;

/** Refuses JSON cells that nest deeper than can be answered. */
export async function refuseDeep(
  connection: DuckDBConnection,
  from: string,
  columns: readonly TypedColumn[],
): Promise<void> {
  const nested = columns.filter(({ type }) => type === 'json').map(({ name }) => name);
  if (nested.length === 0) return;
  defineCounter(connection, 'levels_of', levelsOf);
  // Deeper nesting needs more brackets than a short text has.
  const levels = nested.map(
    (name, index) =>
      `max(levels_of(${quoteName(name)}::VARCHAR)) FILTER (length(${quoteName(name)}::VARCHAR) > ${2 * deepest})::DOUBLE AS n${index}`,
  );
  const [row] = await readObjects(connection, `SELECT ${levels.join(', ')} FROM ${from}`);
  const deep = nested.find((_, index) => Number(row[`n${index}`] ?? 0) > deepest);
  if (deep !== undefined)
    throw fileFault('too_deep', `A cell of column "${deep}" holds JSON that nests deeper than ${deepest} levels.`);
}

/** Returns how deep brackets nest outside of strings. */
function levelsOf(json: string): number {
  let levels = 0;
  let most = 0;
  for (const [sign] of json.matchAll(/"(?:[^"\\]|\\[\s\S])*(?:"|\\?$)|[[{\]}]/g)) {
    if (sign === '[' || sign === '{') most = Math.max(most, ++levels);
    else if (sign === ']' || sign === '}') levels -= 1;
  }
  return most;
}
