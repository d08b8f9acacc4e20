import type { DuckDBConnection } from '@duckdb/node-api';
import type { JoinRequest, TablePart } from '../types.ts';
import { type EngineLimits, makeRoomForColumns, openEngine, parquetSource, quoteName } from './duckdb.ts';
import { planParquet } from './plan-parquet.ts';
import { agreedReadings, withReading } from './stored-readings.ts';
import { writeParquet } from './write-parquet.ts';

const progressEveryMs = 500;

/** Writes the parts of a table to one file, in order. Appends ensured that they have the same columns. */
export async function joinParts(
  { parts, outputPath }: JoinRequest,
  limits: EngineLimits,
  onRows: (rows: number) => void,
): Promise<TablePart> {
  using engine = await openEngine(limits);
  const { connection } = engine;
  const { columns } = await planParquet(connection, parts[0].path);
  const readings = await agreedReadings(connection, [parts]);
  await makeRoomForColumns(connection, limits, columns.length);
  const rowCount = parts.reduce((sum, part) => sum + part.rowCount, 0);
  const source = {
    from: parquetSource(parts.map(({ path }) => path)),
    columns: columns.map(({ name, type }) => withReading({ name, type, value: quoteName(name) }, readings)),
    rowCount,
    present: columns.map(() => -1),
  };
  using _ = await watchProgress(connection, (share) => onRows(Math.floor(share * rowCount)));
  return await writeParquet(connection, source, outputPath);
}

async function watchProgress(connection: DuckDBConnection, tell: (share: number) => void): Promise<Disposable> {
  await connection.run('SET enable_progress_bar = true');
  await connection.run('SET enable_progress_bar_print = false');
  const timer = setInterval(() => {
    const { percentage } = connection.progress;
    if (percentage > 0) tell(percentage / 100);
  }, progressEveryMs);
  return { [Symbol.dispose]: () => clearInterval(timer) };
}
