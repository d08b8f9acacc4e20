import { createReadStream } from 'node:fs';
import { type FileFault, fileFault, nameCharacter, quotesAsText } from '../faults.ts';
import { type PlacedRow, TableEnd, type TableShape } from './cut-table.ts';
import { type RecordFault, RecordReader, type TextRecord, type Writing } from './records.ts';

/** Where the rows of a text are, and how they are written. */
export interface TextPlan extends TableShape {
  writing: Writing;
  /** Byte and line at which reading begins. */
  startByte: number;
  startLine: number;
  /** First line of the table, after titles. */
  topLine: number;
  headerLine: number | undefined;
  /** Lines below the header that are no rows: units, further lines of names. */
  labelLines: readonly number[];
}

/** Lines that are no rows of the table. */
export interface LeftOut {
  comments: number[];
  totals: PlacedRow[];
  /** Totals whose figures are not the sums of the rows. */
  unexplained: PlacedRow[];
  notes: PlacedRow[];
  headers: PlacedRow[];
  /** Rows that may be totals, and are kept. */
  doubtful: PlacedRow[];
  trimmedRows: number;
}

const maxRecordCharacters = 16 * 1024 * 1024;

/** Reads the rows of a table from a text, piece by piece. Throws a fault with the line for an invalid row. */
export async function* readTableText(path: string, plan: TextPlan, leftOut: LeftOut): AsyncGenerator<PlacedRow[]> {
  const { writing, startByte, startLine } = plan;
  const reader = new RecordReader(writing, startLine);
  const end = new TableEnd<PlacedRow>(plan, (row) => raggedLine(row, plan));
  const rows = rowTaker(plan, end, leftOut);
  const file = createReadStream(path, { encoding: 'utf8', start: startByte, highWaterMark: 1 << 20 });
  for await (const piece of file) {
    yield rows.take(reader.push(piece));
    if (reader.pending > maxRecordCharacters) throw endless(reader.nextLine, writing);
  }
  yield rows.take(reader.push('', true));
  yield noteLeftOut(end, leftOut);
}

const lists = { total: 'totals', unexplained: 'unexplained', note: 'notes', header: 'headers' } as const;

/** Collects the last rows of the table. */
export function noteLeftOut<Row extends PlacedRow>(end: TableEnd<Row>, leftOut: LeftOut): Row[] {
  const { rows, cut } = end.finish();
  leftOut.trimmedRows = end.trimmed;
  leftOut.doubtful.push(...end.doubtful);
  for (const { row, reason } of cut) leftOut[lists[reason]].push(row);
  return rows;
}

function rowTaker(plan: TextPlan, end: TableEnd<PlacedRow>, leftOut: LeftOut) {
  // A blank line is a missing cell only between two rows of one cell.
  let gaps: PlacedRow[] = [];
  let begun = false;
  const takeRecord = (record: TextRecord, settled: PlacedRow[]) => {
    if (record.isComment) leftOut.comments.push(record.line);
    if (record.isComment || record.line < plan.topLine) return;
    if (record.isBlank && !(record.isQuoted && plan.width === 1)) {
      if (plan.width === 1 && begun) gaps.push(record);
      return;
    }
    begun = true;
    if (record.fault) throw faultOf(record, record.fault, plan.writing);
    if (record.line === plan.headerLine || plan.labelLines.includes(record.line)) return;
    for (const row of [...gaps, record]) {
      const done = end.push(row);
      if (done) settled.push(done);
    }
    gaps = [];
  };
  return {
    take(records: Iterable<TextRecord>): PlacedRow[] {
      const settled: PlacedRow[] = [];
      for (const record of records) takeRecord(record, settled);
      return settled;
    },
  };
}

/** Returns the line on which row `row` (from 0) of the table begins. */
export async function findLineOfRow(path: string, plan: TextPlan, row: number): Promise<number> {
  let seen = 0;
  for await (const rows of readTableText(path, plan, nothingLeftOut())) {
    if (row < seen + rows.length) return rows[row - seen].line;
    seen += rows.length;
  }
  return plan.startLine;
}

export function nothingLeftOut(): LeftOut {
  return { comments: [], totals: [], unexplained: [], notes: [], headers: [], doubtful: [], trimmedRows: 0 };
}

function raggedLine({ line, cells }: PlacedRow, plan: TextPlan): Error {
  const { width, writing } = plan;
  const mark = writing.delimiter === '' ? '' : ` separated by ${nameCharacter(writing.delimiter)}`;
  const isLong = cells.length > width && mark !== '' && writing.quote !== '';
  const advice = isLong ? ` A cell with ${nameCharacter(writing.delimiter)} in it stands in quotes.` : '';
  return lineFault(
    'ragged_line',
    line,
    `has ${cells.length} cells${mark}; ${width} were expected, ${modelOf(plan)}.${advice}`,
  );
}

/** Where the expected number of cells comes from: a header has fewer where rows begin with names of their own. */
function modelOf({ width, headerLine, header }: TextPlan): string {
  if (headerLine === undefined) return 'as in the first line';
  if (header !== undefined && header.length < width)
    return `as in most lines, although the header on line ${headerLine} has ${header.length}`;
  return `as in the header on line ${headerLine}`;
}

function endless(line: number, { quote }: Writing): Error {
  if (quote !== '')
    return lineFault(
      'unterminated_quote',
      line,
      `: a quote (${nameCharacter(quote)}) opens and never closes. ${quotesAsText}`,
    );
  return lineFault(
    'cell_too_large',
    line,
    `: a row is longer than ${maxRecordCharacters} characters, the most that it may take.`,
  );
}

function faultOf({ line }: TextRecord, fault: RecordFault, { quote, escapeMark }: Writing): Error {
  if (fault === 'cell_over_column')
    return lineFault(
      'misaligned_line',
      line,
      'has text across the place where a column of this fixed-width file begins.',
    );
  if (fault === 'unterminated_quote')
    return lineFault(fault, line, `: a quote (${nameCharacter(quote)}) opens and never closes. ${quotesAsText}`);
  const how = escapeMark === '\\' ? 'has a backslash before it' : 'is written twice';
  return lineFault(fault, line, `: text follows a closing quote; a quote inside a quoted cell ${how}. ${quotesAsText}`);
}

function lineFault(code: FileFault, line: number, what: string): Error {
  return fileFault(code, `Line ${line}${what.startsWith(':') ? '' : ' '}${what}`, `/line/${line}`);
}
