import { kindOf } from './detect-header.ts';

/** Sum and number of the figures of each column. */
interface Sums {
  readonly point: readonly number[];
  readonly comma: readonly number[];
  readonly counts: readonly number[];
  readonly rows: number;
}

/**
 * `labelled`: the row has a word for a total, and all figures are sums or blank. `doubtful`: sums without the word, or the word
 * with only some sums.
 */
export type TotalKind = 'labelled' | 'doubtful';

const nothing: Sums = { point: [], comma: [], counts: [], rows: 0 };
/** Number of remembered starting rows: a grand total sums all rows, a group's total those since the last one. */
const mostStarts = 20;
/** Number of rows above that show what each row has. */
const fewestAlike = 2;
const label =
  /\b(?:grand |sub[ -]?|sous-)?totals?\b|\b(?:sub)?tota(?:al|le)\b|\b(?:zwischen|gesamt)?summe\b|^(?:gesamt|insgesamt|somme|suma|soma|razem|celkem|mezisoučet)\b|^(?:итого|всего|合計|小計|合计|小计|总计)/i;

/** Words below a statement of an account, whose last line has no day. */
const balance =
  /^(?:(?:closing|ending|final|new) balance|balance|(?:end|schluss)?saldo|kontostand|solde(?: final)?|saldo final)\b/i;
const longestLabel = 40;

/** Returns whether a cell is a word for a total, or has one. */
export function hasTotalWord(cell: string): boolean {
  const text = cell.slice(0, 2 * longestLabel).trim();
  return text.length <= longestLabel && (label.test(text) || balance.test(text));
}

/** Returns whether the first filled cell of a record is a word for a total, judged by its first characters. */
export function startsLikeTotal(text: string, { delimiter, quote }: { delimiter: string; quote: string }): boolean {
  const cell = text.split(delimiter).find((one) => one.replaceAll(quote || '"', '').trim() !== '');
  return cell !== undefined && label.test(cell.replaceAll(quote || '"', '').trim());
}

/** Sums the figures of rows, once with decimal points and once with decimal commas, to recognise totals. */
export class ColumnSums {
  private readonly point: number[] = [];
  private readonly comma: number[] = [];
  private readonly counts: number[] = [];
  private rows = 0;
  private starts: Sums[] = [nothing];
  private readonly lastTwo: [before: number, last: number][] = [];
  /** Columns that contained words. */
  private readonly worded = new Set<number>();
  /** Number of dates in each column. */
  private readonly dates: number[] = [];
  /** The cell that a column has in each row, if there is one. */
  private only: (string | undefined)[] = [];

  add(cells: readonly string[]): void {
    this.rows += 1;
    this.only =
      this.rows === 1 ? [...cells] : this.only.map((cell, index) => (cells[index] === cell ? cell : undefined));
    for (const [index, cell] of cells.entries()) {
      const kind = /\d/.test(cell) ? kindOf(cell) : 'text';
      if (kind === 'date') this.dates[index] = (this.dates[index] ?? 0) + 1;
      if (kind !== 'number') {
        if (cell.trim() !== '') this.worded.add(index);
        continue;
      }
      this.counts[index] = (this.counts[index] ?? 0) + 1;
      this.lastTwo[index] = [this.lastTwo[index]?.[1] ?? Number.NaN, withPoint(cell)];
      this.point[index] = (this.point[index] ?? 0) + (withPoint(cell) || 0);
      this.comma[index] = (this.comma[index] ?? 0) + (withComma(cell) || 0);
    }
  }

  /** Returns whether a row has a word for a total and no date where each row above has one. */
  isWithoutDate(cells: readonly string[]): boolean {
    if (this.rows < fewestAlike) return false;
    const lacks = (cell: string, index: number) => this.dates[index] === this.rows && !/\d/.test(cell);
    return (
      cells.some((cell, index) => lacks(cell, index) && (cell.trim() === '' || hasTotalWord(cell))) &&
      cells.some(hasTotalWord)
    );
  }

  /** Returns whether a column has this cell in each row, such as a currency. */
  isSame(cell: string, index: number): boolean {
    return this.rows >= fewestAlike && this.only[index] === cell;
  }

  /** Starts a group, whose rows may have a total of their own. */
  startGroup(): void {
    const { point, comma, counts, rows } = this;
    const now: Sums = { point: [...point], comma: [...comma], counts: [...counts], rows };
    this.starts = [nothing, now, ...this.starts.slice(1, mostStarts)];
  }

