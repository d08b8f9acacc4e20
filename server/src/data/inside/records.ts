import type { Dialect } from './scan-csv.ts';

/** Reads the first records of a text leniently: good enough to guess by. The last record may be cut, so it is dropped. */
export function parseSample(text: string, dialect: Dialect, isWhole: boolean, most = 500): string[][] {
  const { delimiter, quote } = dialect;
  const records: string[][] = [];
  let record: string[] = [];
  let at = 0;
  while (at < text.length && records.length < most) {
    const { cell, end } = readCell(text, at, delimiter, quote);
    record.push(cell);
    at = end;
    if (text[at] === delimiter) {
      at += 1;
      if (at < text.length) continue;
      record.push('');
    }
    if (at >= text.length && !isWhole && records.length > 0) return records;
    if (record.length > 1 || record[0] !== '') records.push(record);
    record = [];
    at += text.startsWith('\r\n', at) ? 2 : 1;
  }
  return records;
}

function readCell(text: string, from: number, delimiter: string, quote: string): { cell: string; end: number } {
  let at = from;
  while (text[at] === ' ' && delimiter !== ' ') at += 1;
  if (quote === '' || text[at] !== quote) {
    const end = endOfPlainCell(text, at, delimiter);
    return { cell: text.slice(from, end), end };
  }
  let cell = '';
  at += 1;
  for (;;) {
    const close = text.indexOf(quote, at);
    if (close < 0) return { cell: cell + text.slice(at), end: text.length };
    cell += text.slice(at, close);
    if (text[close + 1] !== quote) return { cell, end: endOfPlainCell(text, close + 1, delimiter) };
    cell += quote;
    at = close + 2;
  }
}

function endOfPlainCell(text: string, from: number, delimiter: string): number {
  let at = from;
  while (at < text.length && text[at] !== delimiter && text[at] !== '\n' && text[at] !== '\r') at += 1;
  return at;
}
