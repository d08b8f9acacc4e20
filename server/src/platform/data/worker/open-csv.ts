import { createWriteStream } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ServiceError } from '../../../errors.ts';
import { readHead } from '../read-head.ts';
import type { FileDialect, FileOptions } from '../types.ts';
import { findBareWords } from './bare-words.ts';
import { isPaddedNote, mayBeTotal, type PlacedRow } from './cut-table.ts';
import { detectQuoted } from './detect-quoted.ts';
import { quoteText } from './duckdb.ts';
import { nameColumns } from './name-columns.ts';
import { type OpenedBytes, openAsUtf8 } from './open-text.ts';
import { type ExpectedText, planText, type TextShape, withoutFormula } from './plan-text.ts';
import { findLineOfRow, type LeftOut, nothingLeftOut, readTableText } from './read-table-text.ts';
import { readSampleRecords, type Writing } from './records.ts';
import { findLineOfRecord, type ScanReport, scanCsv } from './scan-csv.ts';
import type { GivenText, OpenedText } from './text-source.ts';
import { formulaWarnings, renameWarnings, warningsOf } from './text-warnings.ts';

export const sampleBytes = 1 << 20;
/** DuckDB accepts longer rows only if told. Its default buffers of 32 MB cost 110 MB more and save no time. */
const usualRecordBytes = 2_000_000;
const bufferBytes = 8_000_000;

/**
 * Opens delimited text: every byte is checked before DuckDB sees it. A file that DuckDB can read is used as it is; of
 * any other a plain copy with only its rows is made. Rows to append are first read in the dialect of the table's own
 * file; a first record of its names is a header, and rows without header have its columns in order.
 */
export async function openCsv(
  givenPath: string,
  scratchPath: string,
  options: FileOptions,
  expected: ExpectedText | undefined,
): Promise<OpenedText> {
  const { path, ...found } = await openAsUtf8(givenPath, options.encoding, scratchPath, expected?.dialect?.encoding);
  const head = await readHead(path, sampleBytes);
  const sample = sampleOf(head.toString('utf8'), head.length < sampleBytes);
  const shape = planText(sample, options, expected);
  const bareWords = findBareWords(sample.text, shape.plan.writing);
  try {
    return await openShape(path, scratchPath, shape, { ...found, bareWords, sample: sample.text });
  } catch (error) {
    // Single quotes were detected in the sample only; a later cell begins with one that is text.
    if (options.quote !== undefined || shape.plan.writing.quote !== "'" || !isQuoteFault(error)) throw error;
    const other = planText(sample, { ...options, quote: '"' }, expected);
    return openShape(path, scratchPath, other, { ...found, bareWords: [], sample: sample.text });
  }
}

/** Ends of lines in a sample: each line is read some dozen times to find how the text is written. */
const mostLineEnds = 50_000;

function sampleOf(text: string, isWhole: boolean): { text: string; isWhole: boolean } {
  let lineEnds = 0;
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charCodeAt(at);
    if (character !== 10 && character !== 13) continue;
    lineEnds += 1;
    if (lineEnds === mostLineEnds) return { text: text.slice(0, at + 1), isWhole: false };
  }
  return { text, isWhole };
}

function isQuoteFault(error: unknown): boolean {
  const code = (error as ServiceError).errors?.[0]?.code ?? '';
  return ['text_after_quote', 'unterminated_quote', 'ragged_line'].includes(code);
}

interface FoundText extends Omit<OpenedBytes, 'path'> {
  bareWords: readonly string[];
  /** The first characters. */
  sample: string;
}

async function openShape(path: string, scratchPath: string, shape: TextShape, found: FoundText): Promise<OpenedText> {
  const names = nameColumns(shape.names, { renames: true });
  const marks = shape.plan.headerLine === undefined ? {} : detectQuoted(found.sample, shape.plan.writing, names);
  const fields = names.map((_, index) => `c${index}`);
  const dialect = { ...dialectOf(shape, found), ...marks };
  const hints = {
    likelyDecimal: dialect.delimiter === ';' ? (',' as const) : undefined,
    isTabbed: dialect.delimiter === '\t',
  };
  const { bareWords } = found;
  const foundWarnings = [...found.warnings, ...renameWarnings(shape.names, names)];
  const report = isPlain(shape) ? await scanAsIs(path, shape) : undefined;
  if (report !== undefined) {
    const { writing, headerLine } = shape.plan;
    const firstRow = headerLine === undefined ? 0 : 1;
    return {
      from: readCsvSql(path, writing, headerLine !== undefined, fields, report),
      names,
      fields,
      rowCount: report.recordCount - firstRow,
      dialect,
      given: givenOf(path, shape),
      ...hints,
      bareWords,
      warnings: [...foundWarnings, ...warningsOf(shape, nothingLeftOut())],
      locateRow: async (row) => placeOf(await findLineOfRecord(path, writing, names.length, row + firstRow)),
    };
  }
  const leftOut = nothingLeftOut();
  const copyPath = `${scratchPath}.rows`;
  const copied = await copyRows(path, copyPath, shape, leftOut);
  return {
    from: readCsvSql(copyPath, plainWriting, false, fields, copied),
    names,
    fields,
    rowCount: copied.recordCount,
    dialect,
    given: givenOf(path, shape),
    ...hints,
    bareWords,
    isText: (index) => shape.formulaColumns.includes(index),
    warnings: [...foundWarnings, ...formulaWarnings(shape, names), ...warningsOf(shape, leftOut)],
    locateRow: async (row) => placeOf(await findLineOfRow(path, shape.plan, row)),
  };
}

