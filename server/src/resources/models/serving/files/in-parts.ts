import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { ServiceError } from '../../../../errors.ts';
import type { JsonValue } from '../../../../platform/data/types.ts';
import {
  type EngineLimits,
  openEngine,
  parquetSource,
  quoteName,
  readObjects,
} from '../../../../platform/data/worker/duckdb.ts';
import { openRows } from '../../../../platform/data/worker/open-rows.ts';
import type { Task } from '../../../../platform/workers/serve-tasks.ts';
import { findModel } from '../threads/loaded-models.ts';
import { answerSql, textsOf } from './answer-sql.ts';
import type { CutRequest, FileAnswered, JoinRequest, PartCut } from './messages.ts';
import { type PredictionColumn, predictionColumns } from './prediction-columns.ts';
import { writeTable } from './write-table.ts';

/** Rows of a part: about 64 parts, so that many workers have something to do, of a size that fits in memory. */
const [wantedParts, fewestRows, mostRows] = [64, 1000, 50_000];

/**
 * Cuts a Parquet file into parts of rows as models read them: gzipped lines, each a JSON array of rows. Reports each
 * part that is finished.
 */
export async function cutRows(
  { path, folder }: CutRequest,
  limits: EngineLimits,
  task: Task,
): Promise<{ names: readonly string[] }> {
  using reader = await openEngine(limits);
  const rows = await openRows(reader.connection, { path, format: 'parquet', outputPath: folder }, limits, []);
  const rowsOfPart = Math.max(fewestRows, Math.min(mostRows, Math.ceil(rows.rowCount / wantedParts)));
  const pieces = rows.read()[Symbol.asyncIterator]();
  let [start, number] = [0, 0];
  for (let piece = await pieces.next(); !piece.done; number += 1) {
    const part: PartCut = { path: join(folder, `rows-${String(number).padStart(5, '0')}.gz`), start, count: 0 };
    const lines = async function* () {
      for (; !piece.done && part.count < rowsOfPart; piece = await pieces.next()) {
        if (task.isCancelled()) throw new ServiceError('request_cancelled', 'Nobody waits for the answer any more.');
        part.count += piece.value.length;
        yield `${JSON.stringify(piece.value satisfies readonly JsonValue[][])}\n`;
      }
    };
    await pipeline(Readable.from(lines()), createGzip({ level: 3 }), createWriteStream(part.path));
    start += part.count;
    await task.report({ part });
  }
  return { names: rows.names };
}

/**
 * Writes the rows with the figures that a cluster computed for them. The files of figures are untrusted: each must have
 * the columns of this model, as many rows as were sent, and finite numbers.
 */
export async function joinFigures(request: JoinRequest, limits: EngineLimits): Promise<FileAnswered> {
  const { model: toLoad, source, params, figures, outputPath } = request;
  const { description } = await findModel(toLoad);
  using writer = await openEngine(limits);
  const { connection } = writer;
  const rows = await openRows(connection, { path: source, format: 'parquet', outputPath }, limits, []);
  const columns = predictionColumns(description, { sent: rows.names, explain: params.explain === true });
  const read = (sql: string) => readObjects(connection, sql).catch(refuse);
  for (const { path, count } of figures) await checkPart(read, { path, count }, columns);
  const named = columns.map(({ name }, index) => `${quoteName(name)} AS p${index}`);
  const paths = figures.map(({ path }) => path);
  const from =
    paths.length > 0 ? parquetSource(paths) : `(SELECT ${columns.map(nullOf).join(', ')} WHERE false) AS none`;
  await connection.run(`CREATE VIEW stage AS SELECT ${named.join(', ')} FROM ${from}`);
  const sql = answerSql(rows, columns, { isForecast: false, decimal: '.' });
  await writeTable(connection, sql, { path: outputPath, format: 'parquet' });
  return { rows: rows.rowCount, texts: await textsOf(connection, sql), warnings: [] };
}

type Read = (sql: string) => Promise<Record<string, unknown>[]>;

async function checkPart(
  read: Read,
  { path, count }: JoinRequest['figures'][number],
  columns: readonly PredictionColumn[],
) {
  const from = parquetSource([path]);
  const found = (await read(`DESCRIBE SELECT * FROM ${from}`)).map((row) => `${row.column_name} ${row.column_type}`);
  const wanted = columns.map(({ name, type }) => `${name} ${type}`);
  if (found.join() !== wanted.join()) refuse(new Error(`its columns are ${found.join(', ').slice(0, 200)}`));
  const numbers = columns.filter(({ type }) => type === 'DOUBLE').map(({ name }) => quoteName(name));
  const infinite =
    numbers.length === 0 ? '0' : `count_if(${numbers.map((name) => `NOT isfinite(${name})`).join(' OR ')})`;
  const [{ rows, infinites }] = await read(
    `SELECT count(*)::DOUBLE AS rows, (${infinite})::DOUBLE AS infinites FROM ${from}`,
  );
  if (rows !== count) refuse(new Error(`it has ${rows} rows of ${count}`));
  if (infinites !== 0) refuse(new Error('it has numbers that are not finite'));
}

function nullOf({ name, type }: PredictionColumn): string {
  return `NULL::${type} AS ${quoteName(name)}`;
}

function refuse(error: Error): never {
  const reason = error.message
    .split('\n')[0]
    .replaceAll(/'[^']*\/[^']*'/g, 'the file')
    .slice(0, 300);
  throw new ServiceError('unreadable_file', `A file of figures from the cluster cannot be used: ${reason}.`);
}
