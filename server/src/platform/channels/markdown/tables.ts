import type { AlignType, RootContent, Table } from 'mdast';
import { loadParser } from './parse.ts';
import { textIn } from './render.ts';
import { layTable } from './table.ts';

/** A table of a text, its cells without markup; the first row is its head. */
export interface FoundTable {
  rows: string[][];
  align: readonly AlignType[];
  /** Where it stands. */
  start: number;
  end: number;
}

/** More rows than this are scrolled through, not read. */
const mostRows = 20;

/** The tables that stand by themselves. */
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

/** Whether it is too wide or too long to be read in a chat. */
export function isUnwieldy({ rows, align }: FoundTable): boolean {
  return rows.length > mostRows || layTable(rows, align) === undefined;
}

/** As CSV for a spreadsheet, which must not take a cell for a formula. */
export function writeCsv({ rows }: Pick<FoundTable, 'rows'>): string {
  return rows.map((row) => `${row.map(writeCell).join(',')}\r\n`).join('');
}

function writeCell(text: string): string {
  const isFormula = /^[=+\-@\t\r]/.test(text) && !/^[+-]?[\d.,]+ ?%?$/.test(text);
  const safe = isFormula ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