function givenOf(path: string, { plan: { writing } }: TextShape): GivenText | undefined {
  const { delimiter, quote, escapeMark, comment } = writing;
  const isUsual = /^[\t!-~]$/.test(delimiter) && quote !== '' && escapeMark === quote && comment === '';
  return isUsual ? { path, delimiter, quote } : undefined;
}

function placeOf(line: number) {
  return { words: `Line ${line}`, pointer: `/line/${line}` };
}

function dialectOf({ plan, firstLineEnd }: TextShape, { encoding, hasMark }: FoundText): FileDialect {
  const { delimiter, starts, quote, escapeMark, comment } = plan.writing;
  return {
    format: 'csv',
    encoding,
    ...(hasMark && { mark: true }),
    ...(delimiter !== '' && { delimiter }),
    ...(starts && { starts }),
    quote,
    ...(quote !== '' && { escape: escapeMark }),
    ...(comment !== '' && { comment }),
    header: plan.headerLine !== undefined,
    ...(firstLineEnd === '\r\n' && { line_end: 'crlf' as const }),
  };
}

/** Returns whether DuckDB can read the file as it is, provided that all of it is like its start. */
function isPlain({ plan, titles, lacksFirstName, hasOddRows, isSpaced, formulaColumns }: TextShape): boolean {
  const { delimiter, quote, escapeMark, comment } = plan.writing;
  const hasPlainMarks = delimiter.length === 1 && delimiter !== ' ' && escapeMark === quote && comment === '';
  const hasPlainRows =
    titles.length === 0 && !lacksFirstName && plan.labelLines.length === 0 && !hasOddRows && !isSpaced;
  return hasPlainMarks && hasPlainRows && formulaColumns.length === 0 && plan.startByte === 0 && plan.topLine === 1;
}

/**
 * Undefined when a plain copy is needed: lines of another width, line ends that DuckDB does not take, totals, a
 * repeated header.
 */
async function scanAsIs(path: string, { plan, firstLineEnd }: TextShape): Promise<ScanReport | undefined> {
  try {
    const report = await scanCsv(path, plan.writing, plan.width);
    if (!isKnownEnd(report, firstLineEnd) || (report.repeatsFirst && plan.header !== undefined)) return undefined;
    if (plan.totals === 'keep') return report;
    if (report.mayHaveTotals) return undefined;
    const tail = (await readHead(path, 1 << 20, report.tailStart)).toString('utf8');
    const last = readSampleRecords(tail, plan.writing, true).at(-1);
    return last && (mayBeTotal(last) || isPaddedNote(last)) ? undefined : report;
  } catch (error) {
    if ((error as ServiceError).errors?.[0]?.code === 'ragged_line') return undefined;
    throw error;
  }
}

/** DuckDB cannot be told that records end in CRLF: it takes the first line end of the file, be it in quotes or not. */
function isKnownEnd({ lineEnd }: ScanReport, firstLineEnd: string | undefined): boolean {
  return lineEnd === '\r\n' ? firstLineEnd === lineEnd : lineEnd !== undefined;
}

const plainWriting: Writing = { delimiter: ',', quote: '"', escapeMark: '"', comment: '' };

async function copyRows(path: string, copyPath: string, shape: TextShape, leftOut: LeftOut) {
  const { plan, formulaColumns, isSpaced } = shape;
  const bareOf = formulaColumns.length > 0 || isSpaced ? (cell: string) => bareCell(cell, shape) : undefined;
  let recordCount = 0;
  let longestRecordBytes = 0;
  async function* write(): AsyncGenerator<string> {
    for await (const rows of readTableText(path, plan, leftOut)) {
      const lines = rows.map((row) => plainLine(row, plan.width, bareOf));
      recordCount += rows.length;
      for (const line of lines) if (line.length * 3 > longestRecordBytes) longestRecordBytes = line.length * 3;
      yield lines.join('');
    }
  }
  await pipeline(Readable.from(write()), createWriteStream(copyPath));
  return { recordCount, longestRecordBytes, lineEnd: '\n' as const };
}

function bareCell(cell: string, { formulaColumns, isSpaced }: TextShape): string {
  const spaced = isSpaced && cell.startsWith(' ') ? cell.slice(1) : cell;
  return formulaColumns.length > 0 ? withoutFormula(spaced) : spaced;
}

function plainLine({ cells }: PlacedRow, width: number, bareOf?: (cell: string) => string): string {
  const own = cells.slice(0, width);
  return `${(bareOf ? own.map(bareOf) : own).map(plainCell).join(',')}\n`;
}

function plainCell(cell: string): string {
  return cell === '' || /[",\r\n]|^\s|\s$/.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell;
}

function readCsvSql(
  path: string,
  writing: Writing,
  header: boolean,
  fields: string[],
  { longestRecordBytes, lineEnd }: Pick<ScanReport, 'longestRecordBytes' | 'lineEnd'>,
): string {
  const { delimiter, quote } = writing;
  const columns = fields.map((field) => `${field}: 'VARCHAR'`).join(', ');
  const longest = Math.max(usualRecordBytes, longestRecordBytes + 1024);
  const sizes = `max_line_size=${longest}, buffer_size=${Math.max(bufferBytes, longest * 2)}`;
  const newline = lineEnd === '\r\n' ? '' : `new_line='${lineEnd === '\r' ? '\\r' : '\\n'}', `;
  return (
    `read_csv(${quoteText(path)}, columns={${columns}}, auto_detect=false, header=${header}, strict_mode=true, ` +
    `delim=${quoteText(delimiter)}, quote=${quoteText(quote)}, escape=${quoteText(quote)}, nullstr='', null_padding=false, ${newline}${sizes})`
  );
}
