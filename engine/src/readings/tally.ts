import { needsOrder, parseDate } from './dates.ts';
import { isMissingWord } from './missing-words.ts';
import { numberParts, parseWith } from './numbers.ts';

/** A distinct cell, trimmed and not empty, with the number of its rows. */
export interface SeenCell {
  text: string;
  count: number;
  /** Whether the cell was a JSON number or boolean, so its text is in program notation. */
  isTyped?: boolean;
}

/** Cells that do not fit, and the number of rows of all cells. */
interface Tally {
  odd: SeenCell[];
  oddRows: number;
  /** Rows of those that are no usual word for "no value". */
  strangeRows: number;
  rows: number;
}

export interface NumberTally extends Tally {
  isInteger: boolean;
  /** Cells that are numbers only with a decimal point, or only with a comma. */
  pointOnly: number;
  commaOnly: number;
  /** Cells that are different numbers with a point and with a comma: `1,234` and `1.234`. */
  doubtfulComma: number;
  doubtfulPoint: number;
  /** Rows with a fraction, a unit or separators, and cells such as `2.2E+11`. */
  fractions: number;
  exponents: SeenCell[];
  /** Number of rows by currency or percent sign; `''` for none. */
  dress: Map<string, number>;
}

export interface DateTally extends Tally {
  hasClock: boolean;
  /** Whether some have points between their figures, as only dates with the day first have. */
  hasPoints: boolean;
  /** Cells whose order depends on the column, and those of them that fit only one of day first and month first. */
  ordered: number;
  dayFirstOnly: number;
  monthFirstOnly: number;
  yearFirstOnly: number;
  /** The cells that fit only one order. */
  settled: Record<'dmy' | 'mdy' | 'ymd', string[]>;
  /** Cells that fit with a year of two digits in front, and whether a hyphen makes that as likely as any other order. */
  yearFirst: number;
  isYearLikely: boolean;
  hasShortYear: boolean;
}

const wholeNumber = /^(?:-?(?:0|[1-9]\d{0,15})|\+[1-9]\d{0,6})$/;
const dotted = /(?:^|\s)\d{1,2}\.\d{1,2}\.\d/;
const exponent = /\de[-+]?\d+$/i;
/** Counting stops when more than this share does not fit, besides words for "no value". */
const mostOdd = 0.4;

export function tallyNumbers(cells: readonly SeenCell[], isLenient = false): NumberTally | undefined {
  const tally: NumberTally = {
    ...startTally(cells),
    ...{ isInteger: true, pointOnly: 0, commaOnly: 0, doubtfulComma: 0, doubtfulPoint: 0 },
    ...{ fractions: 0, exponents: [], dress: new Map() },
  };
  for (const cell of cells) {
    if (!countNumber(tally, cell) && isTooOdd(tally, cell, false) && !isLenient) return undefined;
  }
  return tally;
}

function countNumber(tally: NumberTally, { text, count, isTyped }: SeenCell): boolean {
  const isWhole = wholeNumber.test(text) && Number.isSafeInteger(Number(text));
  if (isWhole) addTo(tally.dress, '', count);
  if (isWhole) return true;
  if (isTyped) {
    tally.isInteger = false;
    const isNumber = Number.isFinite(Number(text)) && !/^-?\d{16,}$/.test(text);
    if (isNumber) tally.fractions += count;
    return isNumber;
  }
  const [point, comma] = [parseWith(text, '.'), parseWith(text, ',')];
  if (Number.isNaN(point) && Number.isNaN(comma)) return false;
  tally.isInteger = false;
  if (exponent.test(text) && Number.isInteger(Number.isNaN(point) ? comma : point))
    tally.exponents.push({ text, count });
  else tally.fractions += count;
  if (Number.isNaN(comma)) tally.pointOnly += 1;
  else if (Number.isNaN(point)) tally.commaOnly += 1;
  else if (point !== comma) tally[text.includes(',') ? 'doubtfulComma' : 'doubtfulPoint'] += 1;
  addTo(tally.dress, numberParts(text, Number.isNaN(point) ? ',' : '.')?.dress?.toUpperCase() ?? '', count);
  return true;
}

export function tallyDates(cells: readonly SeenCell[], isLenient = false): DateTally | undefined {
  const tally: DateTally = {
    ...startTally(cells),
    ...{ hasClock: false, hasPoints: false, ordered: 0, dayFirstOnly: 0, monthFirstOnly: 0, yearFirstOnly: 0 },
    settled: { dmy: [], mdy: [], ymd: [] },
    ...{ yearFirst: 0, isYearLikely: false, hasShortYear: false },
  };
  for (const cell of cells)
    if ((cell.isTyped || !countDate(tally, cell.text)) && isTooOdd(tally, cell, true) && !isLenient) return undefined;
  return tally;
}

function countDate(tally: DateTally, text: string): boolean {
  if (!needsOrder(text)) {
    if (Number.isNaN(parseDate(text, 'ymd'))) return false;
    if (dotted.test(text)) tally.hasPoints = true;
  } else {
    const [noDayFirst, noMonthFirst] = [parseDate(text, 'dmy'), parseDate(text, 'mdy')].map(Number.isNaN);
    const isYearFirst = !Number.isNaN(parseDate(text, 'ymd', 2069));
    if (noDayFirst && noMonthFirst && !isYearFirst) return false;
    tally.ordered += 1;
    if (noDayFirst && noMonthFirst) tally.yearFirstOnly = tally.settled.ymd.push(text);
    else if (noMonthFirst) tally.dayFirstOnly = tally.settled.dmy.push(text);
    else if (noDayFirst) tally.monthFirstOnly = tally.settled.mdy.push(text);
    if (isYearFirst) tally.yearFirst += 1;
    if (isYearFirst && /^\d\d-/.test(text)) tally.isYearLikely = true;
  }
  if (text.includes(':') || /^\d{8}[T\s]\d{4}/i.test(text)) tally.hasClock = true;
  if (!/\d{4}/.test(text)) tally.hasShortYear = true;
  return true;
}

function startTally(cells: readonly SeenCell[]): Tally {
  return { odd: [], oddRows: 0, strangeRows: 0, rows: cells.reduce((sum, { count }) => sum + count, 0) };
}

function isTooOdd(tally: Tally, cell: SeenCell, isDate: boolean): boolean {
  tally.odd.push(cell);
  tally.oddRows += cell.count;
  if (!isMissingWord(cell.text, isDate)) tally.strangeRows += cell.count;
  return tally.strangeRows > mostOdd * tally.rows;
}

function addTo(counts: Map<string, number>, key: string, count: number): void {
  counts.set(key, (counts.get(key) ?? 0) + count);
}
