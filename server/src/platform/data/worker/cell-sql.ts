import type { DuckDBConnection } from '@duckdb/node-api';
import { isMoment, type Reading } from '@sibyl/engine/readings/reading.ts';
import { defineNumberWriter, defineReader, defineTextReader } from './cell-functions.ts';
import { exceptBlanks, fastLaneOf } from './fast-cells.ts';
import type { TextSource } from './text-source.ts';

const spaces = '[\\s\\x{a0}\\x{feff}\\x{1680}\\x{2000}-\\x{200a}\\x{2028}\\x{2029}\\x{202f}\\x{205f}\\x{3000}]*';
let readers = 0;

/** Returns the SQL of a source cell's value in the type of its column, NULL for no value. */
export function valueSql(connection: DuckDBConnection, source: TextSource, index: number, reading: Reading): string {
  const field = source.fields[index];
  const typed = source.typed?.[index];
  const name = `read_${readers++}`;
  const isEmpty = `${field} IS NULL OR ${field} = ''`;
  if (reading.type === 'text') return textSql(connection, { field, typed, name }, reading);
  if (reading.type === 'json') return `CASE WHEN ${isEmpty} THEN NULL ELSE TRY_CAST(${field} AS JSON) END`;
  defineReader(connection, name, reading);
  const lane = fastLaneOf(reading);
  const isNumber = reading.type === 'number' || reading.type === 'integer';
  const value =
    `CASE WHEN ${isEmpty} THEN NULL ` +
    (lane ? `WHEN ${lane.fits(field)} THEN ${lane.value(field)} ` : '') +
    (typed && isNumber
      ? `WHEN ${typed}${exceptBlanks(field, reading)} THEN ${fromDouble(`TRY_CAST(${field} AS DOUBLE)`, reading)} `
      : '') +
    `ELSE ${fromDouble(`${name}(${field})`, reading)} END`;
  return reading.type === 'date' ? `CAST(${value} AS DATE)` : value;
}

function textSql(
  connection: DuckDBConnection,
  { field, typed, name }: { field: string; typed: string | undefined; name: string },
  reading: Reading,
): string {
  const hasWords = reading.blanks.length > 0;
  if (hasWords) defineTextReader(connection, name, reading);
  if (typed) defineNumberWriter(connection, `${name}t`);
  return (
    `CASE WHEN ${field} IS NULL OR regexp_full_match(${field}, '${spaces}') THEN NULL ` +
    (typed ? `WHEN ${typed}${exceptBlanks(field, reading)} THEN ${name}t(${field}) ` : '') +
    `ELSE ${hasWords ? `${name}(${field})` : field} END`
  );
}

function fromDouble(value: string, { type, ...reading }: Reading): string {
  if (isMoment({ type, ...reading })) return `make_timestamp(${value})`;
  if (type === 'boolean') return `(${value} = 1)`;
  return type === 'integer' ? `TRY_CAST(${value} AS BIGINT)` : value;
}
