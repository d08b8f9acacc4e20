import type { Column, Table } from '@sibyl/engine/table.ts';

/** Reads a small CSV (quotes allowed) into text columns; the engine detects their types. */
export function readCsv(text: string): Table {
  const [header, ...records] = parseRecords(text);
  const columns = header.map((name, index) =>
    textColumn(
      name,
      records.map((record) => record[index] ?? ''),
    ),
  );
  return { rowCount: records.length, columns };
}

function textColumn(name: string, cells: readonly string[]): Column {
  const codeOf = new Map<string, number>();
  const codes = Int32Array.from(cells, (cell) => {
    if (cell === '') return -1;
    const code = codeOf.get(cell) ?? codeOf.size;
    codeOf.set(cell, code);
    return code;
  });
  return { name, type: 'text', codes, dictionary: [...codeOf.keys()] };
}

function parseRecords(text: string): string[][] {
  const records: string[][] = [];
  let record: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    record.push(quoted === undefined ? plain : quoted.replaceAll('""', '"'));
    if (end === ',') continue;
    if (record.length > 1 || record[0] !== '') records.push(record);
    record = [];
    if (end === '') break;
  }
  return records;
}

export function pickRows(table: Table, keep: (row: number) => boolean): Table {
  return takeRows(table, Int32Array.from({ length: table.rowCount }, (_, row) => row).filter(keep));
}

/** Returns the rows in this order. */
export function takeRows(table: Table, rows: Int32Array): Table {
  return { rowCount: rows.length, columns: table.columns.map((column) => pickCells(column, rows)) };
}

function pickCells(column: Column, rows: Int32Array): Column {
  if (column.type === 'text') return { ...column, codes: Int32Array.from(rows, (row) => column.codes[row]) };
  if (column.type === 'boolean') return { ...column, values: Uint8Array.from(rows, (row) => column.values[row]) };
  return { ...column, values: Float64Array.from(rows, (row) => column.values[row]) };
}

export function rowObject(table: Table, row: number): Record<string, unknown> {
  return Object.fromEntries(table.columns.map((column) => [column.name, cellOf(column, row)]));
}

/** Returns a cell as a JSON value; null when it is missing. */
export function cellOf(column: Column, row: number): string | number | boolean | null {
  if (column.type === 'text') return column.codes[row] < 0 ? null : column.dictionary[column.codes[row]];
  const value = column.values[row];
  if (column.type === 'boolean') return value === 2 ? null : value === 1;
  if (Number.isNaN(value)) return null;
  return column.type === 'time' ? new Date(value).toISOString() : value;
}
