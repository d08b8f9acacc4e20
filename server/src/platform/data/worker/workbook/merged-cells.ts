import type { TableWarning } from '../../types.ts';
import { kindOf, usualKind } from '../detect-header.ts';
import { type MergedRange, nameRange } from './merged-ranges.ts';
import type { SheetRow, SheetValue } from './read-sheet.ts';

/** The columns of the table in its sheet, with the texts of its first rows. */
export interface TableColumns {
  from: number;
  width: number;
  /** The first and last row of the header. */
  headerLines?: { from: number; to: number };
  sample: readonly (readonly string[])[];
}

interface Held {
  range: MergedRange;
  value: SheetValue;
}

/**
 * Gives the rows of a table the values of merged cells. A value holds in each row that its range covers, and in each
 * column, where the row has other values too; a word holds in no further column of numbers. Each column has at most one
 * open range, so that ranges that overlap cost no more than others.
 */
export class MergedCells {
  private readonly ranges: readonly MergedRange[];
  private readonly columns: TableColumns;
  private readonly typed: boolean[];
  private readonly open = new Map<number, Held>();
  private readonly filled = new Set<MergedRange>();
  private readonly narrowed = new Set<MergedRange>();
  private next = 0;
  /** The last row with a value of its own. */
  private last: SheetRow | undefined;

  constructor(ranges: readonly MergedRange[], columns: TableColumns) {
    this.ranges = ranges;
    this.columns = columns;
    this.typed = Array.from({ length: ranges.length === 0 ? 0 : columns.width }, (_, index) => {
      const cells = columns.sample.map((row) => row[index] ?? '').filter((cell) => kindOf(cell) !== 'blank');
      return usualKind(cells) !== undefined;
    });
  }

  /** Returns the row, after rows above it that have values of merged cells only. Its own cells stay in `own`. */
  *fill(row: SheetRow): Generator<{ own: SheetRow; values: SheetValue[] }> {
    if (this.ranges.length > 0) yield* this.rowsBetween(row.line);
    this.begin(row);
    yield { own: row, values: this.valuesAt(row.line, row.values) };
    this.last = row;
  }

  /** A row below is part of the last one if that is merged with it as a whole, and a row of missing cells otherwise. */
  private *rowsBetween(line: number): Generator<{ own: SheetRow; values: SheetValue[] }> {
    if (this.last === undefined) return;
    for (let between = this.last.line + 1; between < line; between += 1) {
      const covers = (column: number) => (this.open.get(column)?.range.bottom ?? 0) >= between;
      if (![...this.open.keys()].some(covers)) return;
      if (this.last.values.every((value, column) => value === null || covers(column))) continue;
      yield { own: { line: between, values: [] }, values: this.valuesAt(between, []) };
    }
  }

  private begin({ line, values }: SheetRow): void {
    const { from, width } = this.columns;
    for (; (this.ranges[this.next]?.top ?? Number.POSITIVE_INFINITY) <= line; this.next += 1) {
      const range = this.ranges[this.next];
      const value = values[range.left] ?? null;
      if (range.top < line || value === null || (this.open.get(range.left)?.range.bottom ?? 0) >= line) continue;
      const isAlone = values.every((other, column) => other === null || column === range.left);
      const right = isAlone ? range.left : Math.min(range.right, from + width - 1);
      for (let column = range.left; column <= right; column += 1)
        if (this.mayHold(range, column, value)) this.open.set(column, { range, value });
    }
  }

  private mayHold(range: MergedRange, column: number, value: SheetValue): boolean {
    const isWord = typeof value === 'string' && kindOf(value) === 'text';
    if (column === range.left || !isWord || !this.typed[column - this.columns.from]) return true;
    this.narrowed.add(range);
    return false;
  }

  private valuesAt(line: number, own: readonly SheetValue[]): SheetValue[] {
    const values = [...own];
    for (const [column, { range, value }] of this.open) {
      if (range.bottom < line) this.open.delete(column);
      else if ((values[column] ?? null) === null) {
        while (values.length < column) values.push(null);
        values[column] = value;
        this.filled.add(range);
      }
    }
    return values;
  }

  warnings(): TableWarning[] {
    const { headerLines, from, width } = this.columns;
    const crossing = this.ranges.filter(
      ({ top, bottom, left }) =>
        headerLines &&
        top >= headerLines.from &&
        top <= headerLines.to &&
        bottom > headerLines.to &&
        left >= from &&
        left < from + width,
    );
    return [
      ...warnOf(this.filled, 'merged_cells', 'The value of merged cells holds in each row and column that they cover'),
      ...warnOf(this.narrowed, 'merged_words', 'Words across columns of numbers hold in the first column only'),
      ...warnOf(crossing, 'merged_header', 'Names of the header are merged with rows, which have no value there'),
    ];
  }
}

const mostNamed = 5;

function warnOf(found: Iterable<MergedRange>, code: string, what: string): TableWarning[] {
  const ranges = [...found];
  if (ranges.length === 0) return [];
  const more = ranges.length > mostNamed ? ` and ${ranges.length - mostNamed} more` : '';
  const names = ranges.slice(0, mostNamed).map(nameRange).join(', ');
  return [{ code, detail: `${what}: ${names}${more}.`, line: ranges[0].top }];
}
