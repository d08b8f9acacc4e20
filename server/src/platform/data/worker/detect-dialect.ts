import { fileFault } from '../faults.ts';
import type { FileOptions } from '../types.ts';
import { likelyMarks, withComments } from './detect-comment.ts';
import { detectFixedWidth } from './detect-fixed-width.ts';
import { detectHeader, isTyped, kindOf } from './detect-header.ts';
import { wrapsInSingleQuotes } from './detect-quote.ts';
import { findLayout, isBlankFrom, usualWidth } from './find-layout.ts';
import { readSampleRecords, type TextRecord, type Writing } from './records.ts';

export const usualDelimiters = [',', ';', '\t', '|'];
/** Delimiters that also occur in sentences, times and names: accepted only if every line has the same number. */
const rareDelimiters = ['^', '~', '::', '||', ' ', ':'];

/** Detects how the cells of a text are written from its start. Given options are not questioned. */
export function detectWriting(sample: string, isWhole: boolean, requested: FileOptions): Writing {
  const read = (comment: string) => refuseSharedMarks(withQuotes(sample, isWhole, requested, comment));
  if (requested.comment !== undefined) return read(commentMark(requested.comment));
  const plain = read('');
  for (const mark of likelyMarks(sample)) {
    const writing = withComments(sample, isWhole, plain, read(mark));
    if (writing) return writing;
  }
  return plain;
}

function withQuotes(sample: string, isWhole: boolean, requested: FileOptions, comment: string): Writing {
  const quote = requested.quote === undefined ? '"' : oneCharacter('quote', requested.quote, true);
  const escapeMark = requested.escape === undefined ? quote : oneEscape(requested.escape, quote);
  const usual = withDelimiter(sample, isWhole, requested, { delimiter: '', quote, escapeMark, comment });
  if (requested.quote !== undefined || usual.starts) return usual;
  const single = withDelimiter(sample, isWhole, requested, { ...usual, quote: "'", escapeMark: "'" });
  if (wrapsInSingleQuotes(sample, single, isWhole)) return single;
  return requested.escape === undefined && escapesByBackslash(sample, isWhole, usual)
    ? { ...usual, escapeMark: '\\' }
    : usual;
}

/** A mark that parts cells cannot also surround them. */
function refuseSharedMarks(writing: Writing): Writing {
  const { delimiter, quote, escapeMark } = writing;
  for (const [option, mark] of Object.entries({ quote, escape: escapeMark }))
    if (mark !== '' && delimiter.includes(mark))
      throw fileFault('invalid_option', `${option}: must differ from the delimiter, which is "${delimiter}".`);
  return writing;
}

function commentMark(requested: string): string {
  return requested === '//' ? requested : oneCharacter('comment', requested, true);
}

/** True only where doubled quotes leave unreadable cells and backslashes leave none. */
function escapesByBackslash(sample: string, isWhole: boolean, writing: Writing): boolean {
  if (!sample.includes('\\"')) return false;
  const faults = (escapeMark: string) =>
    readSampleRecords(sample, { ...writing, escapeMark }, isWhole).filter(({ fault }) => fault !== undefined).length;
  return faults(writing.quote) > 0 && faults('\\') === 0;
}

function oneCharacter(option: string, requested: string, mayBeEmpty: boolean): string {
  const character = requested === '\\t' || requested === 'tab' ? '\t' : requested === 'space' ? ' ' : requested;
  if ((character === '' || character === 'none') && mayBeEmpty) return '';
  if (/^[\t -~]$/.test(character) && !/^[A-Za-z0-9]$/.test(character)) return character;
  const detail = `${option}: must be one ASCII character that is not a letter or digit, got "${requested}".`;
  throw fileFault('invalid_option', detail);
}

function oneEscape(requested: string, quote: string): string {
  if (requested === '' || requested === quote) return quote;
  if (requested === '\\' || requested === 'backslash') return '\\';
  throw fileFault('invalid_option', `escape: must be a backslash or the quote itself, got "${requested}".`);
}

