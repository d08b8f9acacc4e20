import type { Model } from '@sibyl/sdk';
import { getRouteApi } from '@tanstack/react-router';
import type { Input } from './described.ts';

export type TriedRow = Record<string, string | number>;

const route = getRouteApi('/p/$project/models/$model');

/** The form's row, kept in the address so that it can be shared. */
export function useTriedRow(model: Model, inputs: Input[] | undefined) {
  const { row: kept } = route.useSearch();
  const navigate = route.useNavigate();
  const row = rowIn(kept) ?? usualRow(inputs?.filter(({ column }) => model.inputs?.includes(column) ?? true) ?? []);
  const setRow = (next: TriedRow) =>
    navigate({
      search: (old: object) => ({ ...old, row: JSON.stringify(next) }) as never,
      replace: true,
      resetScroll: false,
    });
  return { row, setRow };
}

function rowIn(text: string | undefined): TriedRow | undefined {
  try {
    const row = JSON.parse(text ?? 'null') as unknown;
    return typeof row === 'object' && row !== null && !Array.isArray(row) ? (row as TriedRow) : undefined;
  } catch {
    return undefined;
  }
}

/** Typical values of the training data. */
function usualRow(inputs: Input[]): TriedRow {
  return Object.fromEntries(
    inputs.flatMap((input) => {
      const value = usualOf(input);
      return value === undefined ? [] : [[input.column, value]];
    }),
  );
}

function usualOf({ min, max, median, values }: Input): string | number | undefined {
  if (isMoment(min) && isMoment(max)) return isMoment(median) ? momentOf(median, min, max) : middleMoment(min, max);
  if (isNumber(min) && isNumber(max)) return isNumber(median) ? Number(median.toPrecision(6)) : middleOf(min, max);
  return values?.[0];
}

function momentOf(moment: string, min: string, max: string): string {
  return areDays(min, max) ? moment.slice(0, 10) : moment;
}

const isNumber = (value: unknown): value is number => typeof value === 'number';

export function isMoment(value: unknown): value is string {
  return typeof value === 'string' && !Number.isNaN(Date.parse(value));
}

/** Whether a column holds days rather than moments. */
export function areDays(min: string, max: string): boolean {
  return [min, max].every((moment) => /^\d{4}-\d\d-\d\d(T00:00:00(\.000)?Z)?$/.test(moment));
}

function middleMoment(min: string, max: string): string {
  const middle = new Date((Date.parse(min) + Date.parse(max)) / 2).toISOString();
  return momentOf(middle, min, max);
}

function middleOf(min: number, max: number): number {
  return areWhole(min, max) ? Math.round((min + max) / 2) : Number(((min + max) / 2).toPrecision(4));
}

export function areWhole(min: number, max: number): boolean {
  return Number.isInteger(min) && Number.isInteger(max) && max > min;
}
