import { type Field, isPeriod, type Period } from '../algebra.ts';
import type { Column, Profile } from '../profile.ts';
import { phrasesOf, stemOf, stemsOfName, tokenize, wordsOf } from '../words/tokens.ts';
import { dayIn, numberIn, readPart, yearIn } from './cells.ts';
import { personhoodOf } from './person-columns.ts';
import { inOneSpelling } from './spellings.ts';

/** A distinct value of a column of texts, in words. */
export interface ValueEntry {
  at: number;
  value: unknown;
  words: readonly string[];
}

/** A table prepared once for all questions to it. */
export interface IndexedTable {
  profile: Profile;
  columns: readonly Column[];
  rowCount: number;
  /** Whether the sample holds all rows: then what is executed on it is true. */
  isWhole: boolean;
  rows: readonly (readonly unknown[])[];
  fields: readonly Field[];
  /** Numbers of each field by row, NaN where there is none; undefined for texts. */
  numbers: readonly (Float64Array | undefined)[];
  /** For each field a number for each distinct cell, -1 where it is missing. */
  codes: readonly Int32Array[];
  stems: readonly (readonly string[])[];
  /** Names that were taught, for each column. */
  taught: readonly (readonly (readonly string[])[])[];
  /** How much each column looks like one of persons. */
  persons: readonly number[];
  entries: readonly ValueEntry[];
  /** Places of the entries that hold a word. */
  byWord: ReadonlyMap<string, readonly number[]>;
  /** Words of values that are few, with their stems: other words may say them. */
  listed: readonly { word: string; stem: string }[];
}

const mostColumns = 60;
const mostWords = 12;
const mostEntries = 20_000;

const kept = new WeakMap<readonly Column[], IndexedTable>();

/** Prepares a table, or returns it as it was prepared before. */
export function indexTable(profile: Profile): IndexedTable {
  const known = kept.get(profile.columns);
  if (known) return known;
  const indexed = prepare(profile);
  kept.set(profile.columns, indexed);
  return indexed;
}

function prepare(profile: Profile): IndexedTable {
  const own = keptOf(profile);
  const { columns, rows } = inOneSpelling(own.columns, own.rows, profile.row_count);
  const fields = [...columns.flatMap((column, at) => fieldsOf(column, at, rows, profile.row_count)), placeField];
  const entries = columns.flatMap((column, at) => entriesOf(column, at, rows)).slice(0, mostEntries);
  return {
    profile,
    columns,
    rowCount: profile.row_count,
    isWhole: rows.length >= profile.row_count,
    rows,
    fields,
    numbers: fields.map((field) => numbersOf(field, rows)),
    codes: fields.map((field) => codesOf(field, rows)),
    stems: columns.map(({ name }) => stemsOfName(name)),
    taught: columns.map(otherNames),
    persons: columns.map((column, at) => personhoodOf(column, textsOf(column, at, rows))),
    entries,
    byWord: groupByWord(entries),
    listed: listedWords(entries),
  };
}

/** Of many columns the first, and those that were taught. */
function keptOf({ columns, sample = [] }: Profile): { columns: readonly Column[]; rows: IndexedTable['rows'] } {
  if (columns.length <= mostColumns) return { columns, rows: sample };
  const isTaught = (column: Column) => taughtNames(column).length > 0;
  const own = columns.flatMap((column, at) => (isTaught(column) ? [] : [at]));
  const taught = columns.flatMap((column, at) => (isTaught(column) ? [at] : [])).slice(0, mostColumns);
  const kept = [...own.slice(0, mostColumns - taught.length), ...taught];
  return { columns: kept.map((at) => columns[at]), rows: sample.map((row) => kept.map((at) => row[at])) };
}

function taughtNames({ name, formula, synonyms = [] }: Column): string[][] {
  return (formula === undefined ? synonyms : [name, ...synonyms]).map(stemsOfTerm);
}

/** A term with digits is read as a question is: "5k" is a number there. */
function stemsOfTerm(term: string): string[] {
  return /\d/.test(term) ? tokenize(term).map(({ stem }) => stem) : stemsOfName(term);
}

/** Other names of a column: those that were taught, and what is written about it. */
function otherNames(column: Column): string[][] {
  return [...taughtNames(column), ...phrasesOf(column.comment).map((words) => words.map(stemOf))];
}

const placeField: Field = {
  at: -1,
  column: { name: 'row', type: 'integer', distinct: null },
  part: 'place',
  kind: 'number',
};

const kinds: Record<string, Field['kind']> = {
  integer: 'number',
  number: 'number',
  date: 'date',
  datetime: 'date',
  boolean: 'boolean',
};

