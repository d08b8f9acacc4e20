import { ColumnSums } from './column-sums.ts';
import { kindOf } from './detect-header.ts';
import { isBlankFrom } from './find-layout.ts';

/** A row of a file, as far as its place in the table is judged by it. */
export interface PlacedRow {
  line: number;
  cells: readonly string[];
}

export interface CutRow<Row extends PlacedRow> {
  row: Row;
  reason: 'total' | 'note';
}

/** Rows at the end that may be totals; more follow each other seldom. */
const mostTotals = 5;
const totalWords =
  /^(?:(?:grand|sub|column|overall)[ -]?totals?|totals?|sums?|averages?|means?|summe|gesamt(?:summe)?|insgesamt|total (?:général|general|geral)|totale|totaal|somme|suma|razem|celkem|итого|всего|合計|合计|总计)\s*:?$/i;

/**
 * Hands on the rows of a table and keeps back what stands below it: totals, and lines of one cell that are notes. A row that
 * is too short or too long with rows after it is a fault, which `refuse` throws.
 */
export class TableEnd<Row extends PlacedRow> {
  private readonly held: Row[] = [];
  private readonly odd: Row[] = [];
  private readonly sums = new ColumnSums();
  /** Rows that had blank cells too many at their end. */
  trimmed = 0;
  private readonly width: number;
  private readonly keepsEnd: boolean;
  private readonly refuse: (row: Row) => Error;

  constructor({ width, keepsEnd }: { width: number; keepsEnd: boolean }, refuse: (row: Row) => Error) {
    this.width = width;
    this.keepsEnd = keepsEnd;
    this.refuse = refuse;
  }

  /** The row that is surely one of the table now, if any. */
  push(row: Row): Row | undefined {
    const isLong = row.cells.length > this.width && isBlankFrom(row.cells, this.width);
    if (isLong) this.trimmed += 1;
    if (row.cells.length !== this.width && !isLong) {
      if (this.keepsEnd || !isNote(row)) throw this.refuse(row);
      this.odd.push(row);
      return undefined;
    }
    if (this.odd.length > 0 && !isTotal(row)) throw this.refuse(this.odd[0]);
    this.held.push(row);
    if (this.held.length <= mostTotals) return undefined;
    const settled = this.held.shift() as Row;
    this.sums.add(settled.cells);
    return settled;
  }

  /** What is left at the end: rows of the table, and those that are none. */
  finish(): { rows: Row[]; cut: CutRow<Row>[] } {
    const rows = [...this.held];
    if (this.keepsEnd) return { rows, cut: [] };
    const cut: CutRow<Row>[] = this.odd.map((row) => ({ row, reason: 'note' }));
    const takeLast = (reason: 'total' | 'note') => cut.unshift({ row: rows.pop() as Row, reason });
    while (rows.length > 1 && isPaddedNote(rows[rows.length - 1])) takeLast('note');
    if (cut.length > 0) while (rows.length > 1 && isBlankFrom(rows[rows.length - 1].cells, 0)) rows.pop();
    let count = rows.length;
    while (count > 1 && isTotal(rows[count - 1])) count -= 1;
    for (const row of rows.slice(0, count)) this.sums.add(row.cells);
    while (rows.length > count && this.sums.explains(rows[rows.length - 1].cells)) takeLast('total');
    if (cut.length > 0) while (rows.length > 1 && isBlankFrom(rows[rows.length - 1].cells, 0)) rows.pop();
    return { rows, cut };
  }
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
