import { stat } from 'node:fs/promises';
import type { DuckDBConnection, DuckDBResult } from '@duckdb/node-api';
import { ServiceError } from '../../errors.ts';
import type { SnapshotRequest, WrittenTable } from '../types.ts';
import { type EngineLimits, openEngine } from './duckdb.ts';
import { sqlTypeOf } from './duckdb-types.ts';
import { explainQueryFailure, openLockedEngine, startLockedQuery } from './locked-query.ts';
import { nameColumns } from './name-columns.ts';
import { typedColumn } from './plan-parquet.ts';
import { profileParts } from './profile-parts.ts';
import { agreedReadings, withReading } from './stored-readings.ts';
import { writeParquet } from './write-parquet.ts';

/**
 * Keeps what a user's SELECT answers as one Parquet file. The hostile instance only streams rows; a second one, which never
 * sees the user's text, stages them beside the output and writes. On failure the caller removes both.
 */
export async function snapshotQuery(
  request: Omit<SnapshotRequest, 'timeoutMs'>,
  limits: EngineLimits,
): Promise<WrittenTable> {
  const { outputPath } = request;
  const stagePath = `${outputPath}.stage`;
  try {
    using hostile = await openLockedEngine(request);
    using writer = await openEngine(limits, stagePath);
    const result = await startLockedQuery(hostile.connection, request.sql);
    const readings = await agreedReadings(writer.connection, Object.values(request.tables));
    const columns = namedColumns(result).map((column) => withReading(column, readings));
    const rowCount = await stageRows(writer.connection, result);
    const source = { from: 'stage', columns, rowCount, present: columns.map(() => -1) };
    const part = await writeParquet(writer.connection, source, outputPath);
    const profiles = await profileParts(
      writer.connection,
      [part],
      columns.map(({ name, type, reading }) => ({ name, type, reading })),
    );
    return { rowCount, byteSize: (await stat(outputPath)).size, columns: profiles };
  } catch (error) {
    throw explainQueryFailure(error as Error, request);
  }
}

function namedColumns(result: DuckDBResult) {
  try {
    const names = nameColumns(result.columnNames());
    return names.map((name, index) => typedColumn(name, `c${index}`, sqlTypeOf(result.columnType(index))));
  } catch (error) {
    throw new ServiceError('query_failed', `The answer cannot be a table: ${(error as Error).message}`);
  }
}

async function stageRows(connection: DuckDBConnection, result: DuckDBResult): Promise<number> {
  const types = result.columnTypes().map(sqlTypeOf);
  await connection.run(`CREATE TABLE stage (${types.map((type, index) => `c${index} ${type}`).join(', ')})`);
  const appender = await connection.createAppender('stage');
  let rowCount = 0;
  for await (const chunk of result) {
    appender.appendDataChunk(chunk);
    rowCount += chunk.rowCount;
  }
  appender.closeSync();
  return rowCount;
}
