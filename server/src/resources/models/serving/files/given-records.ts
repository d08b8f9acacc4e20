import { createReadStream } from 'node:fs';

/** One record of a delimited text, as it is written. */
export interface GivenRecord {
  /** Its cells with their quotes; the spaces around a quoted cell belong to it. */
  cells: string[];
  /** What ends it; empty for the last one of a file without a last line end. */
  end: string;
}

interface Writing {
  delimiter: string;
  quote: string;
}

/** Yields the records of a UTF-8 text some thousand at a time, blank lines too: joined again they are the text. */
export async function* readGivenRecords(path: string, writing: Writing): AsyncGenerator<GivenRecord[]> {
  const splitter = new Splitter(writing);
  let isFirst = true;
  for await (const piece of createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 20 })) {
    yield splitter.push(isFirst ? (piece as string).replace(/^\ufeff/, '') : (piece as string), false);
    isFirst = false;
  }
  yield splitter.push('', true);
}

/** Splits a text into records. A line end within quotes belongs to its cell. */
class Splitter {
  #rest = '';
  readonly #writing: Writing;

  constructor(writing: Writing) {
    this.#writing = writing;
  }

  /** Returns the records that `piece` completes. A return at the end of a piece may belong to a line feed. */
  push(piece: string, isLast: boolean): GivenRecord[] {
    const text = this.#rest + piece;
    const records: GivenRecord[] = [];
    let start = 0;
    for (;;) {
      const read = readRecord(text, start, this.#writing);
      const isCut = read.next > text.length || (read.next === text.length && read.end !== '\n' && read.end !== '\r\n');
      if (isCut && !isLast) break;
      if (start < text.length) records.push({ cells: read.cells, end: read.end });
      start = read.next;
      if (start >= text.length) break;
    }
    this.#rest = text.slice(start);
    return records;
  }
}

function readRecord(text: string, start: number, { delimiter, quote }: Writing): GivenRecord & { next: number } {
  const cells: string[] = [];
  let cellStart = start;
  for (let at = start; ; ) {
    at = endOfCell(text, at, { delimiter, quote });
    cells.push(text.slice(cellStart, at));
    if (text[at] !== delimiter) {
      const end = text[at] === '\r' && text[at + 1] === '\n' ? '\r\n' : (text[at] ?? '');
      return { cells, end, next: at + (end.length || 1) };
    }
    at += 1;
    cellStart = at;
  }
}

/** Returns the position of the delimiter or line end behind a cell. */
function endOfCell(text: string, start: number, { delimiter, quote }: Writing): number {
  let at = start;
  while (text[at] === ' ' && quote !== '') at += 1;
  if (quote !== '' && text[at] === quote) {
    at = text.indexOf(quote, at + 1);
    while (at >= 0 && text[at + 1] === quote) at = text.indexOf(quote, at + 2);
    if (at < 0) return text.length;
  }
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}
