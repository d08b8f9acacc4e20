import type { DuckDBConnection } from '@duckdb/node-api';
import type { ChunkCells, ColumnReading, TableChunk, TableSource } from '@sibyl/engine/table.ts';
import type { TableColumn } from '../types.ts';
import { engineTypeOf, numberOrNan, textOf } from './cell-numbers.ts';
import { type EngineLimits, makeRoomForColumns, openEngine, parquetSource, readObjects } from './duckdb.ts';
import { freedChunks } from './freed-chunks.ts';
import { planParquet } from './plan-parquet.ts';
import { readSample } from './read-sample.ts';
import { readTable } from './read-table.ts';
import { storedReadings, withReading } from './stored-readings.ts';
import type { StoredTable } from './stored-table.ts';
import { doublesOf, textAt } from './vectors.ts';

/**
 * Opens a Parquet file for training, with the column types that it stores. Cells arrive in pieces, in the order of the
 * file, straight from DuckDB's memory. It uses one thread, because several return rows in any order. Only for child
 * processes.
 */
export async function openTableSource(path: string, limits: EngineLimits): Promise<TableSource> {
  const table = await describeFile(path, limits);
  const { rowCount, columns } = table;
  return {
    rowCount,
    columns: columns.map((column) => ({ name: column.name, type: engineTypeOf(column) })),
    readWhole: () => readTable([{ path, rowCount }], columns, limits),
    readSample: (rows) => readSample(table, rows),
    readChunks: (readings) => readChunks(table, readings),
  };
}

async function describeFile(path: string, limits: EngineLimits): Promise<StoredTable> {
  using engine = await openEngine(limits);
  const planned = await planParquet(engine.connection, path);
  const readings = await storedReadings(engine.connection, path);
  const columns = planned.columns.map((column) => withReading(column, readings));
  const from = parquetSource([path]);
  const [counted] = await readObjects(engine.connection, `SELECT count(*)::DOUBLE AS rows FROM ${from}`);
  return {
    from,
    rowCount: Number(counted.rows),
    columns,
    async open() {
      const opened = await openEngine({ ...limits, threads: 1 });
      await makeRoomForColumns(opened.connection, limits, columns.length);
      return opened;
    },
  };
}

async function* readChunks(
  { open, from, columns }: StoredTable,
  readings: readonly ColumnReading[],
): AsyncIterable<TableChunk> {
  using engine = await open();
  const { connection } = engine;
  const cells: string[] = [];
  for (const reading of readings) {
    const column = columns.find(({ name }) => name === reading.name);
    if (!column) throw new RangeError(`The table has no column "${reading.name}".`);
    cells.push(await cellSql(connection, column, reading, cells.length));
  }
  const result = await connection.stream(`SELECT ${cells.join(', ')} FROM ${from}`);
  for await (const chunk of freedChunks(result)) {
    const { rowCount } = chunk;
    const read = readings.map(({ as }, place): ChunkCells => {
      const vector = chunk.getColumnVector(place);
      return as === 'texts' ? Array.from({ length: rowCount }, (_, row) => textAt(vector, row)) : doublesOf(vector);
    });
    yield { rowCount, columns: read };
  }
}

/** Returns the SQL of a cell; known texts become an ENUM, whose codes are their indices. */
async function cellSql(
  connection: DuckDBConnection,
  column: TableColumn,
  reading: ColumnReading,
  place: number,
): Promise<string> {
  if (reading.as === 'numbers') return numberOrNan(column);
  const text = textOf(column);
  if (reading.as === 'texts') return text;
  const { dictionary } = reading;
  const other = `${dictionary.length}::DOUBLE`;
  const known =
    dictionary.length === 0 ? other : `coalesce(enum_code(TRY_CAST(${text} AS words${place}))::DOUBLE, ${other})`;
  if (dictionary.length > 0) await makeWords(connection, `words${place}`, dictionary);
  return `CASE WHEN ${text} IS NULL THEN 'nan'::DOUBLE ELSE ${known} END`;
}

async function makeWords(connection: DuckDBConnection, name: string, words: readonly string[]): Promise<void> {
  await connection.run(`DROP TYPE IF EXISTS ${name}`);
  await connection.run('CREATE OR REPLACE TEMP TABLE known (place INTEGER, word VARCHAR)');
  const appender = await connection.createAppender('known');
  for (const [place, word] of words.entries()) {
    appender.appendInteger(place);
    appender.appendVarchar(word);
    appender.endRow();
  }
  appender.closeSync();
  await connection.run(`CREATE TYPE ${name} AS ENUM (SELECT word FROM known ORDER BY place)`);
}
