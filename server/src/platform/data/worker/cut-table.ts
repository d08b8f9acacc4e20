import { ColumnSums, hasTotalWord } from './column-sums.ts';
import { kindOf } from './detect-header.ts';
import { isBlankFrom } from './find-layout.ts';

/** A row of a file with the facts that decide whether it belongs to the table. */
export interface PlacedRow {
  line: number;
  cells: readonly string[];
}

/** `unexplained` is a total by its word and place whose figures are no sums. */
export type CutReason = 'total' | 'unexplained' | 'note' | 'header';

export interface CutRow<Row extends PlacedRow> {
  row: Row;
  reason: CutReason;
}

export interface TableShape {
  width: number;
  /**
   * `keep` keeps totals and notes; `leave_out` also drops possible totals. By default only certain totals are dropped.
   */
  totals: 'keep' | 'leave_out' | undefined;
  /** The header's cells, which recur where several exports were joined. */
  header: readonly string[] | undefined;
}

/** Maximum consecutive rows at the end that may be totals. */
const mostTotals = 5;
/** Below a table also figures of other kinds stand, such as the mean of each column. */
const totalWords =
  /^(?:(?:grand|sub|column|overall)[ -]?totals?|totals?|sums?|averages?|means?|summe|gesamt(?:summe)?|insgesamt|total (?:général|general|geral)|totale|totaal|somme|suma|razem|celkem|итого|всего|合計|合计|总计|mittel(?:wert)?|durchschnitt|schnitt|ø|moyenne|promedio|gemiddelde|średnia|среднее|平均|median|mediana|min(?:imum)?|max(?:imum)?|std\.? ?dev\.?|standard ?deviation|standardabweichung|écart[- ]type|count|anzahl)\s*:?$/i;

/**
 * Passes on the rows of a table and holds back others: repeated headers, totals, and single-cell notes below it. A row
 * with too few or too many cells and rows after it is a fault, thrown by `refuse`.
 */
export class TableEnd<Row extends PlacedRow> {
  private readonly held: Row[] = [];
  private readonly odd: Row[] = [];
  private readonly sums = new ColumnSums();
  private readonly cutAbove: CutRow<Row>[] = [];
  /** Rows with a total's word that turn out to be rows of the table when others follow. */
  private readonly open: Row[] = [];
  /** Rows that may be totals, and are kept. */
  doubtful: Row[] = [];
  private hasRowsCalledTotal = false;
  /** Number of rows with surplus blank cells at their end. */
  trimmed = 0;
  private readonly shape: TableShape;
  private readonly refuse: (row: Row) => Error;

  constructor(shape: TableShape, refuse: (row: Row) => Error) {
    this.shape = shape;
    this.refuse = refuse;
  }

  /** Returns the row that certainly belongs to the table now, if any. */
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

  /** Returns whether the row is a total and dropped. A kept one is not summed into other totals either. */
  private takeTotal(row: Row): boolean {
    const kind = this.sums.kindOfTotal(row.cells);
    const isClosing = kind === undefined && this.sums.isWithoutDate(row.cells);
    if (isClosing && this.shape.totals === 'leave_out') {
      this.cutAbove.push({ row, reason: 'total' });
      return true;
    }
    if (kind === undefined) {
      if (isClosing || isTotal(row)) this.open.push(row);
      else if (!isPaddedNote(row)) this.settle(row); // a note may stand below totals, too
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
    const [closing, open] = [true, false].map((is) =>
      this.open.filter(({ cells }) => this.sums.isWithoutDate(cells) === is),
    );
    if (open.length > 0 || this.doubtful.some((one) => isTotal(one))) this.hasRowsCalledTotal = true;
    this.open.length = 0;
    this.doubtful.push(...closing);
    for (const one of [...open, row]) this.sums.add(one.cells);
  }

  /** Returns what is left at the end: rows of the table, and dropped ones. */
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
    const isCalledTotal = (row: Row) => isTotal(row, (cell, index) => this.sums.isSame(cell, index));
    const reasonOfLast = (): CutReason | undefined => {
      if (rows.length < 2) return undefined;
      const row = rows[rows.length - 1];
      const isClosing = this.sums.isWithoutDate(row.cells);
      if (!isClosing && (this.hasRowsCalledTotal || !isCalledTotal(row))) return undefined;
      if (this.sums.explains(row.cells)) return 'total';
      return isClosing ? 'unexplained' : undefined;
    };
    for (let reason = reasonOfLast(); reason; reason = reasonOfLast()) takeLast(reason);
    const unexplained = this.hasRowsCalledTotal ? [] : rows.slice(1 + rows.findLastIndex((row) => !isCalledTotal(row)));
    if (this.shape.totals === 'leave_out') for (const _ of unexplained) takeLast('total');
    else this.doubtful.push(...unexplained.filter((row) => !this.doubtful.includes(row)));
    this.doubtful = this.doubtful.filter((row) => !below.some((one) => one.row === row));
    if (below.length > 0 || this.cutAbove.some(({ reason }) => reason === 'total')) takeBlanks();
    return { rows, cut: [...this.cutAbove, ...below] };
  }
}

