import { mkdirSync, statSync } from 'node:fs';
import type { DuckDBConnection, DuckDBPreparedStatement, DuckDBResult } from '@duckdb/node-api';
import { ServiceError } from '../../../errors.ts';
import { snapshotOutOfMemory, snapshotTooLarge } from '../faults.ts';
import type { Snapshot, SnapshotRequest } from '../types.ts';
import { type EngineLimits, openEngine } from './duckdb.ts';
import { sqlTypeOf } from './duckdb-types.ts';
import { freedChunks } from './freed-chunks.ts';
import { explainQueryFailure, openLockedEngine, prepareLockedQuery } from './locked-query.ts';
import { nameColumns } from './name-columns.ts';
import { typedColumn } from './plan-parquet.ts';
import { agreedReadings, withReading } from './stored-readings.ts';
import { writeParquet } from './write-parquet.ts';

/** Limits of one instance, and of the process with both. */
export interface SnapshotMemory extends EngineLimits {
  processBytes: number;
}

const progressEveryMs = 500;

/**
 * Writes the result of a user's SELECT to one Parquet file. The untrusted instance only streams rows; a second one,
 * which never sees the user's text, stages them beside the output and writes the file. Both may use disk up to
 * `diskBytes`. On failure the caller deletes what was written.
 */
export async function snapshotQuery(
  request: SnapshotRequest,
  limits: SnapshotMemory,
  onRows: (rows: number) => void,
): Promise<Snapshot> {
  const { outputPath, diskBytes } = request;
  const stage = { path: `${outputPath}.stage`, diskBytes, onRows };
  const memoryBytes = 2 * limits.memoryBytes;
  mkdirSync(limits.spillFolder);
  try {
    using hostile = await openLockedEngine({ ...request, memoryBytes, spillFolder: limits.spillFolder });
    using writer = await openEngine(limits, stage.path);
    const statement = await prepareLockedQuery(hostile.connection, request.sql);
    const readings = await agreedReadings(writer.connection, Object.values(request.tables));
    const columns = namedColumns(statement).map((column) => withReading(column, readings));
    const rowCount = await stageRows(writer.connection, await statement.stream(), stage);
    const source = { from: 'stage', columns, rowCount, present: columns.map(() => -1) };
    await writeParquet(writer.connection, source, outputPath);
    return { rowCount, columns: columns.map(({ name, type }) => ({ name, type })) };
  } catch (error) {
    throw explainSnapshotFailure(error as Error, { ...request, memoryBytes }, limits);
  }
}

function namedColumns(statement: DuckDBPreparedStatement) {
  const places = Array.from({ length: statement.columnCount }, (_, index) => index);
  try {
    const names = nameColumns(places.map((index) => statement.columnName(index)));
    return names.map((name, index) => typedColumn(name, `c${index}`, sqlTypeOf(statement.columnType(index))));
  } catch (error) {
    throw new ServiceError('query_failed', `The answer cannot be a table: ${(error as Error).message}`);
  }
}

interface Stage {
  path: string;
  diskBytes: number;
  onRows(rows: number): void;
}

async function stageRows(connection: DuckDBConnection, result: DuckDBResult, stage: Stage): Promise<number> {
  const types = result.columnTypes().map(sqlTypeOf);
  await connection.run(`CREATE TABLE stage (${types.map((type, index) => `c${index} ${type}`).join(', ')})`);
  const appender = await connection.createAppender('stage');
  let rowCount = 0;
  let told = performance.now();
  for await (const chunk of freedChunks(result)) {
    appender.appendDataChunk(chunk);
    rowCount += chunk.rowCount;
    if (performance.now() - told < progressEveryMs) continue;
    told = performance.now();
    if (statSync(stage.path).size > stage.diskBytes) throw snapshotTooLarge(stage.diskBytes);
    stage.onRows(rowCount);
  }
  appender.closeSync();
  return rowCount;
}

function explainSnapshotFailure(
  error: Error,
  request: SnapshotRequest & { memoryBytes: number },
  { processBytes }: SnapshotMemory,
): Error {
  if (/max_temp_directory_size/.test(error.message)) return snapshotTooLarge(request.diskBytes);
  if (/Out of Memory Error/.test(error.message)) return snapshotOutOfMemory(processBytes);
  return explainQueryFailure(error, request);
}
