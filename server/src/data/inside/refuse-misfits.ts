import type { DuckDBConnection } from '@duckdb/node-api';
import { rowFault } from '../faults.ts';
import type { ColumnType, FileOptions } from '../types.ts';
import { isBlank, type ReadingName, readings, trimmed } from './cell-sql.ts';
import { allowedReadings } from './choose-reading.ts';
import { readObjects } from './duckdb.ts';
import { bitOf } from './evidence-sql.ts';
import type { ColumnPlan } from './plan-columns.ts';
import type { OpenedText } from './text-source.ts';

const wanted: Record<ColumnType, string> = {
  integer: 'a whole number that fits 64 bits',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date such as 2026-11-21',
  datetime: 'a moment such as 2026-11-21T08:30:00Z',
  text: 'text',
  json: 'JSON',
};

/** Throws for the first cell that does not have the type which its column was said to have. */
export async function refuseMisfits(
  connection: DuckDBConnection,
  source: OpenedText,
  plans: readonly ColumnPlan[],
  options: FileOptions,
): Promise<void> {
  const index = plans.findIndex((plan) => !plan.fits);
  if (index < 0) return;
  const { name, type } = plans[index];
  const fit = await bestTest(connection, source.from, source.fields[index], type, options);
  const [{ n, cell }] = await readObjects(
    connection,
    `SELECT n::DOUBLE AS n, cell FROM (SELECT row_number() OVER () - 1 AS n, ${source.fields[index]} AS cell FROM ${source.from})
     WHERE ${isPresent('cell')} AND NOT ${fit(trimmed('cell'))} ORDER BY n LIMIT 1`,
  );
  const { words, pointer } = await source.locateRow(Number(n));
  const got = JSON.stringify(String(cell).slice(0, 80));
  const detail = `${words}: column "${name}" must be ${wanted[type]}, got ${got}.`;
  throw rowFault('cell_does_not_fit', detail, `${pointer}/${escapePointer(name)}`);
}

type Test = (cell: string) => string;

/** The reading that most cells fit: the others are the ones to blame. */
async function bestTest(
  connection: DuckDBConnection,
  from: string,
  field: string,
  type: ColumnType,
  options: FileOptions,
): Promise<Test> {
  const allowed = allowedReadings(type, options);
  const names = (Object.keys(readings) as ReadingName[]).filter((name) => (allowed & bitOf[name]) !== 0);
  const tests = names.map(
    (name): Test =>
      (cell) =>
        fitsType(readings[name].test(cell), cell, type),
  );
  const counts = tests.map((test, index) => `count(*) FILTER (${test(trimmed(field))})::DOUBLE AS n${index}`);
  const [row] = await readObjects(connection, `SELECT ${counts.join(', ')} FROM ${from}`);
  const best = tests
    .keys()
    .reduce((left, right) => (Number(row[`n${right}`]) > Number(row[`n${left}`]) ? right : left));
  return tests[best];
}

function fitsType(test: string, cell: string, type: ColumnType): string {
  return type === 'date' ? `(${test} AND NOT contains(${cell}, ':'))` : test;
}

function isPresent(cell: string): string {
  return `${cell} IS NOT NULL AND NOT ${isBlank(trimmed(cell))}`;
}

function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