function isHeaderAgain(cells: readonly string[], header: readonly string[]): boolean {
  if (header.length < 2) return false;
  return header.every((name, index) => name.trim() === (cells[index] ?? '').replace(/^\ufeff/, '').trim());
}

/** Returns whether some rows do not belong to the table: a repeated header, or totals. */
export function hasRowsToCut(rows: readonly PlacedRow[], shape: TableShape): boolean {
  const end = new TableEnd<PlacedRow>(shape, () => new Error('ragged'));
  for (const row of rows) if (row.cells.length === shape.width) end.push(row);
  return end.finish().cut.length + end.doubtful.length > 0;
}

/**
 * A word for a total, or one in each of the first columns, followed only by figures, blanks and what `isSame` says that
 * each row has, such as a currency.
 */
export function isTotal({ cells }: PlacedRow, isSame?: (cell: string, index: number) => boolean): boolean {
  const at = cells.findIndex((cell) => cell.trim() !== '');
  if (at < 0 || cells.length < 2 || !totalWords.test(cells[at].trim())) return false;
  const isFigure = (cell: string) => kindOf(cell) === 'number' || kindOf(cell) === 'blank';
  return cells.every(
    (cell, index) => index <= at || isFigure(cell) || totalWords.test(cell.trim()) || isSame?.(cell, index),
  );
}

/** Returns whether a row may be a total, which only the rows above tell. */
export function mayBeTotal(row: PlacedRow): boolean {
  return isTotal(row) || row.cells.some(hasTotalWord);
}

/**
 * A single cell of several words, in brackets, or a rule of dashes: `Source: World Bank`, `(120 rows affected)`,
 * `________`. A truncated row is no note.
 */
function isNote({ cells }: PlacedRow): boolean {
  const [first, ...others] = cells;
  const text = first.trim();
  return (
    others.every((cell) => cell.trim() === '') &&
    (/\S\s+\S/.test(text) || /^(?:[(*[]|[-_=]{3,}$)/.test(text)) &&
    kindOf(text) === 'text'
  );
}

const noteWords =
  /^(?:sources?|notes?|generated|printed|exported|copyright|quelle|fuente|rows|data (?:from|source)|last updated)\b.*[\s:]|^stand:|^[(*©]/i;
/** What a report counts of itself, and where it ends. */
const ofReport =
  /^(?:(?:total|number|count|no\.?)(?: of)?(?: (?:rows|records|entries|lines|items|results|observations))?|(?:row|record|line|item) count)\s*[:=]\s*[\d.,' ]+$|^end of (?:the )?(?:report|file|list|data|table|export)\b|^page \d+ of \d+$/i;

/** A note that a spreadsheet padded with blank cells to the width of the table. */
export function isPaddedNote({ cells }: PlacedRow): boolean {
  if (cells.length < 2 || !isBlankFrom(cells, 1)) return false;
  const text = cells[0].trim();
  return noteWords.test(text) || ofReport.test(text);
}
