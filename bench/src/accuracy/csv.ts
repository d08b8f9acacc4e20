import type { Column, Table } from '@sibyl/engine/table.ts';

/** Reads a small CSV (quotes allowed) into text columns; the engine finds out what they are. */
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

/** The rows of a table for which `keep` holds. */
export function pickRows(table: Table, keep: (row: number) => boolean): Table {
  const rows = Int32Array.from({ length: table.rowCount }, (_, row) => row).filter(keep);
  const columns = table.columns.map((column): Column => {
    if (column.type !== 'text') throw new TypeError('only text columns are read from CSV');
    return { ...column, codes: Int32Array.from(rows, (row) => column.codes[row]) };
  });
  return { rowCount: rows.length, columns };
}

/** One row as JSON would give it. */
export function rowObject(table: Table, row: number): Record<string, unknown> {
  return Object.fromEntries(table.columns.map((column) => [column.name, cellOf(column, row)]));
}

export function cellOf(column: Column, row: number): string | null {
  if (column.type !== 'text') throw new TypeError('only text columns are read from CSV');
  return column.codes[row] < 0 ? null : column.dictionary[column.codes[row]];
}
