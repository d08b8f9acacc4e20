import type { Column } from '../profile.ts';

type Rows = readonly (readonly unknown[])[];

/** "Male ", "male" and "MALE" are one value: the spelling that most rows have stands for all. */
export function inOneSpelling(columns: readonly Column[], rows: Rows): { columns: readonly Column[]; rows: Rows } {
  const spelled = columns.map((column, at) => column.spellings ?? spellingsOf(column, at, rows));
  if (spelled.every((one) => one.length === 0)) return { columns, rows };
  const known = spelled.map((all) => new Map(all));
  return {
    columns: columns.map((column, at) => (spelled[at].length === 0 ? column : withSpellings(column, spelled[at]))),
    rows: rows.map((row) => row.map((cell, at) => spellOf(cell, known[at]))),
  };
}

/** As SQL's `lower(trim())` does. */
export function foldSpelling(text: string): string {
  return text.replaceAll(/^ +| +$/g, '').toLowerCase();
}

/** What several values are in small letters without blanks, with the most frequent of them. */
function spellingsOf({ type, values, formula }: Column, at: number, rows: Rows): [string, string][] {
  if (type !== 'text' || formula !== undefined) return [];
  const told = values ?? [...new Set(rows.map((row) => row[at]))];
  const groups = Map.groupBy(
    told.filter((value) => typeof value === 'string'),
    foldSpelling,
  );
  return [...groups].flatMap(([key, all]): [string, string][] =>
    all.length > 1 && key !== '' ? [[key, all[0].replaceAll(/^ +| +$/g, '')]] : [],
  );
}

function withSpellings(column: Column, spellings: readonly (readonly [string, string])[]): Column {
  const known = new Map(spellings);
  const { values, distinct } = column;
  const own = values && [...new Set(values.map((value) => spellOf(value, known)))];
  const fewer = (values?.length ?? 0) - (own?.length ?? 0);
  return {
    ...column,
    spellings,
    ...(own ? { values: own } : {}),
    distinct: distinct === null ? null : distinct - fewer,
  };
}

function spellOf(cell: unknown, known: ReadonlyMap<string, string>): unknown {
  return known.size > 0 && typeof cell === 'string' ? (known.get(foldSpelling(cell)) ?? cell) : cell;
}
