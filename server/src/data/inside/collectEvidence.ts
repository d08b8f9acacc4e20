import type { DuckDBConnection } from '@duckdb/node-api';
import type { Evidence } from './chooseReading.ts';
import { readObjects } from './duckdb.ts';
import { type Candidate, evidenceSql, fullMasks, quickMasks } from './evidenceSql.ts';

const sampleRows = 20_000;
const cellsInSample = 2_000_000;

/**
 * Evidence from the first rows: only what these leave open need be tried on all rows. One column a statement and no optimizer,
 * because planning the full set of tests takes longer than running them.
 */
export async function sampleEvidence(
  connection: DuckDBConnection,
  from: string,
  columns: readonly Candidate[],
): Promise<Evidence[]> {
  const rows = Math.min(sampleRows, Math.ceil(cellsInSample / columns.length));
  await connection.run(`CREATE OR REPLACE TEMP TABLE sample AS SELECT * FROM ${from} LIMIT ${rows}`);
  await connection.run("SET disabled_optimizers = 'common_subexpressions,expression_rewriter,statistics_propagation'");
  const quick = await collectEvidence(connection, 'sample', columns, quickMasks);
  const isOpen = quick.map(({ all }) => all === 0);
  const open = columns.filter((_, index) => isOpen[index]);
  const full = await collectEvidence(connection, 'sample', open, fullMasks, 1);
  await connection.run('DROP TABLE sample');
  await connection.run('RESET disabled_optimizers');
  let next = 0;
  return quick.map((evidence, index) => (isOpen[index] ? full[next++] : evidence));
}

/** Evidence from all rows. `width` columns a scan: with thousands of long expressions the planner would take minutes. */
export async function collectEvidence(
  connection: DuckDBConnection,
  from: string,
  columns: readonly Candidate[],
  masksOf: typeof fullMasks = fullMasks,
  width = 256,
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
