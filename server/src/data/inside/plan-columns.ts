import type { DuckDBConnection } from '@duckdb/node-api';
import type { ColumnType, FileOptions } from '../types.ts';
import { castPlainNumber, type ReadingName, readings, trimmed } from './cell-sql.ts';
import { allowedReadings, chooseReading, type Evidence, findHints, type Hints, typeOf } from './choose-reading.ts';
import { collectEvidence } from './collect-evidence.ts';
import { mark } from './evidence-sql.ts';

/** A relation whose columns are all VARCHAR. `fields[i]` is the SQL name of the column that users call `names[i]`. */
export interface TextSource {
  from: string;
  names: readonly string[];
  fields: readonly string[];
  rowCount: number;
}

export interface ColumnPlan {
  name: string;
  type: ColumnType;
  /** SQL of the cell out of the source, called `v0`, `v1` … in `value`. */
  cell: string;
  /** SQL of the typed value; NULL for a blank cell. */
  value: string;
  /** Cells that are not blank: the written column must hold as many. -1 for text, where only empty cells are. */
  present: number;
  /** Whether every cell has the type; false only where the type was said. */
  fits: boolean;
}

/**
 * Decides the type of every column: by finding which readings all of its cells fit. A first pass over a sample leaves few
 * readings to try; a second one over all rows proves them. No cell is ever dropped: a column that fits nothing is text.
 */
export async function planColumns(
  connection: DuckDBConnection,
  source: TextSource,
  options: FileOptions,
): Promise<ColumnPlan[]> {
  const said = source.names.map((name) => options.types?.[name]);
  const columns = source.fields.map((field, index) => ({ field, allowed: allowedReadings(said[index], options) }));
  const isSaid = said.map((type) => type !== undefined);
  const evidence = await collectEvidence(connection, source, columns, isSaid);
  const hints = findHints(
    evidence.filter((_, index) => !isSaid[index]),
    options,
  );
  return source.names.map((name, index) => ({
    name,
    ...planCells(source.fields[index], `v${index}`, evidence[index], said[index], hints),
  }));
}

function planCells(
  field: string,
  cell: string,
  evidence: Evidence,
  said: ColumnType | undefined,
  hints: Hints,
): Omit<ColumnPlan, 'name'> {
  const reading = chooseReading(evidence, hints);
  const type = said ?? typeOf(reading, evidence);
  const { present } = evidence;
  if (type === 'text') return { type, cell: field, value: `nullif(${cell}, '')`, fits: true, present: -1 };
  if (reading === undefined) return { type, cell: field, value: nullOf(type), fits: present === 0, present };
  const isDressed = (evidence.some & mark.dressed) !== 0;
  const value = isDressed ? readings[reading].cast(cell) : plainCast(reading, cell);
  const cutsTime = type === 'date' && (evidence.some & mark.clock) !== 0;
  return {
    type,
    cell: isDressed ? trimmed(field) : field,
    value: type === 'date' ? `CAST(${value} AS DATE)` : value,
    fits: !cutsTime,
    present,
  };
}

function plainCast(reading: ReadingName, field: string): string {
  return reading === 'integer' ? readings.integer.cast(field) : castPlainNumber(field);
}

const sqlTypes: Record<ColumnType, string> = {
  integer: 'BIGINT',
  number: 'DOUBLE',
  boolean: 'BOOLEAN',
  date: 'DATE',
  datetime: 'TIMESTAMP',
  text: 'VARCHAR',
  json: 'JSON',
};

function nullOf(type: ColumnType): string {
  return `NULL::${sqlTypes[type]}`;
}
