import { fileFault } from '../faults.ts';
import type { FileDialect, FileOptions } from '../types.ts';
import { hasRowsToCut } from './cut-table.ts';
import { likeComments } from './detect-comment.ts';
import { detectWriting, usualDelimiters } from './detect-dialect.ts';
import { isTyped } from './detect-header.ts';
import type { Labels } from './detect-labels.ts';
import { findLayout, headerNames, type Layout, labelLines } from './find-layout.ts';
import type { TextPlan } from './read-table-text.ts';
import { readSampleRecords, type TextRecord, type Writing } from './records.ts';
import { refuseOtherTexts } from './refuse-texts.ts';

/** What the table knows about rows that are appended to it. */
export interface ExpectedText {
  names: readonly string[];
  dialect: FileDialect | undefined;
}

/** How a text becomes a table, found from its start. */
export interface TextShape {
  plan: TextPlan;
  /** Names in the file, including blank and repeated ones. */
  names: string[];
  titles: readonly TextRecord[];
  labels: Labels;
  lacksFirstName: boolean;
  isHeaderSure: boolean;
  /** Given by the sender, or by the table that rows are appended to. */
  isHeaderRequested: boolean;
  /** Whether the first line names the delimiter (`sep=;`), as spreadsheets write it. */
  hasSeparatorLine: boolean;
  skippedLines: number;
  /** Columns with cells such as `="007"`, which tell spreadsheets that a number is text. */
  formulaColumns: readonly number[];
  /** Whether a blank follows each delimiter, and no quote after it. */
  isSpaced: boolean;
  /** Whether the first rows contain a repeated header or totals. */
  hasOddRows: boolean;
  /** Rows that may be comments, and are kept. */
  likeComments: { mark: string; lines: number[] } | undefined;
  /** Whether the first name was written with the comment mark before it. */
  hasMarkedNames: boolean;
  /** The first line end in the text, in quotes or not. */
  firstLineEnd: string | undefined;
}

interface Sample {
  text: string;
  isWhole: boolean;
}

export function planText(
  { text, isWhole }: Sample,
  options: FileOptions,
  expected: ExpectedText | undefined,
): TextShape {
  refuseOtherTexts(text, options);
  const start = findStart(text, options);
  const sample = text.slice(start.offset);
  const requested: FileOptions = { ...options, ...start.requested };
  const { writing, records } = readAs(sample, isWhole, requested, start.line, expected);
  if (records.length === 0 && !isWhole && sample.trim() !== '')
    throw fileFault('cell_too_large', 'The first line does not end within a MiB; a table has shorter lines.');
  if (records.length === 0)
    throw fileFault('empty_file', 'The file has only blank lines; a table has at least one line.');
  const layout = expected ? findExpected(records, requested, expected.names) : findLayout(records, requested.header);
  const top = records[layout.titles.length];
  const plan: TextPlan = {
    writing,
    width: layout.width,
    startByte: Buffer.byteLength(text.slice(0, start.offset)),
    startLine: start.line,
    topLine: top.line,
    headerLine: layout.header?.line,
    labelLines: labelLines(layout),
    totals: options.totals,
    header: options.everyRow ? undefined : layout.header?.cells,
  };
  const { titles, labels, lacksFirstName, isHeaderSure } = layout;
  const names = namesOf(layout, writing, expected?.names);
  const isHeaderRequested = requested.header !== undefined || expected !== undefined;
  const rows = readRows(sample, isWhole, plan);
  const hasOddRows = hasRowsToCut(rows, plan);
  const formulaColumns = findFormulas(rows, plan.width);
  const hasMarkedNames = layout.header?.isMarked === true && names[0] !== headerNames(layout)[0];
  const isSpaced = areSpaced(rows, writing.delimiter);
  const found = { hasOddRows, isSpaced, formulaColumns, isHeaderRequested, hasMarkedNames, ...start.found };
  const firstLineEnd = /\r\n|\n|\r/.exec(text)?.[0];
  const doubts = { likeComments: requested.comment === undefined ? likeComments(rows) : undefined, firstLineEnd };
  return { plan, names, titles, labels, lacksFirstName, isHeaderSure, ...found, ...doubts };
}

