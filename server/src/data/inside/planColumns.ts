import type { DuckDBConnection } from '@duckdb/node-api';
import type { ColumnType, FileOptions } from '../types.ts';
import { castPlainNumber, type ReadingName, readings, trimmed } from './cellSql.ts';
import { allowedReadings, chooseReading, type Evidence, findHints, typeOf } from './chooseReading.ts';
import { readObjects } from './duckdb.ts';
import { evidenceSql, mark, maskSql, quickMask } from './evidenceSql.ts';

/** A relation whose columns are all VARCHAR. `fields[i]` is the SQL name of the column that users call `names[i]`. */
export interface TextSource {
  from: string;
  names: readonly string[];
  fields: readonly string[];
}

export interface ColumnPlan {
  name: string;
  type: ColumnType;
  /** SQL of the typed value; NULL for a blank cell. */
  value: string;
  /** Cells that are not blank: the written column must hold as many. */
  present: number;
  /** Whether every cell has the type; false only where the type was said. */
  fits: boolean;
}

const sampleRows = 20_000;
const cellsInSample = 2_000_000;

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
  const allowed = said.map((type) => allowedReadings(type, options));
  const guesses = await sampleEvidence(connection, source, allowed);
  const left = allowed.map((bits, index) => (said[index] === undefined ? bits & guesses[index].all : bits));
  const evidence = await collectEvidence(connection, source, left, maskSql, 256);
  const hints = findHints(
    evidence.filter((_, index) => said[index] === undefined),
    options,
  );
  return source.names.map((name, index) => {
    const reading = chooseReading(evidence[index], hints);
    return planColumn(name, source.fields[index], reading, evidence[index], said[index]);
  });
}

function planColumn(
  name: string,
  field: string,
  reading: ReadingName | undefined,
  evidence: Evidence,
  said: ColumnType | undefined,
): ColumnPlan {
  const type = said ?? typeOf(reading, evidence);
  const { present } = evidence;
  if (type === 'text') return { name, type, value: `nullif(${field}, '')`, present, fits: true };
  if (reading === undefined) return { name, type, value: nullOf(type), present, fits: present === 0 };
  const isDressed = (evidence.some & mark.dressed) !== 0;
  const cast = isDressed ? readings[reading].cast(trimmed(field)) : plainCast(reading, field);
  const cutsTime = type === 'date' && (evidence.some & mark.clock) !== 0;
  return { name, type, value: type === 'date' ? `CAST(${cast} AS DATE)` : cast, present, fits: !cutsTime };
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

/**
 * Evidence from the first rows: only what these leave open is tried on all rows. One column a statement and no optimizer,
 * because planning the full set of tests takes longer than running them.
 */
async function sampleEvidence(
  connection: DuckDBConnection,
  source: TextSource,
  allowed: number[],
): Promise<Evidence[]> {
  const rows = Math.min(sampleRows, Math.ceil(cellsInSample / source.names.length));
  await connection.run(`CREATE OR REPLACE TEMP TABLE sample AS SELECT * FROM ${source.from} LIMIT ${rows}`);
  await connection.run("SET disabled_optimizers = 'common_subexpressions,expression_rewriter,statistics_propagation'");
  const quick = await collectEvidence(connection, { ...source, from: 'sample' }, allowed, quickMask, 256);
  const isOpen = quick.map(({ all }) => all === 0);
  const open = source.fields.filter((_, index) => isOpen[index]);
  const openAllowed = allowed.filter((_, index) => isOpen[index]);
  const full = await collectEvidence(connection, { from: 'sample', fields: open }, openAllowed, maskSql, 1);
  await connection.run('DROP TABLE sample');
  await connection.run('RESET disabled_optimizers');
  let next = 0;
  return quick.map((evidence, index) => (isOpen[index] ? full[next++] : evidence));
}

type MaskSql = (field: string, allowed: number) => string;

/** `width` columns a scan: thousands of long expressions in one statement would take the planner minutes. */
async function collectEvidence(
  connection: DuckDBConnection,
  { from, fields }: Pick<TextSource, 'from' | 'fields'>,
  allowed: readonly number[],
  maskOf: MaskSql,
  width: number,
): Promise<Evidence[]> {
  const evidence: Evidence[] = [];
  for (let start = 0; start < fields.length; start += width) {
    const batch = fields.slice(start, start + width);
    const masks = batch.map((field, index) => `${maskOf(field, allowed[start + index])} AS m${index}`);
    const aggregates = batch.flatMap((_, index) =>
      evidenceSql(`m${index}`).map((sql, part) => `${sql} AS e${index}_${part}`),
    );
    const sql = `SELECT ${aggregates.join(', ')} FROM (SELECT ${masks.join(', ')} FROM ${from})`;
    const [row] = await readObjects(connection, sql);
    for (const index of batch.keys()) {
      const [all, some, present] = [0, 1, 2].map((part) => Number(row[`e${index}_${part}`] ?? 0));
      evidence.push({ all: present === 0 ? allowed[start + index] : all, some, present });
    }
  }
  return evidence;
}
