import type { DuckDBConnection } from '@duckdb/node-api';
import type { Evidence } from './choose-reading.ts';
import { readObjects } from './duckdb.ts';
import { type Candidate, evidenceSql, fullMasks, mark, quickMasks } from './evidence-sql.ts';

const sampleRows = 20_000;
const cellsInSample = 2_000_000;
/** Columns in one statement: the planner's time grows with the square of the length of what it reads. */
const quickWidth = 256;
const fullWidth = 16;

/** Evidence from all rows, after the first ones have shown which readings are worth a try (or were all). */
export async function collectEvidence(
  connection: DuckDBConnection,
  { from, rowCount }: { from: string; rowCount: number },
  columns: readonly Candidate[],
  isSaid: readonly boolean[],
): Promise<Evidence[]> {
  const rows = Math.min(sampleRows, Math.ceil(cellsInSample / columns.length));
  const guesses = await sampleEvidence(connection, from, columns, rows);
  if (rowCount <= rows) return guesses;
  const left = columns.map(({ field, allowed }, index) => ({
    field,
    allowed: isSaid[index] ? allowed : allowed & guesses[index].all,
  }));
  return quickThenFull(connection, from, left, fullWidth);
}

/** One column a statement and no optimizer, because planning the full set of tests takes longer than running them. */
async function sampleEvidence(
  connection: DuckDBConnection,
  from: string,
  columns: readonly Candidate[],
  rows: number,
): Promise<Evidence[]> {
  const evidence: Evidence[] = [];
  await connection.run("SET disabled_optimizers = 'common_subexpressions,expression_rewriter,statistics_propagation'");
  for (let start = 0; start < columns.length; start += quickWidth) {
    const batch = columns.slice(start, start + quickWidth);
    const fields = batch.map(({ field }) => field).join(', ');
    await connection.run(`CREATE TEMP TABLE sample AS SELECT ${fields} FROM ${from} LIMIT ${rows}`);
    evidence.push(...(await quickThenFull(connection, 'sample', batch, 1)));
    await connection.run('DROP TABLE sample');
  }
  await connection.run('RESET disabled_optimizers');
  return evidence;
}

/** Quick tests settle columns of plain numbers and of prose; only the others take the full ones. */
async function quickThenFull(
  connection: DuckDBConnection,
  from: string,
  columns: readonly Candidate[],
  width: number,
): Promise<Evidence[]> {
  const quick = await scan(connection, from, columns, quickMasks, quickWidth);
  const isOpen = quick.map(({ all, some }, index) => {
    const isSettled = all !== 0 || (some & mark.prose) !== 0 || columns[index].allowed === 0;
    return !isSettled;
  });
  const open = columns.filter((_, index) => isOpen[index]);
  const full = await scan(connection, from, open, fullMasks, width);
  let next = 0;
  return quick.map((evidence, index) => (isOpen[index] ? full[next++] : evidence));
}

async function scan(
  connection: DuckDBConnection,
  from: string,
  columns: readonly Candidate[],
  masksOf: typeof fullMasks,
  width: number,
): Promise<Evidence[]> {
  const evidence: Evidence[] = [];
  for (let start = 0; start < columns.length; start += width) {
    const batch = columns.slice(start, start + width);
    const aggregates = batch.flatMap((_, index) =>
      evidenceSql(`m${index}`).map((sql, part) => `${sql} AS e${index}_${part}`),
    );
    const [row] = await readObjects(connection, `SELECT ${aggregates.join(', ')} FROM ${masksOf(from, batch)}`);
    for (const [index, { allowed }] of batch.entries()) {
      const [all, some, present] = [0, 1, 2].map((part) => Number(row[`e${index}_${part}`] ?? 0));
      evidence.push({ all: present === 0 ? allowed : all, some, present });
    }
  }
  return evidence;
}
