import { readField } from '../columns/fields.ts';
import type { SourceColumn } from '../columns/inputs.ts';
import type { Table } from '../table.ts';

/** A column of moments that rows may be put in order by. */
export interface Order {
  column: string;
  /** One a row, ascending with time; NaN where it is not known. */
  moments: Float64Array;
  /** Rows were made at these moments; the year of a car is one of the car, unless rows stand in its order. */
  isDated: boolean;
}

const fewestMoments = 16;
const yearName = /(^|[_\s-])(year|yr|jahr|annee|année|anno|año|ano)$/i;
const [firstYear, lastYear] = [1500, 2200];
const fewestYears = 6;
/** Of rows that were written down year by year, so many stand behind a row of the same year or the one before. */
const inTurn = 0.8;
/** Rows without a moment cannot be put in order. */
const mostMissing = 0.05;

/** Columns of dates, and of years that are called so; ignored ones too, since rows of one time hang together all the same. */
export function findOrders(table: Table, columns: readonly SourceColumn[], rows: Int32Array): Order[] {
  return columns.flatMap(({ profile, role }, place) => {
    const isYear = profile.kind === 'number' && yearName.test(profile.name.trim());
    if (role === 'target' || !(profile.kind === 'datetime' || isYear)) return [];
    const field = readField(table.columns[place], profile, rows);
    if (field.type !== 'numeric') return [];
    const known = field.values.filter((value) => !Number.isNaN(value));
    const moments = new Set(known).size;
    const isPlausible = isYear
      ? moments >= fewestYears && known.every((year) => Number.isInteger(year) && year >= firstYear && year <= lastYear)
      : moments >= fewestMoments;
    if (!isPlausible || known.length < (1 - mostMissing) * rows.length) return [];
    return [{ column: profile.name, moments: field.values, isDated: !isYear || standInTurn(field.values) }];
  });
}

/** Upwards or downwards, also series by series. */
function standInTurn(moments: Float64Array): boolean {
  const steps = moments.subarray(1).map((moment, place) => Math.sign(moment - moments[place]));
  return [1, -1].some((way) => steps.filter((step) => step !== -way).length >= inTurn * steps.length);
}

/** Rows from the earliest on; those without a moment first, where they are only learned from. */
export function inOrder(moments: Float64Array): Int32Array {
  const at = (row: number) => (Number.isNaN(moments[row]) ? Number.NEGATIVE_INFINITY : moments[row]);
  return Int32Array.from(moments.keys()).sort((a, b) => at(a) - at(b) || a - b);
}

/** Cuts ordered rows into about equal pieces, rows of one moment together. */
export function cutPieces(order: Int32Array, moments: Float64Array, pieces: number): Int32Array[] {
  const cuts = [0];
  for (let piece = 1; piece < pieces; piece++) {
    let cut = Math.round((piece * order.length) / pieces);
    while (cut < order.length && cut > 0 && moments[order[cut]] === moments[order[cut - 1]]) cut += 1;
    cuts.push(Math.max(cut, cuts[piece - 1]));
  }
  return [...cuts.keys()]
    .map((piece) => order.slice(cuts[piece], cuts[piece + 1] ?? order.length))
    .filter((piece) => piece.length > 0);
}
