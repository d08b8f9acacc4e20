import { fileFault } from '../faults.ts';
import type { FileOptions } from '../types.ts';
import { parseSample } from './records.ts';
import type { Dialect } from './scan-csv.ts';

export interface DetectedDialect extends Dialect {
  hasHeader: boolean;
  /** The first record: the header, or the first row. */
  firstRecord: string[];
}

const candidates = [',', ';', '\t', '|'];

/** Works out how a delimited text is written from its beginning. What is said is taken as said. */
export function detectDialect(sample: string, isWhole: boolean, said: FileOptions): DetectedDialect {
  const quote = said.quote === undefined ? detectQuote(sample) : oneCharacter('quote', said.quote, true);
  const delimiters = said.delimiter === undefined ? candidates : [oneCharacter('delimiter', said.delimiter, false)];
  const readings = delimiters.map((delimiter) => {
    const records = parseSample(sample, { delimiter, quote }, isWhole);
    return { delimiter, records, score: scoreOf(records, said.delimiter === undefined) };
  });
  const best = readings.reduce((left, right) => (right.score > left.score ? right : left));
  const firstRecord = best.records[0];
  if (!firstRecord) throw fileFault('empty_file', 'The file has only blank lines; a table has at least one line.');
  return { delimiter: best.delimiter, quote, hasHeader: said.header ?? detectHeader(best.records), firstRecord };
}

function oneCharacter(option: string, said: string, mayBeEmpty: boolean): string {
  const character = said === '\\t' || said === 'tab' ? '\t' : said;
  if (character === '' && mayBeEmpty) return '';
  if (/^[\t -~]$/.test(character) && !/^[A-Za-z0-9]$/.test(character)) return character;
  throw fileFault(
    'invalid_option',
    `${option}: must be one ASCII character that is no letter or digit, got "${said}".`,
  );
}

/** Single quotes only where cells are wrapped in them and no double quote wraps any. */
function detectQuote(sample: string): string {
  const wrapped = (mark: string) =>
    sample.match(new RegExp(`(?:^|[,;\\t|\\r\\n])${mark}[^${mark}\\r\\n]*${mark}(?=[,;\\t|\\r\\n]|$)`, 'g'));
  return !wrapped('"') && (wrapped("'")?.length ?? 0) > 1 ? "'" : '"';
}

/**
 * How well a delimiter explains the records: the share that is as wide as the first one, less the share of cells in which
 * another delimiter is left over (a decimal comma is none). A delimiter that the first record lacks explains nothing.
 */
function scoreOf(records: string[][], competes: boolean): number {
  const width = records[0]?.length ?? 0;
  if (width < 2 && competes) return 0;
  const alike = records.filter((record) => record.length === width).length / records.length;
  if (alike < 0.5 && records.length > 2) return 0;
  const cells = records.slice(0, 100).flat();
  const leftOver = cells.filter(
    (cell) => /[,;\t|]/.test(cell) && !/^\s*[-+]?[\d.]+,\d+\s*$/.test(cell) && cell.length < 50,
  );
  return alike - (0.5 * leftOver.length) / cells.length + width * 1e-6;
}

const typedCell =
  /^\s*(?:[-+]?[$€£]?\s?\d[\d.,\s]*(?:e[-+]?\d+)?\s?%?|\d{1,4}[-/.]\d{1,2}[-/.]\d{1,4}(?:[ T][\d:.Z+ -]*)?|true|false)\s*$/i;

/**
 * A first record is a header unless it looks like the rows below it: a number or date above numbers or dates, or cells
 * that come again below. A lone record is a header when none of its cells is a number or date.
 */
function detectHeader(records: string[][]): boolean {
  const [first, ...body] = records;
  const isTyped = first.map((cell) => typedCell.test(cell));
  if (body.length === 0) return !isTyped.includes(true);
  let votes = 0;
  let repeats = 0;
  for (const [index, cell] of first.entries()) {
    const below = body.map((record) => record[index] ?? '').filter((other) => other.trim() !== '');
    if (cell.trim() !== '' && below.includes(cell)) repeats += 1;
    if (below.length === 0 || below.filter((other) => typedCell.test(other)).length < below.length * 0.8) continue;
    if (isTyped[index]) votes -= 1;
    else if (cell.trim() !== '') votes += 1;
  }
  return votes === 0 ? repeats * 2 <= first.length : votes > 0;
}