function withDelimiter(sample: string, isWhole: boolean, requested: FileOptions, writing: Writing): Writing {
  if (requested.starts) return { ...writing, delimiter: '', starts: [...requested.starts] };
  if (requested.delimiter !== undefined) return { ...writing, delimiter: requestedDelimiter(requested.delimiter) };
  const head = firstLine(sample, writing);
  // Single bars would leave every second column empty.
  const isDoubled = head.includes('||') && !head.replaceAll('||', '').includes('|');
  const best = bestOf(isDoubled ? ['||'] : usualDelimiters, (delimiter) => {
    const records = readSampleRecords(sample, { ...writing, delimiter }, isWhole);
    return scoreOf(records, requested.header);
  });
  if (best !== undefined) return { ...writing, delimiter: best };
  const present = usualDelimiters.find((delimiter) => head.includes(delimiter));
  const rare = rareDelimiters.find((delimiter) => isWholly(sample, isWhole, { ...writing, delimiter }));
  // Tabs that part some cells only are blanks among others.
  const isAbsent = present === undefined || (present === '\t' && rare === ' ');
  if (rare !== undefined && isAbsent) return { ...writing, delimiter: rare };
  const starts = present === undefined ? detectFixedWidth(sample, isWhole) : undefined;
  if (starts) return { ...writing, delimiter: '', quote: '', escapeMark: '', starts };
  return { ...writing, delimiter: present ?? '' };
}

function requestedDelimiter(requested: string): string {
  if (/^([!-/:-@[-`{-~])\1$/.test(requested)) return requested;
  return oneCharacter('delimiter', requested, false);
}

function firstLine(sample: string, { comment }: Writing): string {
  const lines = sample.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  return lines.find((line) => comment === '' || !line.startsWith(comment)) ?? '';
}

function bestOf(candidates: readonly string[], score: (candidate: string) => number): string | undefined {
  const scored = candidates.map((candidate) => ({ candidate, score: score(candidate) }));
  const best = scored.reduce((left, right) => (right.score > left.score ? right : left));
  return best.score > 0 ? best.candidate : undefined;
}

/**
 * Scores a delimiter: the share of records with the usual width, minus the share of cells that contain another
 * delimiter (a decimal comma does not count). A delimiter absent from the header scores 0.
 */
function scoreOf(records: readonly TextRecord[], header: boolean | undefined): number {
  if (records.length === 0) return 0;
  const usual = usualWidth(records);
  const { titles, header: names, width } = findLayout(records, header);
  const rows = records.slice(titles.length).map((record) => record.cells);
  if (usual < 2 || rows[0].length < 2 || (titles.length > 0 && names === undefined)) return 0;
  const isAlike = (row: readonly string[]) => row.length === width || (row.length > width && isBlankFrom(row, width));
  const alike = rows.filter((row) => isAlike(row)).length / rows.length;
  if (alike < 0.5 && rows.length > 2) return 0;
  const cells = rows.slice(0, 100).flat();
  const leftOver = cells.filter(
    (cell) => /[,;\t|]/.test(cell) && !/^\s*[-+]?[\d.]+,\d+\s*$/.test(cell) && cell.length < 50,
  );
  return alike - (0.5 * leftOver.length) / cells.length + width * 1e-6;
}

function isWholly(sample: string, isWhole: boolean, writing: Writing): boolean {
  const records = readSampleRecords(sample, writing, isWhole);
  if (records.length < 2) return false;
  const width = records[1].cells.length;
  // R writes names of rows below no name of their own.
  const isNamed =
    records.length > 2 && sample.startsWith(writing.quote || '\0') && records[0].cells.length === width - 1;
  const body = isNamed ? records.slice(1) : records;
  if (width < 2 || body.some(({ cells, fault }) => cells.length !== width || fault !== undefined)) return false;
  const lines = sample.split(/\r\n|\n|\r/).filter((line) => line.trim() !== '');
  if (lines.filter((line) => isOneValue(line) && writing.delimiter !== '::').length > lines.length / 2) return false;
  return (writing.delimiter !== ' ' && writing.delimiter !== ':') || hasFigures(body);
}

/** A date, a time of day, or a number with blanks between its thousands. */
function isOneValue(line: string): boolean {
  return kindOf(line) === 'number' ? /^\s*\S+\s*$|^\D*\d{1,3}(?:\s\d{3})+(?:[.,]\d+)?\D*$/.test(line) : isTyped(line);
}

/** Consecutive words are one cell; words beside figures are two. */
function hasFigures(records: readonly TextRecord[]): boolean {
  const rows = detectHeader(records.map(({ cells }) => cells)).hasHeader ? records.slice(1) : records;
  return rows[0].cells.some((_, index) => rows.every(({ cells }) => kindOf(cells[index]) !== 'text'));
}
