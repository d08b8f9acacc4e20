import { detectHeader, kindOf } from './detect-header.ts';
import { usualWidth } from './find-layout.ts';
import { RecordReader, readSampleRecords, type TextRecord, type Writing } from './records.ts';

/** Marks of comment lines, the usual one first. */
const marks = ['#', '//', '%'];

/** Returns the marks that some line starts with. */
export function likelyMarks(sample: string): string[] {
  return marks.filter((mark) => sample.startsWith(mark) || new RegExp(`[\\n\\r]${mark}`).test(sample));
}

/**
 * Returns how a text is written in which lines with the mark are comments; undefined where all of them are records. A
 * comment has not the same number of cells as the rows, so `#,name` is a header. `plain` takes none of the lines for a
 * comment, `marked` all of them.
 */
export function withComments(sample: string, isWhole: boolean, plain: Writing, marked: Writing): Writing | undefined {
  const { comment } = marked;
  const records = readSampleRecords(sample, plain, isWhole);
  const exact = { ...plain, comment, rowCells: widthOfRows(records, comment) };
  // Comments above the rows may hide what parts the cells.
  if (exact.rowCells > 1 && isRegular(sample, isWhole, exact)) return whereCommented(sample, isWhole, exact);
  const rows = readSampleRecords(sample, marked, isWhole);
  if (rows.length === 0) return undefined;
  const rowCells = usualWidth(rows);
  if (rowCells > 1) return whereCommented(sample, isWhole, { ...marked, rowCells });
  const below = records.filter(({ line }) => line > rows[0].line);
  const above = records.filter(({ line }) => line < rows[0].line);
  if (above.length === 1 && above[0].cells[0].trim() === comment) return undefined; // a bare `#` is a name
  return below.some(({ cells }) => cells[0].startsWith(comment)) ? undefined : marked;
}

function widthOfRows(records: readonly TextRecord[], mark: string): number {
  const rows = records.filter(({ cells }) => !cells[0].startsWith(mark));
  return rows.length === 0 ? 1 : usualWidth(rows);
}

function isRegular(sample: string, isWhole: boolean, writing: Writing): boolean {
  const records = readSampleRecords(sample, writing, isWhole);
  return records.every(({ cells, fault }) => cells.length === writing.rowCells && fault === undefined);
}

function whereCommented(sample: string, isWhole: boolean, writing: Writing): Writing | undefined {
  const records = [...new RecordReader(writing).push(sample, isWhole)];
  if (records.some(({ isComment }) => isComment)) return writing;
  const filled = records.filter(({ isBlank }) => !isBlank);
  const above = filled.findIndex(({ isMarked }) => !isMarked);
  if (filled.slice(above).some(({ isMarked }) => isMarked)) return undefined;
  return areNotes(filled.slice(0, above), filled.slice(above), writing.comment) ? writing : undefined;
}

/** Lines with the mark that are as wide as the rows by chance: several, or above a header. A bare `#` is a name. */
function areNotes(marked: readonly TextRecord[], rows: readonly TextRecord[], mark: string): boolean {
  if (marked.some(({ cells }) => cells[0].trim() === mark)) return false;
  const { hasHeader, isSure } = detectHeader(rows.map(({ cells }) => cells));
  return marked.length > 1 || (hasHeader && isSure);
}

/** Returns the rows that may be comments, although they have as many cells as the others: `# 2,blue`, `#2,blue`. */
export function likeComments(rows: readonly TextRecord[]): { mark: string; lines: number[] } | undefined {
  for (const mark of marks) {
    const marked = rows.filter(
      ({ cells }) => cells[0].startsWith(mark) && isComment(cells[0].slice(mark.length), rows),
    );
    if (marked.length > 0 && marked.length * 2 < rows.length) return { mark, lines: marked.map(({ line }) => line) };
  }
  return undefined;
}

/** What follows the mark is parted from it by a blank, or of the kind of the other cells. */
function isComment(rest: string, rows: readonly TextRecord[]): boolean {
  const kind = kindOf(rest);
  const isLikeOthers = kind !== 'text' && kind !== 'blank' && rows.some(({ cells }) => kindOf(cells[0]) === kind);
  return isLikeOthers || /^\s+\S/.test(rest);
}
