import type { Column } from '../profile.ts';

type Rows = readonly (readonly unknown[])[];
type Spellings = NonNullable<Column['spellings']>;

/** Each spelling is compared in SQL with the cell of each row. */
const mostComparisons = 60_000_000;
const mostSpelled = 500;
const longestSpelled = 100;

/** "Male ", "male" and "MALE" are one value where all values are known: the spelling that most rows have stands for all. */
export function inOneSpelling(
  columns: readonly Column[],
  rows: Rows,
  rowCount: number,
): { columns: readonly Column[]; rows: Rows } {
  const isWhole = rows.length >= rowCount;
  const most = Math.min(mostSpelled, mostComparisons / Math.max(1, rowCount));
  const all = columns.map((column, at) => column.spellings ?? spellingsOf(column, at, rows, isWhole));
  const spelled = all.map((own) => (own.length <= most ? own : []));
  if (spelled.every((one) => one.length === 0)) return { columns, rows };
  const known = spelled.map((own) => new Map(own));
  return {
    columns: columns.map((column, at) => (spelled[at].length === 0 ? column : withSpellings(column, spelled[at]))),
    rows: rows.map((row) => row.map((cell, at) => spellOf(cell, known[at]))),
  };
}

/** Each spelling that another value stands for, exactly as it is: so SQL and the sample agree in any alphabet. */
function spellingsOf({ type, values, distinct, formula }: Column, at: number, rows: Rows, isWhole: boolean): Spellings {
  if (type !== 'text' || formula !== undefined) return [];
  const isListed = values !== undefined && distinct !== null && values.length >= distinct;
  if (!isListed && !isWhole) return [];
  const told = isListed ? values : [...new Set(rows.map((row) => row[at]))];
  const short = told.filter((value) => typeof value === 'string' && value.length <= longestSpelled) as string[];
  const groups = [...Map.groupBy(short, (value) => value.trim().toLowerCase())].filter(([, all]) => all.length > 1);
  return groups.flatMap(([key, all]): [string, string][] => {
    // One that stands in the data, since a database may allow no other
    const as = all.find((value) => value === value.trim()) ?? all[0];
    // "A" and "a" may be two grades
    return key.length < 2 ? [] : all.filter((value) => value !== as).map((value) => [value, as]);
  });
}

function withSpellings(column: Column, spellings: Spellings): Column {
  const known = new Map(spellings);
  const { values, distinct } = column;
  const own = values && [...new Set(values.map((value) => spellOf(value, known)))];
  return {
    ...column,
    spellings,
    ...(own ? { values: own } : {}),
    distinct: distinct === null ? null : distinct - spellings.length,
  };
}

function spellOf(cell: unknown, known: ReadonlyMap<string, string> | undefined): unknown {
  return known && known.size > 0 && typeof cell === 'string' ? (known.get(cell) ?? cell) : cell;
}
