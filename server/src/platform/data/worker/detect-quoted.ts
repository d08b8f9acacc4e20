import { isMark } from '@sibyl/engine/readings/file-words.ts';
import type { FileDialect } from '../types.ts';
import type { Writing } from './records.ts';

/** Characters of the text that are looked at. */
const mostCharacters = 200_000;

/** Which columns have all their cells in quotes, and what stands where a value is missing, if that is one word. */
export type CellMarks = Pick<FileDialect, 'quoted' | 'quoted_names' | 'missing'>;

/** Looks at the first records of a text for what its cells do not tell once they are read. */
export function detectQuoted(text: string, { delimiter, quote }: Writing, names: readonly string[]): CellMarks {
  if (quote !== '"' || delimiter.length !== 1) return {};
  const records = readCells(text.slice(0, mostCharacters), delimiter).filter((cells) => cells.length === names.length);
  const [head = [], ...rows] = records;
  const isBlank = ({ cell, isQuoted }: WrittenCell) => !isQuoted && (cell === '' || isMark({ text: cell }));
  const quoted = names.filter((_, at) => {
    const given = rows.map((cells) => cells[at]).filter((cell) => !isBlank(cell));
    return given.length > 0 && given.every(({ isQuoted }) => isQuoted);
  });
  const blanks = new Set(rows.flat().flatMap((cell) => (isBlank(cell) ? [cell.cell] : [])));
  const [missing = ''] = blanks.size === 1 ? blanks : [];
  return {
    ...(quoted.length > 0 && { quoted }),
    ...(head.length > 0 && head.every(({ isQuoted }) => isQuoted) && { quoted_names: true }),
    ...(missing !== '' && { missing }),
  };
}

interface WrittenCell {
  cell: string;
  isQuoted: boolean;
}

/** Returns the cells of each whole record; a last one may be cut. */
function readCells(text: string, delimiter: string): WrittenCell[][] {
  const mark = `\\u{${delimiter.codePointAt(0)?.toString(16)}}`;
  const pattern = new RegExp(`("(?:[^"]|"")*"|[^${mark}"\\r\\n]*)(${mark}|\\r?\\n|$)`, 'yu');
  const records: WrittenCell[][] = [];
  let cells: WrittenCell[] = [];
  while (pattern.lastIndex < text.length) {
    const [, cell, end] = pattern.exec(text) ?? [];
    if (cell === undefined) break; // a quote within a cell: what was read so far must do
    cells.push({ cell, isQuoted: cell.startsWith('"') });
    if (end === delimiter) continue;
    if (end !== '') records.push(cells);
    cells = [];
  }
  return records;
}
