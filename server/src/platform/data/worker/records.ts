/** How the cells of a text are written. */
export interface Writing {
  /** Separates cells; a space means any run of blanks; empty when a line is one cell. */
  delimiter: string;
  /** Start of each column of a fixed-width file, in characters; `delimiter` is then empty. */
  starts?: number[];
  /** One ASCII character, or empty when nothing is quoted. */
  quote: string;
  /** The quote itself where quotes are doubled, or a backslash. */
  escapeMark: string;
  /** Lines that start with it are comments; empty for none. */
  comment: string;
  /** Number of cells of a row: a line that starts with the comment mark and has as many is a record. */
  rowCells?: number;
}

export type RecordFault = 'text_after_quote' | 'unterminated_quote' | 'cell_over_column';

export interface TextRecord {
  /** The line on which it begins, from 1. */
  line: number;
  cells: string[];
  isBlank: boolean;
  /** Whether it is blank but for quotes: in a table of one column that is a cell without a value. */
  isQuoted?: boolean;
  isComment: boolean;
  /** Whether it starts with the comment mark and is none, because it has as many cells as a row. */
  isMarked?: boolean;
  fault?: RecordFault;
}

interface ReadRecord {
  record: Omit<TextRecord, 'line'>;
  next: number;
  /** The text may end before the record does. */
  isOpen: boolean;
}

interface ReadCell {
  cell: string;
  end: number;
  fault?: RecordFault;
  /** The text may end before the cell does. */
  isOpen?: boolean;
}

/** Reads records from pieces of a text. A fault is reported, and the record is read as well as possible. */
export class RecordReader {
  private rest = '';
  private line: number;
  private readonly writing: Writing;

  constructor(writing: Writing, firstLine = 1) {
    this.writing = writing;
    this.line = firstLine;
  }

  /** Yields the records that `piece` completes. */
  *push(piece: string, isLast = false): Generator<TextRecord> {
    const text = this.rest + piece;
    let at = 0;
    while (at < text.length) {
      const read = readRecord(text, at, this.writing);
      // A return at the end may be half of a line end, and a quote half of two.
      if (!isLast && (read.isOpen || read.next >= text.length)) break;
      yield { line: this.line, ...read.record };
      this.line += countLines(text, at, read.next);
      at = read.next;
    }
    this.rest = text.slice(at);
  }

  /** The line on which the next record begins. */
  get nextLine(): number {
    return this.line;
  }

  /** Characters of the unfinished record. */
  get pending(): number {
    return this.rest.length;
  }
}

/** Returns the first records of a text, without one that the end of the sample may cut. */
export function readSampleRecords(text: string, writing: Writing, isWhole: boolean, most = 500): TextRecord[] {
  const records: TextRecord[] = [];
  for (const record of new RecordReader(writing).push(text, isWhole)) {
    if (!record.isComment && !record.isBlank) records.push(record);
    if (records.length >= most) break;
  }
  return records;
}

function readRecord(text: string, start: number, writing: Writing): ReadRecord {
  if (writing.comment !== '' && text.startsWith(writing.comment, start)) return readMarked(text, start, writing);
  return writing.starts ? readFixed(text, start, writing.starts) : readCells(text, start, writing);
}

/** Reads a line that starts with the comment mark: a comment does not have as many cells as the rows. */
function readMarked(text: string, start: number, writing: Writing): ReadRecord {
  if (writing.rowCells !== undefined) {
    const read = readCells(text, start, writing);
    const { cells, fault } = read.record;
    if (read.isOpen || (cells.length === writing.rowCells && fault === undefined))
      return { ...read, record: { ...read.record, isMarked: true } };
  }
  const end = endOfLine(text, start);
  return { record: blank([text.slice(start, end)], true), next: afterLineEnd(text, end), isOpen: false };
}

function readCells(text: string, start: number, writing: Writing): ReadRecord {
  const cells: string[] = [];
  let fault: RecordFault | undefined;
  let at = writing.delimiter === ' ' ? skipBlanks(text, start) : start;
  for (;;) {
    const read = readCell(text, at, writing);
    cells.push(read.cell);
    fault ??= read.fault;
    at = writing.delimiter === ' ' ? skipBlanks(text, read.end) : read.end;
    if (read.isOpen) return { record: finish(cells, read.fault), next: text.length, isOpen: true };
    if (isLineEnd(text, at)) {
      const record = finish(cells, fault);
      const isQuoted = record.isBlank && text.slice(start, at).trim() !== '';
      return { record: { ...record, ...(isQuoted && { isQuoted }) }, next: afterLineEnd(text, at), isOpen: false };
    }
    if (writing.delimiter !== ' ') at += writing.delimiter.length;
  }
}