/** Returns the column and what can be read out of most of its cells. */
function fieldsOf(column: Column, at: number, rows: IndexedTable['rows'], rowCount: number): Field[] {
  const kind = kinds[column.type] ?? 'text';
  const whole: Field = { at, column, part: 'whole', kind };
  if (kind === 'date')
    return [
      whole,
      ...partsOfTime(column).map((part): Field => ({ ...whole, part, kind: 'number' })),
      ...periodsOf(column, rowCount).map((part): Field => ({ ...whole, part })),
    ];
  if (kind !== 'text') return [whole];
  const cells = textsOf(column, at, rows);
  const isMostly = (read: (cell: unknown) => number) =>
    cells.filter((cell) => !Number.isNaN(read(cell))).length > 0.5 * cells.length;
  const years = isMostly(yearIn);
  return [
    whole,
    ...(years ? [{ ...whole, part: 'year', kind: 'number' } as const] : []),
    // "Tier 1" of a large table is a label
    ...(isMostly(rows.length < rowCount ? leadingNumber : numberIn)
      ? [{ ...whole, part: 'number', kind: 'number' } as const]
      : []),
  ];
}

const leadingNumber = (cell: unknown) => (/^\W*\d/.test(String(cell)) ? numberIn(cell) : Number.NaN);

function partsOfTime({ type }: Column): Field['part'][] {
  return ['year', 'month', 'weekday', ...(type === 'datetime' ? (['hour'] as const) : [])];
}

/** Months and quarters are told by years where there are several; days where several rows share one. */
function periodsOf({ type, distinct, min, max }: Column, rowCount: number): Period[] {
  const isOfOne = min !== undefined && min !== null && String(min).slice(0, 4) === String(max).slice(0, 4);
  const isRepeated = type === 'datetime' || (distinct !== null && distinct < mostlyOwn * rowCount);
  return ['each quarter', ...(isOfOne ? [] : (['each month'] as const)), ...(isRepeated ? (['day'] as const) : [])];
}

const mostlyOwn = 0.7;

function textsOf({ values }: Column, at: number, rows: IndexedTable['rows']): unknown[] {
  const cells = rows.length > 0 ? rows.map((row) => row[at]) : (values ?? []);
  return cells.filter((cell) => cell !== null && cell !== undefined);
}

/** Values are taken from the profile, or of the rows where these are all. */
function entriesOf(column: Column, at: number, rows: IndexedTable['rows']): ValueEntry[] {
  if (kinds[column.type] !== undefined) return [];
  const values = column.values ?? [...new Set(textsOf(column, at, rows))];
  const lettersOf = letterCodes.find((codes) => values.every((value) => codes.has(String(value).toLowerCase())));
  return values.flatMap((value) => {
    const text = String(value);
    const parted = text.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ');
    const coded = lettersOf?.get(text.toLowerCase());
    const said = [text, ...(parted === text ? [] : [parted]), ...(coded ? [coded] : [])].map(wordsOf);
    return [...said, ...openWords(text)].map((words) => ({ at, value, words: words.slice(0, mostWords) }));
  });
}

/** What "< 1 yr", "3+" and "18-29" say in the words of a question. */
function openWords(text: string): string[][] {
  if (!/^\s*[<>]|\d\s*\+|\d ?[-–] ?\d|\d\p{L}/u.test(text)) return [];
  const spelled = tokenize(text).map((token) => token.text);
  const inFull = spelled.map((word) => word.replace(/^yr(s?)$/, 'year$1'));
  return inFull.join() === spelled.join() ? [spelled] : [spelled, inFull];
}

/** What cells say by a letter, where all of a column are such. */
const letterCodes = [
  'f female,m male,u unknown,x other',
  's small,m medium,l large,xs tiny,xl extra large,xxl huge',
].map((codes) => new Map(codes.split(',').map((one) => [one.split(' ')[0], one.slice(one.indexOf(' ') + 1)])));

function groupByWord(entries: readonly ValueEntry[]): Map<string, number[]> {
  const places = new Map<string, number[]>();
  for (const [place, { words }] of entries.entries())
    for (const word of new Set(words)) {
      const known = places.get(word);
      if (known) known.push(place);
      else places.set(word, [place]);
    }
  return places;
}

function listedWords(entries: readonly ValueEntry[]): IndexedTable['listed'] {
  const few = [...Map.groupBy(entries, ({ at }) => at).values()].filter((own) => own.length <= mostListed);
  const words = new Set(few.flat().flatMap(({ words }) => words));
  return [...words].filter((word) => word.length > 2 && !/\d/.test(word)).map((word) => ({ word, stem: stemOf(word) }));
}

const mostListed = 60;

function numbersOf(field: Field, rows: IndexedTable['rows']): Float64Array | undefined {
  const { at, part, kind } = field;
  if (kind === 'text' || kind === 'boolean' || isPeriod(field)) return undefined;
  if (part === 'place') return Float64Array.from(rows, (_, place) => place + 1);
  const read = part === 'whole' ? (kind === 'date' ? dayIn : numberIn) : readPart[part];
  return Float64Array.from(rows, (row) => Number(read(row[at])));
}

function codesOf({ at, part }: Field, rows: IndexedTable['rows']): Int32Array {
  const known = new Map<unknown, number>();
  const read = { ...readPart, whole: keyOf, place: () => Number.NaN }[part];
  return Int32Array.from(rows, (row) => {
    const key = read(row[at]);
    if (key === undefined || Number.isNaN(key)) return -1;
    const code = known.get(key) ?? known.size;
    known.set(key, code);
    return code;
  });
}

function keyOf(cell: unknown): unknown {
  if (cell === null || cell === undefined) return undefined;
  return typeof cell === 'object' ? JSON.stringify(cell) : cell;
}
