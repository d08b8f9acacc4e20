import type { Column, Table } from '../src/table.ts';

/** A text column as storage hands it out: codes into a dictionary of distinct cells. */
export function textColumn(name: string, cells: readonly (string | null)[]): Column {
  const dictionary = [...new Set(cells.filter((cell) => cell !== null))];
  const codes = Int32Array.from(cells, (cell) => (cell === null ? -1 : dictionary.indexOf(cell)));
  return { name, type: 'text', codes, dictionary };
}

export function numberColumn(name: string, values: Iterable<number>): Column {
  return { name, type: 'number', values: Float64Array.from(values) };
}

export function tableOf(columns: readonly Column[]): Table {
  const [first] = columns;
  const rowCount = first === undefined ? 0 : first.type === 'text' ? first.codes.length : first.values.length;
  return { rowCount, columns };
}
