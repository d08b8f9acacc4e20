import type { DuckDBConnection, DuckDBDataChunk } from '@duckdb/node-api';
import type { Column, ColumnSummary, TableSample } from '@sibyl/engine/table.ts';
import type { TableColumn } from '../types.ts';
import { engineTypeOf, numberOrNan, textOf } from './cell-numbers.ts';
import { readObjects } from './duckdb.ts';
import { freedChunks } from './freed-chunks.ts';
import type { StoredTable } from './stored-table.ts';
import { doublesOf, textAt } from './vectors.ts';

/** Columns read at a time: wide chunks would need much memory. */
const columnsAtOnce = 64;

/** Reads some rows (ascending) of all columns in one pass, and collects statistics of all rows. */
export async function readSample(table: StoredTable, rows: Int32Array): Promise<TableSample> {
  const read: SampledColumn[] = [];
  for (let first = 0; first < table.columns.length; first += columnsAtOnce)
    read.push(...(await readColumns(table, table.columns.slice(first, first + columnsAtOnce), rows)));
  const columns = read.map(({ column }) => column);
  return { table: { rowCount: rows.length, columns }, summaries: read.map(({ summary }) => summary) };
}

interface SampledColumn {
  column: Column;
  summary: ColumnSummary;
}

async function readColumns(
  { open, from }: StoredTable,
  columns: readonly TableColumn[],
  rows: Int32Array,
): Promise<SampledColumn[]> {
  using engine = await open();
  const readers: ColumnReader[] = [];
  for (const column of columns)
    readers.push(
      engineTypeOf(column) === 'text'
        ? startTexts(column, rows.length, await countMissing(engine.connection, column, from))
        : startNumbers(column, rows.length),
    );
  const cells = columns.map((column) => (engineTypeOf(column) === 'text' ? textOf(column) : numberOrNan(column)));
  let [start, next] = [0, 0];
  const result = await engine.connection.stream(`SELECT ${cells.join(', ')} FROM ${from}`);
  for await (const chunk of freedChunks(result)) {
    const first = next;
    while (next < rows.length && rows[next] < start + chunk.rowCount) next += 1;
    const wanted = rows.subarray(first, next).map((row) => row - start);
    for (const [place, reader] of readers.entries()) reader.take(chunk, place, wanted, first);
    start += chunk.rowCount;
  }
  return readers.map(({ finish }) => finish());
}

/** Counted by DuckDB, which needs no JavaScript strings for it. */
async function countMissing(connection: DuckDBConnection, column: TableColumn, from: string): Promise<number> {
  const sql = `SELECT (count(*) - count(${textOf(column)}))::DOUBLE AS missing FROM ${from}`;
  const [counted] = await readObjects(connection, sql);
  return Number(counted.missing);
}

interface ColumnReader {
  /** Copies the wanted rows of a chunk to position `at` and following, and collects statistics of all its rows. */
  take(chunk: DuckDBDataChunk, place: number, wanted: Int32Array, at: number): void;
  finish(): SampledColumn;
}

function startNumbers(column: TableColumn, count: number): ColumnReader {
  const values = new Float64Array(count);
  let [missing, min, max] = [0, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  return {
    take(chunk, place, wanted, at) {
      const cells = doublesOf(chunk.getColumnVector(place));
      for (const cell of cells) {
        if (cell < min) min = cell;
        if (cell > max) max = cell;
        if (Number.isNaN(cell)) missing += 1;
      }
      for (const [index, row] of wanted.entries()) values[at + index] = cells[row];
    },
    finish: () => ({
      column: numbersColumn(column, values),
      summary: { missing, ...(min <= max ? { min, max } : nothing) },
    }),
  };
}

const nothing = { min: Number.NaN, max: Number.NaN };

function numbersColumn(column: TableColumn, values: Float64Array): Column {
  const { name, reading } = column;
  const type = engineTypeOf(column) === 'time' ? 'time' : 'number';
  if (engineTypeOf(column) !== 'boolean') return { name, reading, type, values };
  return {
    name,
    reading,
    type: 'boolean',
    values: Uint8Array.from(values, (value) => (Number.isNaN(value) ? 2 : value)),
  };
}

/** The dictionary is sorted, like that of a whole table. */
function startTexts({ name, reading }: TableColumn, count: number, missing: number): ColumnReader {
  const codes = new Int32Array(count);
  const known = new Map<string, number>();
  return {
    take(chunk, place, wanted, at) {
      const vector = chunk.getColumnVector(place);
      for (const [index, row] of wanted.entries()) {
        const text = textAt(vector, row);
        const code = text === null ? -1 : (known.get(text) ?? known.size);
        if (text !== null && code === known.size) known.set(text, code);
        codes[at + index] = code;
      }
    },
    finish() {
      const dictionary = [...known.keys()].sort();
      const placeOf = new Int32Array(known.size);
      for (const [place, text] of dictionary.entries()) placeOf[known.get(text) ?? 0] = place;
      const sorted = codes.map((code) => (code < 0 ? -1 : placeOf[code]));
      return { column: { name, reading, type: 'text', codes: sorted, dictionary }, summary: { missing, ...nothing } };
    },
  };
}
