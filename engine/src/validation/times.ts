import { readField } from '../columns/fields.ts';
import type { SourceColumn } from '../columns/inputs.ts';
import { findPartedDates, yearName } from '../encoding/parted-dates.ts';
import type { Table } from '../table.ts';

/** Number of stretches of forward validation; the first is only learned from. */
export const stretches = 5;
/** Pieces of ordered rows that count as independent evidence. */
export const clusters = 40;

/** A time column by which rows may be ordered. */
export interface Order {
  column: string;
  /** The columns that tell the moment: one, or those of year, month and mostly day. */
  columns: readonly string[];
  /** Moment of each row; NaN where it is unknown. */
  moments: Float64Array;
  /** Whether rows were recorded at these moments. The year of a car is an attribute, unless rows are ordered by it. */
  isDated: boolean;
  /** Whether later rows are those to come: of years only if the whole table is in their order, not each part of it. */
  goesOn: boolean;
}

/** Maximum correlation of the losses of neighbouring pieces that are independent evidence. */
const mostAlike = 0.1;

/** Columns that count periods, such as the month of a study. They order the rows only where the table is sorted by them. */
const counterName =
  /(^|[_\s-])(trend|time|t|month|months|week|weeks|day|days|period|quarter|wave|round|epoch|monat|woche|tag|mois|semaine|jour|mes|semana|dia|día)$/i;
const fewestCounted = 8;

const fewestMoments = 16;
const [firstYear, lastYear] = [1500, 2200];
/** As many as stretches: fewer years show nothing of later ones. */
const fewestYears = stretches;
/** Share of rows that must follow a row of the same or the previous year to count as recorded year by year. */
const inTurn = 0.8;
/** Share of the rows of a table in the order of its years that may not be earlier than one before. */
const mostlySorted = 0.9;
/** Most rows without a moment, as a share. */
const mostMissing = 0.05;

/**
 * Finds dates in columns of year, month and day; without these, date columns, and year columns by name. Ignored columns
 * count too, because rows of one time are related all the same.
 */
export function findOrders(table: Table, columns: readonly SourceColumn[], rows: Int32Array): Order[] {
  const parted = findPartedDates(table, columns, rows);
  return parted
    ? [{ ...parted, column: parted.columns.join(', '), isDated: true, goesOn: true }]
    : findWholeDates(table, columns, rows);
}

function findWholeDates(table: Table, columns: readonly SourceColumn[], rows: Int32Array): Order[] {
  return columns.flatMap(({ profile, role }, place) => {
    const isNumber = profile.kind === 'number';
    const isYear = isNumber && yearName.test(profile.name.trim());
    const isCounter = isNumber && !isYear && counterName.test(profile.name.trim());
    if (role === 'target' || !(profile.kind === 'datetime' || isYear || isCounter)) return [];
    const field = readField(table.columns[place], profile, rows);
    if (field.type !== 'numeric') return [];
    const known = field.values.filter((value) => !Number.isNaN(value));
    const moments = new Set(known).size;
    if (isCounter && !countsPeriods(known, moments)) return [];
    const isPlausible = isYear
      ? moments >= fewestYears && known.every((year) => Number.isInteger(year) && year >= firstYear && year <= lastYear)
      : isCounter || moments >= fewestMoments;
    if (!isPlausible || known.length < (1 - mostMissing) * rows.length) return [];
    const { name } = profile;
    const isDated = !isYear || standInTurn(field.values);
    return [
      { column: name, columns: [name], moments: field.values, isDated, goesOn: !isYear || isSorted(field.values) },
    ];
  });
}

/** Returns whether the whole table is sorted by whole numbers, each of several rows. */
function countsPeriods(values: Float64Array, moments: number): boolean {
  if (moments < fewestCounted || 2 * moments > values.length) return false;
  return values.every((value, row) => Number.isInteger(value) && (row === 0 || value >= values[row - 1]));
}

/** Returns whether moments rise or fall, in the whole table or series by series. */
function standInTurn(moments: Float64Array): boolean {
  const steps = moments.subarray(1).map((moment, place) => Math.sign(moment - moments[place]));
  return [1, -1].some((way) => steps.filter((step) => step !== -way).length >= inTurn * steps.length);
}

/** Returns whether nearly all rows are of the latest moment so far, or of the earliest. */
function isSorted(moments: Float64Array): boolean {
  return [1, -1].some((way) => {
    let last = Number.NEGATIVE_INFINITY;
    let inOrder = 0;
    for (const moment of moments) {
      if (!(way * moment < last)) inOrder += 1;
      last = Math.max(last, Number.isNaN(moment) ? last : way * moment);
    }
    return inOrder >= mostlySorted * moments.length;
  });
}

/** Returns the rows from the earliest on; those without a moment come first, so that they are never held out. */
export function inOrder(moments: Float64Array): Int32Array {
  const at = (row: number) => (Number.isNaN(moments[row]) ? Number.NEGATIVE_INFINITY : moments[row]);
  return Int32Array.from(moments.keys()).sort((a, b) => at(a) - at(b) || a - b);
}

/**
 * Cuts ordered rows into pieces of about equal size; rows of one moment stay together. Where most are of the last moment,
 * that is a piece of its own.
 */
export function cutPieces(order: Int32Array, moments: Float64Array, pieces: number): Int32Array[] {
  const isWithin = (cut: number) => cut > 0 && cut < order.length && moments[order[cut]] === moments[order[cut - 1]];
  let last = order.length;
  do last -= 1;
  while (isWithin(last));
  const cuts = [0];
  for (let piece = 1; piece < pieces; piece++) {
    let cut = Math.round((piece * order.length) / pieces);
    while (isWithin(cut)) cut += 1;
    cuts.push(Math.max(Math.min(cut, last), cuts[piece - 1]));
  }
  return [...cuts.keys()]
    .map((piece) => order.slice(cuts[piece], cuts[piece + 1] ?? order.length))
    .filter((piece) => piece.length > 0);
}

/** Returns the piece of each row. */
export function numberPieces(order: Int32Array, moments: Float64Array, pieces: number): Int32Array {
  const numbers = new Int32Array(order.length);
  for (const [piece, rows] of cutPieces(order, moments, pieces).entries()) for (const row of rows) numbers[row] = piece;
  return numbers;
}

/**
 * Returns the number of pieces whose losses are independent: pieces are joined while neighbours are alike, at most up to
 * the stretches. `losses` gives the mean loss by piece, of the pieces that were judged.
 */
export function independentPieces(losses: ReadonlyMap<number, number>): number {
  for (let pieces = clusters; pieces > 2 * stretches; pieces /= 2) {
    const joined = Map.groupBy(losses, ([piece]) => Math.floor((piece * pieces) / clusters));
    const means = [...joined].sort(([a], [b]) => a - b).map(([, own]) => meanOf(own.map(([, loss]) => loss)));
    if (likenessOf(means) <= mostAlike) return pieces;
  }
  return stretches;
}

/** Returns the correlation of each value with the next; its estimate from few values is too low by one over their number. */
function likenessOf(values: readonly number[]): number {
  const mean = meanOf(values);
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const products = values.slice(1).reduce((sum, value, place) => sum + (value - mean) * (values[place] - mean), 0);
  return squares > 0 ? products / squares + 1 / values.length : 0;
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value / values.length, 0);
}
