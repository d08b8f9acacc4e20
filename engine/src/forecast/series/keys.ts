import { type CellError, createCleaner, createTextReader } from '../../columns/cells.ts';
import { createFinder, createSpeller, findSpellings } from '../../columns/spellings.ts';
import { TrainingError } from '../../errors.ts';
import { usualReading } from '../../readings/reading.ts';
import type { Column } from '../../table.ts';

export const groupKinds = ['text', 'number', 'boolean'] as const;

/** A column that identifies series, and how its cells are written in answers. */
export interface GroupColumn {
  name: string;
  kind: (typeof groupKinds)[number];
}

const plainText = usualReading('text');
const readText = createTextReader(plainText);

/** One text for each group column. */
export type GroupKey = readonly string[];

export function describeColumn({ name, type }: Column): GroupColumn {
  return { name, kind: type === 'number' || type === 'boolean' ? type : 'text' };
}

/** Returns the keys of the given rows. Throws a TrainingError for a row without a value. */
export function readKeys(columns: readonly Column[], rows: Int32Array): GroupKey[] {
  const spellers = columns.map((column) => spellerOf(column, rows));
  return Array.from(rows, (row) => columns.map((column, index) => spellers[index](textOf(column, row))));
}

function textOf(column: Column, row: number): string {
  const text = cellText(column, row);
  if (text !== '') return text;
  const { name } = column;
  throw new TrainingError(
    'group_missing',
    `row ${row + 1} has no value in column \`${name}\`, which group_by names`,
    name,
  );
}

function isSpelt(column: Column): boolean {
  return column.type === 'text' && column.reading?.type !== 'json';
}

/**
 * Returns the number of the series of each row, in the panel's spelling, which rows without a target do not change; -1
 * where it is none of `keys`. Throws a TrainingError for a row without a value.
 */
export function findSeriesOfRows(columns: readonly Column[], rows: Int32Array, keys: readonly GroupKey[]): Int32Array {
  const seriesOf = new Map(keys.map((key, series) => [joinKey(key), series]));
  const finders = columns.map((column, place) =>
    isSpelt(column)
      ? createFinder(
          [],
          keys.map((key) => key[place]),
        )
      : (text: string) => text,
  );
  return rows.map((row) => seriesOf.get(joinKey(columns.map((one, place) => finders[place](textOf(one, row))))) ?? -1);
}

/**
 * Returns the spelling under which a text is known: `paris` and `PARIS` are one series, because they are one category.
 */
function spellerOf(column: Column, rows: Int32Array): (text: string) => string {
  if (!isSpelt(column)) return (text) => text;
  const counts = new Map<string, number>();
  for (const row of rows) {
    const text = cellText(column, row);
    if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const cells = [...counts].map(([text, count]) => ({ text, count }));
  return createSpeller(findSpellings(cells, false));
}

function cellText(column: Column, row: number): string {
  if (column.type === 'boolean') return ['false', 'true', ''][column.values[row]] ?? '';
  if (column.type === 'text') {
    const text = column.codes[row] < 0 ? '' : column.dictionary[column.codes[row]];
    return createCleaner(column.reading ?? plainText)(text) ?? '';
  }
  const value = column.values[row];
  if (!Number.isFinite(value)) return '';
  return column.type === 'time' ? new Date(value).toISOString() : String(value);
}

/** Returns the cells of a key for answers; numbers and booleans keep their type. */
export function writeKey(columns: readonly GroupColumn[], key: GroupKey): [string, string | number | boolean][] {
  return columns.map(({ name, kind }, index) => {
    const text = key[index];
    return [name, kind === 'number' ? Number(text) : kind === 'boolean' ? text === 'true' : text];
  });
}

/** Reads the group column at `place` of a requested row; undefined where the row omits it. */
export function createAskedReader({ kind }: GroupColumn, keys: readonly GroupKey[], place: number) {
  const find = createFinder(
    [],
    keys.map((key) => key[place]),
  );
  return (cell: unknown): string | undefined | CellError => {
    const text = readText(cell);
    if (typeof text !== 'string') return text;
    const number = kind === 'number' ? Number(text) : Number.NaN;
    return Number.isFinite(number) ? String(number) : find(text);
  };
}

/** `Country = Japan, City = Tokyo`, or `the series` without group columns. */
export function nameKey(columns: readonly { name: string }[], key: GroupKey): string {
  const pairs = columns.map(({ name }, index) => `${name} = ${key[index]}`);
  return pairs.length > 0 ? pairs.join(', ') : 'the series';
}

/** Returns one text for each key, distinct for distinct keys. */
export function joinKey(key: GroupKey): string {
  return JSON.stringify(key);
}
