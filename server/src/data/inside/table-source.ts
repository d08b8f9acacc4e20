import type { DuckDBConnection } from '@duckdb/node-api';
import type { ChunkCells, ColumnReading, ColumnSummary, TableChunk, TableSource } from '@sibyl/engine/table.ts';
import type { TableColumn } from '../types.ts';
import { engineTypeOf, knownNumber, numberOrNan, textOf } from './cell-numbers.ts';
import {
  type EngineLimits,
  makeRoomForColumns,
  type OpenEngine,
  openEngine,
  parquetSource,
  readObjects,
} from './duckdb.ts';
import { pickRows } from './pick-rows.ts';
import { planParquet } from './plan-parquet.ts';
import { readTable } from './read-table.ts';
import { doublesOf, textAt } from './vectors.ts';

/** A Parquet file, and how it is opened for each reading: what DuckDB holds is given back in between. */
export interface StoredTable {
  from: string;
  rowCount: number;
  columns: readonly TableColumn[];
  open(): Promise<OpenEngine>;
}

/** Columns summarised in one statement: each keeps a sketch of its values. */
const columnsAtOnce = 50;

/**
 * A Parquet file for learning; it says itself what its columns are. Cells come piece by piece, in the order of the file, and
 * go from DuckDB's own memory to the reader. On one thread, since several hand out rows in any order. Only for child
 * processes.
 */
export async function openTableSource(path: string, limits: EngineLimits): Promise<TableSource> {
  const table = await describeFile(path, limits);
  const { rowCount, columns } = table;
  return {
    rowCount,
    columns: columns.map((column) => ({ name: column.name, type: engineTypeOf(column) })),
    readRows: (rows) => (rows ? pickRows(table, rows) : readTable([{ path, rowCount }], columns, limits)),
    summarise: () => summarise(table),
    readChunks: (readings) => readChunks(table, readings),
  };
}

async function describeFile(path: string, limits: EngineLimits): Promise<StoredTable> {
  using engine = await openEngine(limits);
  const { columns } = await planParquet(engine.connection, path);
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

async function summarise({ open, from, columns }: StoredTable): Promise<ColumnSummary[]> {
  using engine = await open();
  const summaries: ColumnSummary[] = [];
  for (let first = 0; first < columns.length; first += columnsAtOnce) {
    const some = columns.slice(first, first + columnsAtOnce);
    const [found] = await readObjects(engine.connection, `SELECT ${some.map(summarySql).join(', ')} FROM ${from}`);
    const figure = (name: string) => Number(found[name] ?? Number.NaN);
    for (const place of some.keys())
      summaries.push({
        missing: figure(`missing${place}`),
        distinct: figure(`distinct${place}`),
        min: figure(`min${place}`),
        max: figure(`max${place}`),
      });
  }
  return summaries;
}

function summarySql(column: TableColumn, place: number): string {
  const isText = engineTypeOf(column) === 'text';
  const cell = isText ? textOf(column) : knownNumber(column);
  const limits = isText ? '' : `, min(${cell}) AS min${place}, max(${cell}) AS max${place}`;
  return `(count(*) - count(${cell}))::DOUBLE AS missing${place}, approx_count_distinct(${cell})::DOUBLE AS distinct${place}${limits}`;
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
  for await (const chunk of await connection.stream(`SELECT ${cells.join(', ')} FROM ${from}`)) {
    const { rowCount } = chunk;
    const read = readings.map(({ as }, place): ChunkCells => {
      const vector = chunk.getColumnVector(place);
      return as === 'texts' ? Array.from({ length: rowCount }, (_, row) => textAt(vector, row)) : doublesOf(vector);
    });
    yield { rowCount, columns: read };
  }
}

/** SQL of a cell as it is wanted; known texts are made an ENUM, whose codes are their places. */
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