  /** Returns whether some cell is the sum or the mean of its column, or the row has no figures. */
  explains(cells: readonly string[]): boolean {
    if (!cells.some((cell) => /\d/.test(cell))) return true;
    return cells.some((cell, index) => {
      const count = this.counts[index] ?? 0;
      if (count === 0 || !/\d/.test(cell)) return false;
      return isAbout(withPoint(cell), this.point[index], count) || isAbout(withComma(cell), this.comma[index], count);
    });
  }

  /** Returns whether a row sums rows above it. */
  kindOfTotal(cells: readonly string[]): TotalKind | undefined {
    const filled = [...cells.keys()].filter((index) => cells[index].trim() !== '');
    const figures = filled.filter((index) => kindOf(cells[index]) === 'number');
    const words = filled.filter((index) => kindOf(cells[index]) !== 'number' && kindOf(cells[index]) !== 'blank');
    const isLabel = (index: number) => label.test(cells[index].trim());
    if (filled.length === 1 && cells.length > 2 && filled[0] === words[0] && endsLikeTotal(cells[filled[0]]))
      return 'labelled';
    const hasLabel = words.some(isLabel);
    const areLabels = words.length > 0 && words[0] === filled[0] && words.every(isLabel);
    if (figures.length === 0 || (words.length > 0 && !hasLabel)) return undefined;
    if (words.length === 0 && !this.lacksWords(filled, figures)) return undefined;
    const isToldByWords = hasLabel || this.worded.size > 0;
    const fewest = words.length === 0 && filled.length === cells.length ? 3 : 2;
    const shares = this.starts.filter(({ rows }) => this.rows - rows >= fewest);
    const sums = shares.map((start) =>
      figures.filter(
        (index) => (isToldByWords || !this.isNext(cells[index], index)) && this.isSumSince(start, cells[index], index),
      ),
    );
    const found = sums.filter((some) => some.some((index) => withPoint(cells[index]) !== 0));
    if (found.length === 0) return undefined;
    const isWhole = found.some((some) => some.length === figures.length);
    if (isWhole && areLabels) return 'labelled';
    return isWhole || areLabels ? 'doubtful' : undefined;
  }

  /** A row without any word counts as a total only where other rows have words, or two or more figures are sums. */
  private lacksWords(filled: readonly number[], figures: readonly number[]): boolean {
    if (filled.some((index) => this.worded.has(index))) return false;
    return this.worded.size > 0 || figures.length > 1;
  }

  /** 3 below 0, 1, 2 counts on, though it is their sum; without words in any row nothing else tells the two apart. */
  private isNext(cell: string, index: number): boolean {
    const [before, last] = this.lastTwo[index] ?? [];
    return withPoint(cell) - last === last - before;
  }

  private isSumSince(start: Sums, cell: string, index: number): boolean {
    const count = (this.counts[index] ?? 0) - (start.counts[index] ?? 0);
    if (count === 0) return false;
    return (
      isNear(withPoint(cell), (this.point[index] ?? 0) - (start.point[index] ?? 0), count, cell, '.') ||
      isNear(withComma(cell), (this.comma[index] ?? 0) - (start.comma[index] ?? 0), count, cell, ',')
    );
  }
}

/** `North Total`; not `Total Recall`, which may be a name. */
function endsLikeTotal(cell: string): boolean {
  const text = cell.replace(/[\s:]+$/, '').trim();
  const found = label.exec(text);
  return found !== null && text.length <= longestLabel && found.index + found[0].length === text.length;
}

/** A looser comparison, used below a table after a word for a total. */
function isAbout(value: number, sum: number, count: number): boolean {
  const near = (wanted: number) => Math.abs(value - wanted) <= Math.max(0.01 * count, Math.abs(wanted) * 1e-3);
  return value !== 0 && (near(sum) || near(sum / count));
}

/** Equal except for the rounding of the summands. */
function isNear(value: number, sum: number, count: number, cell: string, mark: string): boolean {
  const places = cell.includes(mark) ? (cell.split(mark).at(-1)?.match(/^\d*/)?.[0].length ?? 0) : 0;
  const rounding = 10 ** -places * Math.max(0.1, 0.3 * Math.sqrt(count));
  return Math.abs(value - sum) <= rounding + 1e-9 * Math.abs(sum);
}

function digitsOf(cell: string): string {
  const isNegative = /^\s*[-(−]|-\s*\)?$/.test(cell);
  const digits = /\d[\d.,\s'’\u00a0\u202f]*(?:e[-+]?\d+)?/i.exec(cell)?.[0] ?? '';
  return (isNegative ? '-' : '') + digits.replace(/[^\d.,e+-]/gi, '');
}

function withPoint(cell: string): number {
  return Number(digitsOf(cell).replaceAll(',', ''));
}

function withComma(cell: string): number {
  return Number(digitsOf(cell).replaceAll('.', '').replace(',', '.'));
}
