import { fileFault } from '../../faults.ts';
import { maxColumns } from '../name-columns.ts';
import type { Archive } from './archive.ts';
import { type NumberFormat, unescapeText, type WorkbookParts } from './parts.ts';

export type SheetValue = string | number | boolean | null;

export interface SheetRow {
  /** The row of the sheet, from 1. */
  line: number;
  values: SheetValue[];
}

/** Refuses values far to the right at once, because a row is as long as its last value. */
function refuseFarColumn(column: number, line: number): void {
  if (column < maxColumns) return;
  const detail = `Row ${line} has a value in column ${column + 1}; a table has at most ${maxColumns} columns.`;
  throw fileFault('too_many_columns', detail);
}

export interface SheetCounts {
  errors: number;
  formulasWithoutValue: number;
  /** Columns with a cell in a format such as `[h]:mm`, from 0. */
  spans: Set<number>;
  /** Columns with a number in a format such as `0%`, and those with one in another. */
  percents: Set<number>;
  others: Set<number>;
  /** The first number of a column that its format shows with leading zeros. */
  padded: Map<number, string>;
}

interface Cell {
  column: number;
  type: string;
  style: number;
  text: string;
}

/**
 * Reads the rows of a sheet that have a value, in order. Formulas give their stored results, dates become ISO text,
 * errors such as #N/A are no value. `take` returns whether it wants more.
 */
export async function readSheet(
  archive: Archive,
  parts: WorkbookParts,
  part: string,
  take: (row: SheetRow) => boolean,
): Promise<SheetCounts> {
  const counts: SheetCounts = startCounts();
  let isDone = false;
  let line = 0;
  let values: SheetValue[] = [];
  let cell: Cell | undefined;
  let [isValue, hasFormula, isPhonetic] = [false, false, false];
  await archive.read(
    part,
    {
      open(name, { r = '', t = 'n', s = '0' }) {
        if (name === 'row') {
          line = r === '' ? line + 1 : Number(r);
          values = [];
        } else if (name === 'c') {
          cell = { column: columnOf(r) ?? (cell?.column ?? -1) + 1, type: t, style: Number(s), text: '' };
          hasFormula = false;
        } else if (name === 'f') hasFormula = true;
        else if (name === 'rPh') isPhonetic = true;
        isValue = name === 'v' || (name === 't' && !isPhonetic);
      },
      text(piece) {
        if (isValue && cell) cell.text += piece;
      },
      close(name) {
        isValue = false;
        if (name === 'rPh') isPhonetic = false;
        if (name === 'c' && cell) {
          if (cell.type === 'e') counts.errors += 1;
          if (hasFormula && cell.text === '') counts.formulasWithoutValue += 1;
          const value = valueOfCell(cell, parts);
          if (value !== null) {
            refuseFarColumn(cell.column, line);
            while (values.length < cell.column) values.push(null);
            values[cell.column] = value;
            countFormat(counts, cell, parts, value);
          }
        }
        if (name !== 'row') return;
        cell = undefined;
        if (!isDone && values.length > 0) isDone = !take({ line, values });
      },
    },
    () => isDone,
  );
  return counts;
}

/** `AB12` is column 27, from 0. */
export function columnOf(reference: string): number | undefined {
  const letters = /^[A-Z]{1,3}/.exec(reference)?.[0];
  if (letters === undefined) return undefined;
  return [...letters].reduce((column, letter) => column * 26 + letter.charCodeAt(0) - 64, 0) - 1;
}

function valueOfCell({ type, style, text }: Cell, { texts, styles, from1904 }: WorkbookParts): SheetValue {
  if (type === 's') return texts[Number(text)] ?? null;
  if (type === 'str' || type === 'inlineStr') return unescapeText(text);
  if (text === '' || type === 'e') return null;
  if (type === 'b') return text === '1' || text === 'true';
  if (type === 'd') return text;
  const number = Number(text);
  if (Number.isNaN(number)) return text;
  return styledNumber(number, styles[style] ?? 'number', from1904);
}

function startCounts(): SheetCounts {
  return {
    ...{ errors: 0, formulasWithoutValue: 0, padded: new Map() },
    ...{ spans: new Set(), percents: new Set(), others: new Set() },
  };
}

function countFormat(counts: SheetCounts, { type, style, column }: Cell, { styles }: WorkbookParts, value: SheetValue) {
  if (type !== 'n') return;
  const format = styles[style];
  if (format === 'duration') counts.spans.add(column);
  if (typeof value === 'number') (format === 'percent' ? counts.percents : counts.others).add(column);
  if (typeof value === 'string' && typeof format === 'object' && !counts.padded.has(column))
    counts.padded.set(column, value);
}

const dayMs = 86_400_000;
/** A time of day with at least this many days before it is a moment that shows only its time; fewer make a span. */
const fewestDays = 366;

/** Days since 30 December 1899. Before March 1900 Excel counts a day that never existed. */
function styledNumber(number: number, kind: NumberFormat, from1904: boolean): SheetValue {
  if (kind === 'number' || kind === 'percent') return number;
  if (typeof kind === 'object') return padded(number, kind.zeros);
  if (kind === 'duration' || (kind === 'time' && number < fewestDays)) return clockOf(number);
  const days = from1904 ? number + 1462 : number < 60 ? number + 1 : number;
  if (days < 1 || days >= 2_958_466) return number;
  const moment = new Date(Math.round((days - 25_569) * 86_400) * 1000);
  const isWhole = moment.getTime() % dayMs === 0;
  return moment.toISOString().slice(0, isWhole && kind === 'date' ? 10 : 19);
}

/** `01067` is a code, as the sheet shows it. */
function padded(number: number, zeros: number): SheetValue {
  const digits = String(number);
  return /^\d+$/.test(digits) && digits.length < zeros ? digits.padStart(zeros, '0') : number;
}

/** Writes `27:15:00`, with the fractions of a second that the number has. */
function clockOf(number: number): string {
  const thousandths = Math.round(Math.abs(number) * dayMs);
  const seconds = Math.floor(thousandths / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const clock = `${two(Math.floor(seconds / 3600))}:${two(Math.floor(seconds / 60) % 60)}:${two(seconds % 60)}`;
  const rest = thousandths % 1000;
  const fraction = rest === 0 ? '' : `.${String(rest).padStart(3, '0').replace(/0+$/, '')}`;
  return `${number < 0 && thousandths > 0 ? '-' : ''}${clock}${fraction}`;
}
