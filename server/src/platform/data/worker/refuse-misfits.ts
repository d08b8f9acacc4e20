import type { DuckDBConnection } from '@duckdb/node-api';
import { hasTimeOfDay } from '@sibyl/engine/readings/dates.ts';
import { createMisfitTest } from '@sibyl/engine/readings/news.ts';
import { createCellParser } from '@sibyl/engine/readings/parse-cell.ts';
import { isMoment, isNumeric, type Reading } from '@sibyl/engine/readings/reading.ts';
import { rowFault } from '../faults.ts';
import type { ColumnType } from '../types.ts';
import { defineWatcher } from './cell-functions.ts';
import { readObjects } from './duckdb.ts';
import type { ColumnPlan } from './plan-columns.ts';
import type { OpenedText } from './text-source.ts';
import { createTypedTest } from './watch-cells.ts';

const wanted: Record<ColumnType, string> = {
  integer: 'a whole number that fits 64 bits',
  number: 'a number',
  boolean: 'true or false',
  date: 'a date such as 2026-11-21',
  datetime: 'a moment such as 2026-11-21T08:30:00Z',
  text: 'text',
  json: 'JSON',
};

/** Throws for the first cell that does not have its column's type, with its position. */
export async function refuseMisfits(
  connection: DuckDBConnection,
  source: OpenedText,
  plans: readonly ColumnPlan[],
): Promise<void> {
  const index = plans.findIndex((plan) => !plan.fits);
  if (index < 0) return;
  const { name, reading } = plans[index];
  const field = source.fields[index];
  defineWatcher(connection, 'misfit', reading, createMisfitTest(reading));
  defineWatcher(connection, 'misfit_typed', reading, createTypedTest(reading));
  const typed = source.typed?.[index] ?? 'false';
  const [found] = await readObjects(
    connection,
    `SELECT n::DOUBLE AS n, cell FROM
      (SELECT row_number() OVER () - 1 AS n, ${field} AS cell, ${typed} AS typed FROM ${source.from})
     WHERE CASE WHEN typed THEN misfit_typed(cell) ELSE misfit(cell) END = 2 ORDER BY n LIMIT 1`,
  );
  const { words, pointer } = await source.locateRow(Number(found.n));
  const got = JSON.stringify(String(found.cell).slice(0, 80));
  const hint = isMomentOfDay(String(found.cell), reading)
    ? ', which has a time of day: set the type to `datetime`'
    : '';
  const detail = `${words}: column "${name}" must be ${wanted[reading.type]}${asRead(reading)}, got ${got}${hint}.`;
  throw rowFault('cell_does_not_fit', detail, `${pointer}/${escapePointer(name)}`);
}

function isMomentOfDay(cell: string, reading: Reading): boolean {
  return reading.type === 'date' && hasTimeOfDay(createCellParser(reading)(cell.trim()));
}

/** Describes what the reading of the column accepts. */
function asRead(reading: Reading): string {
  const currency = isNumeric(reading) && reading.unit && !reading.units ? ` in ${reading.unit}` : '';
  if (reading.type === 'number' && reading.decimal === ',') return `${currency}, with a decimal comma`;
  if (isMoment(reading) && reading.date_order === 'dmy') return ', or one with the day first';
  return isMoment(reading) && reading.date_order === 'mdy' ? ', or one with the month first' : currency;
}

export function escapePointer(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}
