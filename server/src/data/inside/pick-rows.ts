import type { DuckDBDataChunk } from '@duckdb/node-api';
import type { Column, Table } from '@sibyl/engine/table.ts';
import type { TableColumn } from '../types.ts';
import { engineTypeOf, numberOrNan, textOf } from './cell-numbers.ts';
import type { StoredTable } from './table-source.ts';
import { doublesOf, textAt } from './vectors.ts';

/** Columns read side by side: wide chunks would take much room. */
const columnsAtOnce = 64;

/** Reads some rows (ascending) of all columns; goes through the whole file. */
export async function pickRows(table: StoredTable, rows: Int32Array): Promise<Table> {
  const columns: Column[] = [];
  for (let first = 0; first < table.columns.length; first += columnsAtOnce)
    columns.push(...(await pickColumns(table, table.columns.slice(first, first + columnsAtOnce), rows)));
  return { rowCount: rows.length, columns };
}

async function pickColumns(
  { open, from }: StoredTable,
  columns: readonly TableColumn[],
  rows: Int32Array,
): Promise<Column[]> {
  using engine = await open();
  const pickers = columns.map((column) => startColumn(column, rows.length));
  const cells = columns.map((column) => (engineTypeOf(column) === 'text' ? textOf(column) : numberOrNan(column)));
  let [start, next] = [0, 0];
  for await (const chunk of await engine.connection.stream(`SELECT ${cells.join(', ')} FROM ${from}`)) {
    const first = next;
    while (next < rows.length && rows[next] < start + chunk.rowCount) next += 1;
    const wanted = rows.subarray(first, next).map((row) => row - start);
    for (const [place, picker] of pickers.entries()) picker.take(chunk, place, wanted, first);
    start += chunk.rowCount;
  }
  return pickers.map(({ finish }) => finish());
}

interface ColumnPicker {
  /** Takes the cells of the wanted rows of a chunk, to stand from place `at` on. */
  take(chunk: DuckDBDataChunk, place: number, wanted: Int32Array, at: number): void;
  finish(): Column;
}

function startColumn(column: TableColumn, count: number): ColumnPicker {
  const { name } = column;
  const type = engineTypeOf(column);
  if (type === 'text') return startTexts(name, count);
  const values = new Float64Array(count);
  return {
    take(chunk, place, wanted, at) {
      const cells = doublesOf(chunk.getColumnVector(place));
      for (const [index, row] of wanted.entries()) values[at + index] = cells[row];
    },
    finish: () =>
      type === 'boolean'
        ? { name, type, values: Uint8Array.from(values, (value) => (Number.isNaN(value) ? 2 : value)) }
        : { name, type, values },
  };
}

/** The dictionary is sorted, as that of a whole table. */
function startTexts(name: string, count: number): ColumnPicker {
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
      return { name, type: 'text', codes: codes.map((code) => (code < 0 ? -1 : placeOf[code])), dictionary };
    },
  };
}
