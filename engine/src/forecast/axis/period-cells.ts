import { monthOf } from '../../readings/months.ts';
import { type PeriodUnit, unitsOf } from './period-units.ts';

/** A cell such as `2021-W01`, `Q1 2021`, `FY24 H1`, `Jan-20`, `1/2021` or `2019/20`. */
export interface PeriodCell {
  /** The cell with `{yyyy}`, `{yy}`, `{n}`, `{nn}`, `{mon}`, `{roman}`, `{end}` and `{yyyyend}` in place of its figures. */
  template: string;
  /** As the cell writes it, so below 100 where it has two digits. */
  year: number;
  number: number;
  /** Units that the cell may mean, by its words; those of `bare` where it has none. */
  units: readonly PeriodUnit[];
  /** The month as the cell writes it. */
  monthWord: string | undefined;
}

/** Two numbers without a word leave their unit to the other cells. */
export const bare: readonly PeriodUnit[] = ['year', 'half-year', 'quarter', 'month', 'week'];

const longest = 30;
const separators = /^[\s.,/'’_:()-]+$/;
const yearWords = new Set(['fy', 'gj', 'cy', 'sy', 'ay', 'year', 'jahr', '年', '년']);
export const romanQuarters = ['I', 'II', 'III', 'IV'];
const fillers = new Set(['st', 'nd', 'rd', 'th', 'er', 'ste', 'of', 'de', 'del', 'in', 'the']);

interface Part {
  text: string;
  kind: 'digits' | 'unit' | 'month' | 'year' | 'roman' | 'other';
}

/** Reads a cell as a period of the calendar; undefined where it is none. */
export function readPeriod(cell: string): PeriodCell | undefined {
  const text = cell.trim();
  if (text.length > longest) return undefined;
  const parts = (text.match(/\d+|\p{L}+|[^\d\p{L}]+/gu) ?? []).map(nameOf);
  const known = parts.filter((part): part is Part => part !== undefined);
  const places = (kind: Part['kind']) => [...known.keys()].filter((place) => known[place].kind === kind);
  if (known.length < parts.length) return undefined;
  const [units, months] = [places('unit'), places('month')];
  if (units.length + months.length > 1 || places('year').length > 1) return undefined;
  const digits = places('digits');
  const romans = places('roman');
  if (digits.length === 0 || digits.length > 3 || romans.length > 1) return undefined;
  if (romans.length > 0) return months.length > 0 ? undefined : readRoman(known, romans[0], units.at(0), digits);
  return months.length > 0 ? readMonth(known, months[0], digits) : readNumbered(known, units.at(0), digits);
}

function nameOf(text: string): Part | undefined {
  if (/^\d/.test(text)) return text.length <= 4 ? { text, kind: 'digits' } : undefined;
  if (!/^\p{L}/u.test(text)) return separators.test(text) ? { text, kind: 'other' } : undefined;
  const word = text.toLowerCase();
  if (romanQuarters.includes(text)) return { text, kind: 'roman' };
  if (yearWords.has(word)) return { text, kind: 'year' };
  if (unitsOf(word).length > 0) return { text, kind: 'unit' };
  if (monthOf(text) > 0) return { text, kind: 'month' };
  return fillers.has(word) ? { text, kind: 'other' } : undefined;
}

function readMonth(parts: readonly Part[], place: number, digits: readonly number[]): PeriodCell | undefined {
  const [year] = digits;
  if (digits.length > 1 || !isYear(parts[year].text)) return undefined;
  const { text } = parts[place];
  return finish(parts, { year, month: place }, monthOf(text), ['month']);
}

/** Reads `2010 I` and `Q II/2010`. */
function readRoman(
  parts: readonly Part[],
  place: number,
  unit: number | undefined,
  [year, ...others]: readonly number[],
): PeriodCell | undefined {
  if (others.length > 0 || !(unit === undefined || unitsAt(parts, unit).includes('quarter'))) return undefined;
  return finish(parts, { year, roman: place }, 1 + romanQuarters.indexOf(parts[place].text), ['quarter']);
}

function readNumbered(
  parts: readonly Part[],
  unit: number | undefined,
  digits: readonly number[],
): PeriodCell | undefined {
  const span = digits.find((place, index) => isSpan(parts, place, digits[index + 1]));
  const end = span === undefined ? undefined : digits[digits.indexOf(span) + 1];
  const others = digits.filter((place) => place !== span && place !== end);
  if (unit === undefined) return readBare(parts, digits, end);
  if (span !== undefined && others.length === 1)
    return finish(parts, { year: span, end, number: others[0] }, numberAt(parts, others[0]), unitsAt(parts, unit));
  if (digits.length !== 2) return undefined;
  const number = placeOfNumber(parts, unit, digits);
  const year = digits[0] === number ? digits[1] : digits[0];
  return finish(parts, { year, number }, numberAt(parts, number), unitsAt(parts, unit));
}

/** Reads `2021-03`, `3/2021`, `FY24` and `2019/20`; whether `2010/11` is a month follows from the other cells. */
function readBare(parts: readonly Part[], digits: readonly number[], end: number | undefined): PeriodCell | undefined {
  const hasYearWord = parts.some(({ kind }) => kind === 'year');
  if (digits.length === 1)
    return hasYearWord && isYear(parts[digits[0]].text) ? finish(parts, { year: digits[0] }, 1, ['year']) : undefined;
  if (digits.length !== 2) return undefined;
  if (end !== undefined) {
    const asYears = finish(parts, { year: digits[0], end }, 1, ['year']);
    const number = numberAt(parts, end);
    const mayBeMonth = number >= 1 && number <= 12 && !hasYearWord; // 1999/00 and 1998/1999 are years only
    return mayBeMonth ? finish(parts, { year: digits[0], number: end }, number, bare) : asYears;
  }
  const year = digits.filter((place) => parts[place].text.length === 4);
  const number = digits.find((place) => place !== year[0]);
  if (year.length !== 1 || number === undefined || parts[number].text.length > 2 || hasYearWord) return undefined;
  return finish(parts, { year: year[0], number }, numberAt(parts, number), bare.slice(1));
}

/** Of `FY24 Q1` and `Q1 24` it is the number behind the word, of `1Q24` and `24Q1` the shorter one. */
function placeOfNumber(parts: readonly Part[], unit: number, [first, second]: readonly number[]): number {
  const [a, b] = [parts[first].text, parts[second].text];
  if (a.length > 2 || b.length > 2) return a.length > b.length ? second : first;
  if (unit < first) return first;
  if (unit > second) return second;
  return a.length < b.length ? first : second;
}

function isSpan(parts: readonly Part[], from: number, to: number | undefined): boolean {
  if (to !== from + 2 || !/^[/-]$/.test(parts[from + 1].text)) return false;
  const [first, last] = [parts[from].text, parts[to].text];
  const hasYearWord = parts.some(({ kind }) => kind === 'year');
  if (first.length !== 4 && !(hasYearWord && first.length === 2 && last.length === 2)) return false;
  const next = Number(first) + 1;
  return last.length === 4 ? Number(last) === next : last.length === 2 && Number(last) === next % 100;
}

function unitsAt(parts: readonly Part[], place: number): readonly PeriodUnit[] {
  return unitsOf(parts[place].text);
}

function numberAt(parts: readonly Part[], place: number): number {
  return parts[place].text.length <= 2 ? Number(parts[place].text) : Number.NaN;
}

function isYear(text: string): boolean {
  return text.length === 2 || text.length === 4;
}

interface Places {
  year: number;
  end?: number | undefined;
  number?: number | undefined;
  month?: number | undefined;
  roman?: number | undefined;
}

function finish(
  parts: readonly Part[],
  { year, end, number, month, roman }: Places,
  value: number,
  units: readonly PeriodUnit[],
): PeriodCell | undefined {
  const written = parts[year].text;
  if (!isYear(written) || !(value >= 1)) return undefined;
  const template = parts.map(({ text }, place) => {
    if (place === year) return written.length === 4 ? '{yyyy}' : '{yy}';
    if (place === end) return text.length === 4 ? '{yyyyend}' : '{end}';
    if (place === number) return text.length === 1 ? '{n}' : '{nn}';
    if (place === roman) return '{roman}';
    return place === month ? '{mon}' : text;
  });
  const monthWord = month === undefined ? undefined : parts[month].text;
  if (written.length === 4 && Number(written) < 1000) return undefined;
  return { template: template.join(''), year: Number(written), number: value, units, monthWord };
}

/** Reads `2010/11` as the years that its column spells so; undefined where it is a month. */
export function readYearSpan({ template, year, number }: PeriodCell): PeriodCell | undefined {
  if (template.includes('{end}') || template.includes('{yyyyend}')) return undefined;
  if (!/^\{yyyy\}[/-]\{nn\}$/.test(template) || number !== (year + 1) % 100) return undefined;
  return { template: template.replace('{nn}', '{end}'), year, number: 1, units: ['year'], monthWord: undefined };
}