/** Enough rows to know whether some must be left out: reports are short. */
const mostJudged = 5000;

function readRows(sample: string, isWhole: boolean, { writing, startLine, topLine, headerLine, labelLines }: TextPlan) {
  return readSampleRecords(sample, writing, isWhole, mostJudged)
    .map((record) => ({ ...record, line: record.line + startLine - 1 }))
    .filter(({ line }) => line >= topLine && line !== headerLine && !labelLines.includes(line));
}

const textFormula = /^="([^"]*)"$/;

/** Returns the text of a cell such as `="007"`; other cells unchanged. */
export function withoutFormula(cell: string): string {
  return textFormula.exec(cell)?.[1] ?? cell;
}

function findFormulas(rows: readonly TextRecord[], width: number): number[] {
  const has = (index: number) => rows.some(({ cells }) => textFormula.test(cells[index] ?? ''));
  return Array.from({ length: width }, (_, index) => index).filter(has);
}

const fewestSpaced = 2;

/** `7, clerk, north`: of numbers blanks do not matter. */
function areSpaced(rows: readonly TextRecord[], delimiter: string): boolean {
  const cells = rows.flatMap((row) => row.cells.slice(1).filter((cell) => cell.trim() !== ''));
  if (rows.length < fewestSpaced || delimiter === '' || delimiter.trim() === '') return false;
  return cells.every((cell) => /^ [^"']/.test(cell)) && cells.some((cell) => !isTyped(cell));
}

/** Rows to append are read in the dialect of the table's own file, if that gives its width. */
function readAs(
  sample: string,
  isWhole: boolean,
  requested: FileOptions,
  line: number,
  expected: ExpectedText | undefined,
) {
  const read = (options: FileOptions, rowCells?: number) => {
    const writing = { ...detectWriting(sample, isWhole, options), ...(rowCells !== undefined && { rowCells }) };
    return { writing, records: recordsFrom(sample, writing, isWhole, line) };
  };
  const { delimiter, quote, escape: mark, comment, starts } = expected?.dialect ?? {};
  if (expected !== undefined && expected.dialect === undefined && requested.delimiter === undefined)
    return read({ ...requested, delimiter: delimiterOfNames(sample, isWhole, expected.names) });
  if (expected?.dialect?.format !== 'csv' || requested.delimiter !== undefined) return read(requested);
  const known = { delimiter, quote, escape: mark, comment: comment ?? '', starts, ...dropUndefined(requested) };
  const isSaid = requested.comment !== undefined || expected.names.length === 1;
  const stored = read(known, isSaid ? undefined : expected.names.length);
  return stored.records[0]?.cells.length === expected.names.length ? stored : read(requested);
}

/** Returns the delimiter that separates most of the expected names in one of the first lines. */
function delimiterOfNames(sample: string, isWhole: boolean, names: readonly string[]): string | undefined {
  const counted = usualDelimiters.map((delimiter) => {
    const records = readSampleRecords(sample, { delimiter, quote: '"', escapeMark: '"', comment: '' }, isWhole, 30);
    const counts = records.map(({ cells }) => cells.filter((cell) => names.includes(cell.trim())).length);
    return { delimiter, count: Math.max(0, ...counts) };
  });
  const best = counted.reduce((left, right) => (right.count > left.count ? right : left));
  return best.count > 1 ? best.delimiter : undefined;
}

function dropUndefined(options: FileOptions): FileOptions {
  return Object.fromEntries(Object.entries(options).filter(([, value]) => value !== undefined));
}

function recordsFrom(sample: string, writing: Writing, isWhole: boolean, firstLine: number): TextRecord[] {
  const records = readSampleRecords(sample, writing, isWhole);
  const named = commentedHeader(sample, writing, isWhole, records);
  return [...named, ...records].map((record) => ({ ...record, line: record.line + firstLine - 1 }));
}

/** The last comment above the rows is the header if it is as wide as they are and there is no other. */
function commentedHeader(
  sample: string,
  writing: Writing,
  isWhole: boolean,
  rows: readonly TextRecord[],
): TextRecord[] {
  if (writing.comment === '' || rows.length === 0 || findLayout(rows, undefined).header !== undefined) return [];
  const plain = { ...writing, comment: '', rowCells: undefined };
  const last = readSampleRecords(sample, plain, isWhole).findLast(({ line }) => line < rows[0].line);
  if (!last) return [];
  // Where blanks part the cells, one also parts the mark from the first name.
  const isParted = writing.delimiter === ' ' && last.cells[0] === writing.comment && !last.cells[1]?.endsWith(':');
  const cells = isParted ? [last.cells.slice(0, 2).join(' '), ...last.cells.slice(2)] : last.cells;
  return cells.length === rows[0].cells.length && cells.length > 1 ? [{ ...last, cells, isMarked: true }] : [];
}

/** Returns where reading begins: after the lines to skip, and after `sep=;`. */
function findStart(text: string, options: FileOptions) {
  const { skipRows, headerRow } = options;
  if (skipRows !== undefined && headerRow !== undefined && skipRows >= headerRow)
    throw fileFault(
      'invalid_option',
      `header_row: line ${headerRow} is among the ${skipRows} lines that skip_rows leaves out.`,
    );
  if (headerRow !== undefined && options.header === false)
    throw fileFault('invalid_option', 'header_row: names the line of the header, but header says that there is none.');
  const skipped = headerRow === undefined ? (skipRows ?? 0) : headerRow - 1;
  const separator = /^sep=(.)[ \t]*(?:\r\n|\n|\r)/i.exec(text);
  const isRequested = options.delimiter !== undefined;
  if (skipped === 0 && separator) {
    const found = { hasSeparatorLine: true, skippedLines: 0 };
    return { offset: separator[0].length, line: 2, requested: isRequested ? {} : { delimiter: separator[1] }, found };
  }
  const requested = headerRow === undefined ? {} : { header: true };
  const found = { hasSeparatorLine: false, skippedLines: skipped };
  return { offset: offsetOfLine(text, skipped), line: skipped + 1, requested, found };
}

function offsetOfLine(text: string, skipped: number): number {
  const ends = /\r\n|\n|\r/g;
  for (let line = 0; line < skipped; line += 1) {
    if (ends.exec(text) !== null) continue;
    const option = `skip_rows and header_row: the file has only ${line + 1} lines (within its first MiB)`;
    throw fileFault('invalid_option', `${option}; ${skipped} were to be left out.`);
  }
  return ends.lastIndex;
}

function findExpected(
  records: readonly TextRecord[],
  { header: requested, everyRow }: FileOptions,
  names: readonly string[],
): Layout {
  const wanted = everyRow ? names : undefined;
  const isHeader = (record: TextRecord) => record.cells.some((cell) => names.includes(cell.trim()));
  const top = records.slice(0, 30).findIndex(isHeader);
  if (requested !== false && top >= 0) {
    const layout = findLayout(records.slice(top), true, wanted);
    return { ...layout, titles: records.slice(0, top) };
  }
  const found = findLayout(records, requested, wanted);
  // In columns of words the first record is a row unless it is certainly a header.
  return found.header && !found.isHeaderSure ? findLayout(records, false) : found;
}

function namesOf(layout: Layout, { comment }: Writing, expected: readonly string[] | undefined): string[] {
  if (layout.header) {
    const [first, ...others] = headerNames(layout);
    const bare = comment !== '' && first.startsWith(comment) ? first.slice(comment.length).trim() : first;
    return [...(layout.lacksFirstName ? [''] : []), bare || first, ...others].slice(0, layout.width);
  }
  return expected?.length === layout.width ? [...expected] : Array.from({ length: layout.width }, () => '');
}
