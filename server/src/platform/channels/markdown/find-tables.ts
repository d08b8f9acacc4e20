import type { AlignType, RootContent, Table } from 'mdast';
import { layTable } from './lay-table.ts';
import { loadParser } from './parse.ts';
import { textIn } from './render.ts';

/** A table of a text without markup in its cells; the first row is its header. */
export interface FoundTable {
  rows: string[][];
  align: readonly AlignType[];
  /** Offset of its start. */
  start: number;
  end: number;
}

/** Maximum number of rows of a table in a chat, because longer ones are scrolled through rather than read. */
const mostRows = 20;

/** Finds the tables at the top level of a text. */
export async function findTables(text: string): Promise<FoundTable[]> {
  const parse = await loadParser();
  return parse(text).children.filter(isTable).map(read);
}

function isTable(node: RootContent): node is Table {
  return node.type === 'table';
}

function read({ children, align, position }: Table): FoundTable {
  const columns = children[0].children.length;
  const rows = children.map((row) =>
    Array.from({ length: columns }, (_, at) => (row.children[at] ? textIn(row.children[at]) : '')),
  );
  return { rows, align: align ?? [], start: position?.start.offset ?? 0, end: position?.end.offset ?? 0 };
}

/** Returns whether it is too wide or too long to be read in a chat. */
export function isUnwieldy({ rows, align }: FoundTable): boolean {
  return rows.length > mostRows || layTable(rows, align) === undefined;
}

/** Writes CSV for a spreadsheet, which must not read a cell as a formula. */
export function writeCsv({ rows }: Pick<FoundTable, 'rows'>): string {
  return rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('');
}

function writeCell(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^[+-]?[\d.,]+ ?%?$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
