import type { ColumnKind } from '../description.ts';
import { decideReading } from '../readings/decide.ts';
import { fold } from '../readings/fold.ts';
import { isMoment, isNumeric, type Reading, usualReading } from '../readings/reading.ts';
import type { Column, TextColumn } from '../table.ts';
import { areBooleanWords } from './booleans.ts';
import { createCleaner, createNumericReader } from './cells.ts';
import { isIdentifierName, looksLikeIdentifiers, looksLikeText, numbersAreIdentifiers } from './identifiers.ts';
import { areDelimitedLists, isList } from './lists.ts';
import { type CountedText, findSpellings, type Spellings, usualWords } from './spellings.ts';

/** The kind of a column and how its cells are read; later cells are read the same way. */
export interface ColumnProfile {
  name: string;
  kind: ColumnKind;
  missing: number;
  distinct: number;
  /** How the cells of the training and all later ones are read. */
  reading: Reading;
  /** Categories: the common label of each group of spellings. */
  spellings: Spellings;
  /** The usual words for no and for yes of a boolean column that came as text. */
  words?: readonly [no: string, yes: string];
}

const typeOfKind: Partial<Record<ColumnKind, Reading['type']>> = {
  number: 'number',
  boolean: 'boolean',
  datetime: 'datetime',
};

/** The profile of a column whose cells need no special reading. */
export function plainProfile(name: string, kind: ColumnKind): ColumnProfile {
  return { name, kind, missing: 0, distinct: 0, reading: usualReading(typeOfKind[kind] ?? 'text'), spellings: [] };
}

/** A column is a list when at least this share of its cells are lists. */
const enough = 0.95;
/** Distinct cells examined to detect lists. */
const mostExamined = 10_000;

/** Decides the kind of one column from all its cells. */
export function profileColumn(column: Column): ColumnProfile {
  if (column.type === 'text') return profileTexts(column);
  const summary = summariseNumbers(column);
  const reading = column.reading ?? usualReading(readingTypes[column.type]);
  const profile = { ...plainProfile(column.name, 'number'), ...summary, reading };
  if (summary.distinct === 0) return { ...profile, kind: 'empty' };
  if (summary.distinct === 1 && summary.missing === 0) return { ...profile, kind: 'constant' };
  if (column.type === 'boolean') return { ...profile, kind: 'boolean' };
  if (column.type === 'time') return { ...profile, kind: 'datetime' };
  return { ...profile, kind: numbersAreIdentifiers(column.name, column.values) ? 'identifier' : 'number' };
}

const readingTypes = { number: 'number', boolean: 'boolean', time: 'datetime' } as const;

function summariseNumbers(column: Exclude<Column, { type: 'text' }>): { missing: number; distinct: number } {
  const seen = new Set<number>();
  let missing = 0;
  for (const value of column.values) {
    if (column.type === 'boolean' ? value > 1 : !Number.isFinite(value)) missing += 1;
    else seen.add(value);
  }
  return { missing, distinct: seen.size };
}

/** The distinct cells of a text column, cleaned, with their counts; missing ones are left out. */
function countTexts(
  codes: Int32Array,
  dictionary: readonly string[],
  clean: (text: string) => string | undefined,
): CountedText[] {
  const counts = new Float64Array(dictionary.length);
  for (const code of codes) if (code >= 0) counts[code] += 1;
  const byText = new Map<string, number>();
  for (const [code, entry] of dictionary.entries()) {
    const text = counts[code] === 0 ? undefined : clean(entry);
    if (text !== undefined) byText.set(text, (byText.get(text) ?? 0) + counts[code]);
  }
  return [...byText].map(([text, count]) => ({ text, count }));
}

function profileTexts({ name, codes, dictionary, reading: settled }: TextColumn): ColumnProfile {
  const clean = createCleaner(settled ?? usualReading('text'));
  const cells = countTexts(codes, dictionary, clean);
  // A reading that the table brings is kept.
  const reading = settled ?? decideReading(cells, { name }).reading;
  if (isNumeric(reading) || isMoment(reading) || reading.type === 'boolean')
    return settleParsed({ ...plainProfile(name, 'number'), reading }, codes, dictionary);
  return profileWords({ ...plainProfile(name, 'category'), reading }, cells, codes.length);
}

function profileWords(plain: ColumnProfile, cells: readonly CountedText[], rowCount: number): ColumnProfile {
  const { name, reading } = plain;
  const present = cells.reduce((sum, cell) => sum + cell.count, 0);
  const texts = cells.map((cell) => cell.text);
  const base: ColumnProfile = { ...plain, missing: rowCount - present, distinct: cells.length };
  if (cells.length === 0) return { ...base, kind: 'empty' };
  if (cells.length === 1 && base.missing === 0) return { ...base, kind: 'constant' };
  if (cells.length <= 50 && areBooleanWords([...new Set(texts.map((text) => fold(text).toLowerCase()))]))
    return { ...base, kind: 'boolean', distinct: 2, spellings: findSpellings(cells, true), words: usualWords(cells) };
  const isListed = cells.filter(({ text }) => isList(text)).reduce((sum, { count }) => sum + count, 0);
  if (isListed >= enough * present || areDelimitedLists(cells.slice(0, mostExamined))) return { ...base, kind: 'list' };
  if (looksLikeIdentifiers(texts, present)) return { ...base, kind: 'identifier' };
  if (looksLikeText(texts, present)) return { ...base, kind: 'text' };
  if (isIdentifierName(name) && cells.length === present) return { ...base, kind: 'identifier' };
  const spellings = reading.type === 'json' ? [] : findSpellings(cells, false);
  const distinct = spellings.length === 0 ? cells.length : new Set(spellings.map(([, label]) => label)).size;
  return { ...base, kind: 'category', spellings, distinct };
}

/** The profile of numbers, booleans and dates that came as text. */
function settleParsed(profile: ColumnProfile, codes: Int32Array, dictionary: readonly string[]): ColumnProfile {
  const values = parseDictionary(profile, dictionary);
  const cells = Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : values[code]));
  const { name, reading } = profile;
  const { missing, distinct } = summariseNumbers({ name, type: 'number', values: cells });
  const base = { ...profile, missing, distinct };
  if (distinct === 0) return { ...base, kind: 'empty' };
  if (distinct === 1 && missing === 0) return { ...base, kind: 'constant' };
  if (!isNumeric(reading)) return { ...base, kind: isMoment(reading) ? 'datetime' : 'boolean' };
  const isBare = !reading.units && !reading.clock && !reading.span;
  return { ...base, kind: isBare && numbersAreIdentifiers(name, cells) ? 'identifier' : 'number' };
}

/** The value of each dictionary entry; NaN for missing ones and for texts that do not fit. */
export function parseDictionary({ reading }: ColumnProfile, dictionary: readonly string[]): Float64Array {
  const read = createNumericReader(reading);
  return Float64Array.from(dictionary, (text) => {
    const value = read(text);
    return typeof value === 'number' ? value : Number.NaN;
  });
}
