import { readField } from '../columns/fields.ts';
import type { ColumnProfile } from '../columns/profile.ts';
import { momentOf } from '../encoding/moments.ts';
import type { PlanRequest } from './plan-request.ts';
import type { SchemeCandidate } from './scheme-candidates.ts';

/** What tells rows of another kind by the cells of some columns. */
export type RealmRule =
  | {
      /** They name none of the known values, or one is missing. */
      kind: 'new';
      known: readonly string[];
    }
  | {
      /** They tell a later time than `moment`, or no later one. */
      kind: 'later' | 'within';
      moment: number;
    };

/** Rows of another kind than those that the model is judged by first. */
export type Realm = RealmRule & { columns: readonly ColumnProfile[] };

/** Returns the column that is empty for rows of the realm: its known values tell nothing about new ones. */
export function hiddenBy({ kind, columns }: Realm): string | undefined {
  return kind === 'new' && columns.length === 1 ? columns[0].name : undefined;
}

/** A cell as its column is read: a number (NaN where it is missing) or a text. */
export type ReadCell = number | string | undefined;

/** Returns what the cells of the columns name together; undefined where one of them is missing. */
export function nameOf(cells: readonly ReadCell[]): string | undefined {
  if (cells.some((cell) => cell === undefined || Number.isNaN(cell))) return undefined;
  return cells.join('\u0000');
}

/** Returns the moment that the cells of one time column, or those of year, month and mostly day tell. */
export function momentOfCells(cells: readonly ReadCell[]): number {
  const [first, month, day] = cells.map((cell) => (typeof cell === 'number' ? cell : Number.NaN));
  return cells.length === 1 ? first : momentOf(first, month, day);
}

/** Finds what training knows of a candidate: the values of its columns, or the last moment. */
export function findRealm(
  { table, rows, inputs }: PlanRequest,
  candidate: SchemeCandidate,
  kind: Realm['kind'],
): Realm {
  const places = candidate.columns.map((name) => inputs.columns.findIndex(({ profile }) => profile.name === name));
  const columns = places.map((place) => inputs.columns[place].profile);
  if (candidate.scheme === 'forward' && kind !== 'new') {
    const moment = candidate.moments.reduce((last, one) => (one > last ? one : last), Number.NEGATIVE_INFINITY);
    return { kind, columns, moment };
  }
  const fields = places.map((place, index) => readField(table.columns[place], columns[index], rows));
  const names = Array.from(rows, (_, row) =>
    nameOf(
      fields.map((field) =>
        field.type === 'numeric' ? field.values[row] : field.codes[row] < 0 ? undefined : field.texts[field.codes[row]],
      ),
    ),
  );
  const known = new Set(names.flatMap((name) => name ?? []));
  return { kind: 'new', columns, known: [...known].sort() };
}