function finish(cells: string[], fault: RecordFault | undefined): Omit<TextRecord, 'line'> {
  const isBlank = cells.length === 1 && cells[0].trim() === '';
  return { cells, isBlank, isComment: false, ...(fault && { fault }) };
}

function blank(cells: string[], isComment: boolean): Omit<TextRecord, 'line'> {
  return { cells, isBlank: true, isComment };
}

function readCell(text: string, from: number, { delimiter, quote, escapeMark }: Writing): ReadCell {
  let at = from;
  if (quote !== '') {
    while (text[at] === ' ') at += 1;
    if (text[at] === quote) return readQuoted(text, at + 1, delimiter, quote, escapeMark);
  }
  const end = endOfPlain(text, from, delimiter, escapeMark === '\\');
  const cell = text.slice(from, end);
  return { cell: escapeMark === '\\' ? dropBackslashes(cell, delimiter, quote) : cell, end };
}

function readQuoted(text: string, from: number, delimiter: string, quote: string, escapeMark: string): ReadCell {
  let cell = '';
  let at = from;
  for (;;) {
    let close = text.indexOf(quote, at);
    if (escapeMark === '\\') close = closingMark(text, at, quote);
    if (close < 0) return { cell: cell + text.slice(at), end: text.length, fault: 'unterminated_quote', isOpen: true };
    cell += text.slice(at, close);
    if (escapeMark === quote && text[close + 1] === quote) {
      cell += quote;
      at = close + 2;
      continue;
    }
    const whole = escapeMark === '\\' ? dropBackslashes(cell, delimiter, quote) : cell;
    let end = close + 1;
    while (text[end] === ' ' && delimiter !== ' ') end += 1;
    if (isCellEnd(text, end, delimiter)) return { cell: whole, end };
    const stop = endOfPlain(text, end, delimiter, false);
    return { cell: whole + text.slice(close + 1, stop), end: stop, fault: 'text_after_quote' };
  }
}

/** Returns the first quote without a backslash before it. */
function closingMark(text: string, from: number, quote: string): number {
  for (let at = from; at < text.length; at += 1) {
    if (text[at] === '\\') at += 1;
    else if (text[at] === quote) return at;
  }
  return -1;
}

/** A backslash before a mark escapes it; before any other character it is text, as in `C:\temp`. */
function dropBackslashes(cell: string, delimiter: string, quote: string): string {
  if (!cell.includes('\\')) return cell;
  return cell.replace(/\\([\s\S])/g, (both, next) =>
    [delimiter, quote, '\\', '\n', '\r'].includes(next) ? next : both,
  );
}

function endOfPlain(text: string, from: number, delimiter: string, escapes: boolean): number {
  let at = from;
  while (!isCellEnd(text, at, delimiter)) at += escapes && text[at] === '\\' && at + 1 < text.length ? 2 : 1;
  return at;
}

function isCellEnd(text: string, at: number, delimiter: string): boolean {
  if (isLineEnd(text, at)) return true;
  if (delimiter === ' ') return text[at] === ' ' || text[at] === '\t';
  return delimiter !== '' && text.startsWith(delimiter, at);
}

function isLineEnd(text: string, at: number): boolean {
  return at >= text.length || text[at] === '\n' || text[at] === '\r';
}

function skipBlanks(text: string, from: number): number {
  let at = from;
  while (text[at] === ' ' || text[at] === '\t') at += 1;
  return at;
}

function endOfLine(text: string, from: number): number {
  let at = from;
  while (!isLineEnd(text, at)) at += 1;
  return at;
}

function afterLineEnd(text: string, at: number): number {
  return text[at] === '\r' && text[at + 1] === '\n' ? at + 2 : at + 1;
}

function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = from; at < to; at += 1)
    if (text[at] === '\n' || (text[at] === '\r' && text[at + 1] !== '\n')) count += 1;
  return count;
}

/** A column ends where the next one begins; a cell across that position is a fault. */
function readFixed(text: string, start: number, starts: readonly number[]) {
  const end = endOfLine(text, start);
  const characters = [...text.slice(start, end)];
  const cells = starts.map((from, index) =>
    characters
      .slice(from, starts[index + 1])
      .join('')
      .trim(),
  );
  const isBlank = cells.every((cell) => cell === '');
  const crosses = starts.some((from) => from > 0 && from < characters.length && /\S/.test(characters[from - 1]));
  const fault: RecordFault | undefined = crosses ? 'cell_over_column' : undefined;
  return {
    record: { cells, isBlank, isComment: false, ...(fault && { fault }) },
    next: afterLineEnd(text, end),
    isOpen: false,
  };
}
