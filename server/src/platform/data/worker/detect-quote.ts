import { readSampleRecords, type TextRecord, type Writing } from './records.ts';

/**
 * Returns whether single quotes wrap cells: every cell that begins with one must close it before the delimiter, and
 * they must surround all words of a column, or exactly the cells with special characters. In a list of songs `'Heroes'`
 * keeps its quotes. Single quotes also win when double quotes give rows of different widths.
 */
export function wrapsInSingleQuotes(sample: string, writing: Writing, isWhole: boolean): boolean {
  if (!/(?:^|[^\w])'/.test(sample)) return false;
  const plain = readSampleRecords(sample, { ...writing, quote: '', escapeMark: '' }, isWhole);
  if (plain.some(({ cells }) => cells.some((cell) => /^\s*".*"\s*$/s.test(cell)))) return false;
  const single = readSampleRecords(sample, { ...writing, quote: "'", escapeMark: "'" }, isWhole);
  if (single.length === 0 || single.some(({ fault }) => fault !== undefined)) return false;
  const width = single[0].cells.length;
  if (single.some(({ cells }) => cells.length !== width)) return false;
  if (!isRegular(plain, width)) return true;
  return single.length === plain.length && isCustom(plain, width);
}

function isRegular(records: readonly TextRecord[], width: number): boolean {
  return records.every(({ cells }) => cells.length === width);
}

const wrapped = /^\s*'.*'\s*$/s;
const bareWord = /^[\w.+-]*$/;

function isCustom(records: readonly TextRecord[], width: number): boolean {
  let seen = 0;
  for (let index = 0; index < width; index += 1) {
    const cells = records.slice(1).map((record) => record.cells[index].trim());
    const name = records[0].cells[index].trim();
    const inQuotes = [name, ...cells].filter((cell) => wrapped.test(cell));
    const bare = cells.filter((cell) => !wrapped.test(cell) && /[^\d.,+\-\s?]/.test(cell));
    seen += inQuotes.length;
    if (inQuotes.length === 0 || bare.length === 0) continue;
    const needed = inQuotes.every((cell) => !bareWord.test(cell.slice(1, -1)));
    if (!needed || !bare.every((cell) => /^[^\s'"]*$/.test(cell))) return false;
  }
  return seen > 1;
}
