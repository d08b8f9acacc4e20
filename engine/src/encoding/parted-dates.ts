import { type Field, readField } from '../columns/fields.ts';
import type { SourceColumn } from '../columns/inputs.ts';
import type { Table } from '../table.ts';
import { momentOf } from './moments.ts';

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
  /** Columns of year, month and mostly day. */
  columns: string[];
  moments: Float64Array;
}

/** A column of numbers that is read only if its name fits. */
interface NumberColumn {
  name: string;
  read(): Float64Array;
}

/** Returns the date that is spread over columns of year and month, and mostly also of day. */
export function findPartedDates(
  table: Table,
  columns: readonly SourceColumn[],
  rows: Int32Array,
): PartedDate | undefined {
  const numbers = columns.flatMap(({ profile, role }, place): NumberColumn[] => {
    if (role === 'target' || profile.kind !== 'number') return [];
    const read = () => valuesOf(readField(table.columns[place], profile, rows));
    return [{ name: profile.name, read }];
  });
  return joinParts(numbers);
}

/** Returns the date that is spread over inputs. */
export function findPartedInputs(fields: readonly Field[]): PartedDate | undefined {
  return joinParts(
    fields.flatMap((field) =>
      field.profile.kind === 'number' ? [{ name: field.profile.name, read: () => valuesOf(field) }] : [],
    ),
  );
}

function valuesOf(field: Field): Float64Array {
  return field.type === 'numeric' ? field.values : new Float64Array(field.codes.length).fill(Number.NaN);
}

function joinParts(numbers: readonly NumberColumn[]): PartedDate | undefined {
  const [year, month, day] = parts.map(({ name, first, last }) => {
    const column = numbers.find((one) => name.test(one.name.trim()));
    const values = column?.read();
    const isPart = (value: number) => Number.isInteger(value) && value >= first && value <= last;
    return column && values?.every(isPart) ? { column: column.name, values } : undefined;
  });
  if (!year || !month) return undefined;
  const moments = year.values.map((value, row) => momentOf(value, month.values[row], day?.values[row]));
  if (new Set(moments).size < fewestMoments) return undefined;
  return { columns: [year, month, day].flatMap((part) => part?.column ?? []), moments };
}
