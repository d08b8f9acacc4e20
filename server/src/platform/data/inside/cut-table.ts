import { ColumnSums } from './column-sums.ts';
import { kindOf } from './detect-header.ts';
import { isBlankFrom } from './find-layout.ts';

/** A row of a file, as far as its place in the table is judged by it. */
export interface PlacedRow {
  line: number;
  cells: readonly string[];
}

export type CutReason = 'total' | 'note' | 'header';

export interface CutRow<Row extends PlacedRow> {
  row: Row;
  reason: CutReason;
}

export interface TableShape {
  width: number;
  /** Whether totals and notes are rows, or rows that may be totals are none. Else only what is surely a total is left out. */
  totals: 'keep' | 'leave_out' | undefined;
  /** The cells of the header, which comes again where exports were put one after the other. */
  header: readonly string[] | undefined;
}

/** Rows at the end that may be totals; more follow each other seldom. */
const mostTotals = 5;
const totalWords =
  /^(?:(?:grand|sub|column|overall)[ -]?totals?|totals?|sums?|averages?|means?|summe|gesamt(?:summe)?|insgesamt|total (?:général|general|geral)|totale|totaal|somme|suma|razem|celkem|итого|всего|合計|合计|总计)\s*:?$/i;

/**
 * Hands on the rows of a table and keeps back what is none: headers that come again, totals, and lines of one cell below it that
 * are notes. A row that is too short or too long with rows after it is a fault, which `refuse` throws.
 */
export class TableEnd<Row extends PlacedRow> {
  private readonly held: Row[] = [];
  private readonly odd: Row[] = [];
  private readonly sums = new ColumnSums();
  private readonly cutAbove: CutRow<Row>[] = [];
  /** Called totals, and perhaps rows all the same: they are where others follow. */
  private readonly open: Row[] = [];
  /** Rows that may be totals, and are kept. */
  doubtful: Row[] = [];
  private hasRowsCalledTotal = false;
  /** Rows that had blank cells too many at their end. */
  trimmed = 0;
  private readonly shape: TableShape;
  private readonly refuse: (row: Row) => Error;

  constructor(shape: TableShape, refuse: (row: Row) => Error) {
    this.shape = shape;
    this.refuse = refuse;
  }

  /** The row that is surely one of the table now, if any. */
  push(row: Row): Row | undefined {
    const { width, totals, header } = this.shape;
    const isLong = row.cells.length > width && isBlankFrom(row.cells, width);
    if (isLong) this.trimmed += 1;
    if (row.cells.length !== width && !isLong) {
      if (totals === 'keep' || !isNote(row)) throw this.refuse(row);
      this.odd.push(row);
      return undefined;
    }
    if (this.odd.length > 0 && !isTotal(row)) throw this.refuse(this.odd[0]);
    if (header && isHeaderAgain(row.cells, header)) {
      this.cutAbove.push({ row, reason: 'header' });
      return undefined;
    }
    if (totals !== 'keep' && this.takeTotal(row)) return undefined;
    this.held.push(row);
    return this.held.length > mostTotals ? this.held.shift() : undefined;
  }

  /** Whether the row is a total and left out. One that is kept is no part of any other total either. */
  private takeTotal(row: Row): boolean {
    const kind = this.sums.kindOfTotal(row.cells);
    if (kind === undefined) {
      if (isTotal(row)) this.open.push(row);
      else this.settle(row);
      return false;
    }
    this.sums.startGroup();
    if (kind === 'labelled' || this.shape.totals === 'leave_out') {
      this.cutAbove.push({ row, reason: 'total' });
      return true;
    }
    this.doubtful.push(row);
    return false;
  }

  private settle(row: Row): void {
    if (this.open.length > 0 || this.doubtful.some(isTotal)) this.hasRowsCalledTotal = true;
    for (const one of [...this.open.splice(0), row]) this.sums.add(one.cells);
  }

  /** What is left at the end: rows of the table, and those that are none. */
  finish(): { rows: Row[]; cut: CutRow<Row>[] } {
    const rows = [...this.held];
    if (this.shape.totals === 'keep') return { rows, cut: this.cutAbove };
    const below: CutRow<Row>[] = this.odd.map((row) => ({ row, reason: 'note' }));
    const takeLast = (reason: CutReason) => below.unshift({ row: rows.pop() as Row, reason });
    const takeBlanks = () => {
      while (rows.length > 1 && isBlankFrom(rows[rows.length - 1].cells, 0)) rows.pop();
    };
    while (rows.length > 1 && isPaddedNote(rows[rows.length - 1])) takeLast('note');
    if (below.length > 0) takeBlanks();
    const isLastTotal = () => isTotal(rows[rows.length - 1]) && this.sums.explains(rows[rows.length - 1].cells);
    while (rows.length > 1 && !this.hasRowsCalledTotal && isLastTotal()) takeLast('total');
    this.doubtful = this.doubtful.filter((row) => !below.some((one) => one.row === row));
    if (below.length > 0 || this.cutAbove.some(({ reason }) => reason === 'total')) takeBlanks();
    return { rows, cut: [...this.cutAbove, ...below] };
  }
}

function isHeaderAgain(cells: readonly string[], header: readonly string[]): boolean {
  if (header.length < 2) return false;
  return header.every((name, index) => name.trim() === (cells[index] ?? '').replace(/^\ufeff/, '').trim());
}

/** Whether rows are no table as they stand: a header that comes again, or totals. */
export function hasRowsToCut(rows: readonly PlacedRow[], shape: TableShape): boolean {
  const end = new TableEnd<PlacedRow>(shape, () => new Error('ragged'));
  for (const row of rows) if (row.cells.length === shape.width) end.push(row);
  return end.finish().cut.length + end.doubtful.length > 0;
}

/** A word for a total, then nothing but figures and blanks. */
export function isTotal({ cells }: PlacedRow): boolean {
  const at = cells.findIndex((cell) => cell.trim() !== '');
  if (at < 0 || cells.length < 2 || !totalWords.test(cells[at].trim())) return false;
  return cells.slice(at + 1).every((cell) => kindOf(cell) === 'number' || kindOf(cell) === 'blank');
}

/** One cell of several words, or in brackets: `Source: World Bank`, `(120 rows affected)`. A row cut short has none. */
function isNote({ cells }: PlacedRow): boolean {
  const [first, ...others] = cells;
  const text = first.trim();
  return (
    others.every((cell) => cell.trim() === '') &&
    (/\S\s+\S/.test(text) || /^[(*[]/.test(text)) &&
    kindOf(text) === 'text'
  );
}

/** A note that a spreadsheet wrote with blank cells up to the width of the table. */
export function isPaddedNote({ cells }: PlacedRow): boolean {
  if (cells.length < 2 || !isBlankFrom(cells, 1)) return false;
  return /^(?:sources?|notes?|generated|printed|exported|copyright|quelle|fuente|rows)\b.*[\s:]|^[(*©]/i.test(
    cells[0].trim(),
  );
}
