import { readField } from '../columns/fields.ts';
import type { SourceColumn } from '../columns/inputs.ts';
import type { Table } from '../table.ts';

export const yearName = /(^|[_\s-])(year|yr|jahr|annee|année|anno|año|ano)$/i;

/** A part of a date, known by its column's name, with its possible values. */
interface DatePart {
  name: RegExp;
  first: number;
  last: number;
}

const parts: readonly DatePart[] = [
  { name: yearName, first: 1500, last: 2200 },
  { name: /(^|[_\s-])(month|mon|mth|monat|mois|mes|mese)$/i, first: 1, last: 12 },
  { name: /(^|[_\s-])(day|day_of_month|dom|tag|jour|dia|día|giorno)$/i, first: 1, last: 31 },
];
const fewestMoments = 16;

/** The moment of each row, from columns that together make a date. */
export interface PartedDate {
  /** Their names. */
  column: string;
  moments: Float64Array;
}

/** Returns dates that are spread over columns of year and month, and mostly also of day. */
export function findPartedDates(
  table: Table,
  columns: readonly SourceColumn[],
  rows: Int32Array,
): PartedDate | undefined {
  const found = parts.map(({ name, first, last }) => {
    const place = columns.findIndex(
      ({ profile, role }) => role !== 'target' && profile.kind === 'number' && name.test(profile.name.trim()),
    );
    if (place < 0) return undefined;
    const field = readField(table.columns[place], columns[place].profile, rows);
    const isPart = (value: number) => Number.isInteger(value) && value >= first && value <= last;
    return field.type === 'numeric' && field.values.every(isPart)
      ? { column: columns[place].profile.name, values: field.values }
      : undefined;
  });
  const [year, month, day] = found;
  if (!year || !month) return undefined;
  const moments = year.values.map((value, row) => Date.UTC(value, month.values[row] - 1, day?.values[row] ?? 1));
  if (new Set(moments).size < fewestMoments) return undefined;
  return { column: [year, month, day].flatMap((part) => part?.column ?? []).join(', '), moments };
}
