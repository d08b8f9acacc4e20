import { CellError } from '../../columns/cells.ts';
import { createAskedReader, type GroupColumn, type GroupKey, joinKey, nameKey } from './keys.ts';

interface Known {
  groupColumns: readonly GroupColumn[];
  keys: readonly GroupKey[];
}

export type Row = Readonly<Record<string, unknown>>;
export type Refuse = (column: string, detail: string) => void;

/** Returns a function that finds the series of a row: all that match where group columns are left out. */
export function createSeriesFinder({ groupColumns, keys }: Known) {
  const readers = groupColumns.map((column, place) => createAskedReader(column, keys, place));
  const seriesOf = new Map(keys.map((key, series) => [joinKey(key), series]));

  return (row: Row, refuse: Refuse): number[] => {
    const wanted = groupColumns.map(({ name }, place) => readers[place](row[name]));
    const broken = wanted.findIndex((cell) => cell instanceof CellError);
    if (broken >= 0) refuse(groupColumns[broken].name, 'must be a text or a number that names a series');
    if (broken >= 0) return [];
    const only = seriesOf.get(joinKey(wanted.map(String)));
    if (only !== undefined) return [only];
    const matches = [...keys.keys()].filter((series) =>
      wanted.every((cell, column) => cell === undefined || cell === keys[series][column]),
    );
    if (matches.length === 0) refuse(nameOfUnknown(wanted), describeKnown({ groupColumns, keys }));
    return matches;
  };

  function nameOfUnknown(wanted: readonly unknown[]): string {
    const column = wanted.findIndex((cell, index) => cell !== undefined && !keys.some((key) => key[index] === cell));
    return groupColumns[Math.max(column, 0)].name;
  }
}

function describeKnown({ groupColumns, keys }: Known): string {
  const shown = keys.slice(0, 5).map((key) => nameKey(groupColumns, key));
  const more = keys.length > shown.length ? ` and ${keys.length - shown.length} more` : '';
  return `names no series of the training; there are ${shown.join('; ')}${more}. Train again with the rows of a new one`;
}
