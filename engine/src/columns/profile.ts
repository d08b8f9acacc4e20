import type { ColumnKind } from '../model.ts';
import type { Column } from '../table.ts';
import { isBlank } from './blank.ts';
import { areBooleanWords, parseBoolean } from './booleans.ts';
import { type DateStyle, detectDateStyle, parseDate } from './dates.ts';
import { isIdentifierName, looksLikeIdentifiers, looksLikeText, numbersAreIdentifiers } from './identifiers.ts';
import { areDelimitedLists, isList } from './lists.ts';
import { detectMeasures, detectNumberStyle, englishNumbers, type NumberStyle, parseNumber } from './numbers.ts';
import { type CountedText, findSpellings, type Spellings } from './spellings.ts';

/** What a column is and how its cells are read; enough to read later cells the same way. */
export interface ColumnProfile {
  name: string;
  kind: ColumnKind;
  missing: number;
  distinct: number;
  numberStyle: NumberStyle;
  dateStyle: DateStyle;
  /** Columns of numbers and dates: words in lower case that say that there is none, such as `unknown`. */
  absent: readonly string[];
  /** Categories: what spellings of one and the same are called. */
  spellings: Spellings;
}

/** A column read as bare English numbers and dates, without words that need a meaning. */
export function plainProfile(name: string, kind: ColumnKind): ColumnProfile {
  const styles = { numberStyle: englishNumbers, dateStyle: { dayFirst: false } };
  return { name, kind, missing: 0, distinct: 0, ...styles, absent: [], spellings: [] };
}

/** A text column is of numbers or dates when at least this share of its non-blank cells are. */
const enough = 0.95;
/** Less is enough where all others are a few words over and over, such as `unknown` and `pending`. */
const enoughBesideWords = 0.6;
const mostWords = 5;
/** Of fewer distinct cells, units and words make categories. */
const fewestMeasured = 10;
/** Odd cells of a column of numbers that are remembered as missing. */
const mostAbsent = 1000;
/** Distinct cells that styles are found out from. */
const mostExamined = 10_000;

/** Decides the kind of one column from all its cells. */
export function profileColumn(column: Column): ColumnProfile {
  if (column.type === 'text') return profileTexts(column.name, column.codes, column.dictionary);
  const summary = summariseNumbers(column);
  const profile = { ...plainProfile(column.name, 'number'), ...summary };
  if (summary.distinct === 0) return { ...profile, kind: 'empty' };
  if (summary.distinct === 1 && summary.missing === 0) return { ...profile, kind: 'constant' };
  if (column.type === 'boolean') return { ...profile, kind: 'boolean' };
  if (column.type === 'time') return { ...profile, kind: 'datetime' };
  return { ...profile, kind: numbersAreIdentifiers(column.name, column.values) ? 'identifier' : 'number' };
}

function summariseNumbers(column: Exclude<Column, { type: 'text' }>): { missing: number; distinct: number } {
  const seen = new Set<number>();
  let missing = 0;
  for (const value of column.values) {
    if (column.type === 'boolean' ? value > 1 : !Number.isFinite(value)) missing += 1;
    else seen.add(value);
  }
  return { missing, distinct: seen.size };
}

/** The distinct cells of a text column, trimmed, with their counts; blanks are left out. */
function countTexts(codes: Int32Array, dictionary: readonly string[]): CountedText[] {
  const counts = new Float64Array(dictionary.length);
  for (const code of codes) if (code >= 0) counts[code] += 1;
  const byText = new Map<string, number>();
  for (const [code, entry] of dictionary.entries()) {
    if (counts[code] === 0 || isBlank(entry)) continue;
    const text = entry.trim();
    byText.set(text, (byText.get(text) ?? 0) + counts[code]);
  }
  return [...byText].map(([text, count]) => ({ text, count }));
}

function profileTexts(name: string, codes: Int32Array, dictionary: readonly string[]): ColumnProfile {
  const cells = countTexts(codes, dictionary);
  const present = cells.reduce((sum, cell) => sum + cell.count, 0);
  const texts = cells.map((cell) => cell.text);
  const base: ColumnProfile = {
    ...plainProfile(name, 'category'),
    missing: codes.length - present,
    distinct: cells.length,
    dateStyle: detectDateStyle(texts),
  };
  if (cells.length === 0) return { ...base, kind: 'empty' };
  if (cells.length === 1 && base.missing === 0) return { ...base, kind: 'constant' };
  if (areBooleanWords(texts)) return { ...base, kind: 'boolean', distinct: 2, spellings: findSpellings(cells, true) };
  const parsed = findReading(base, cells);
  if (parsed) return settleParsed(parsed, codes, dictionary);
  const isListed = cells.filter(({ text }) => isList(text)).reduce((sum, { count }) => sum + count, 0);
  if (isListed >= enough * present || areDelimitedLists(cells.slice(0, mostExamined))) return { ...base, kind: 'list' };
  if (looksLikeIdentifiers(texts, present)) return { ...base, kind: 'identifier' };
  if (looksLikeText(texts, present)) return { ...base, kind: 'text' };
  if (isIdentifierName(name) && cells.length === present) return { ...base, kind: 'identifier' };
  const spellings = findSpellings(cells, false);
  const distinct = spellings.length === 0 ? cells.length : new Set(spellings.map(([, label]) => label)).size;
  return { ...base, kind: 'category', spellings, distinct };
}

interface Reading {
  profile: ColumnProfile;
  share: number;
}

/** The column as numbers or dates where nearly all cells are some; the others are known as absent then. */
function findReading(base: ColumnProfile, cells: readonly CountedText[]): ColumnProfile | undefined {
  const texts = cells.map(({ text }) => text);
  const styles = [detectNumberStyle(texts), ...(hasMany(cells) ? [detectMeasures(texts.slice(0, mostExamined))] : [])];
  const [plain, measured] = styles.map((numberStyle): ColumnProfile => ({ ...base, kind: 'number', numberStyle }));
  const tried = [plain, { ...base, kind: 'datetime' as const }, ...(measured ? [measured] : [])];
  const readings = tried.flatMap((profile) => tryReading(profile, cells) ?? []);
  const found =
    readings.find(({ share }) => share >= enough) ?? readings.find((reading) => isBesideWords(reading, cells));
  return found?.profile;
}

function hasMany(cells: readonly CountedText[]): boolean {
  return cells.length >= fewestMeasured;
}

/** Reads the distinct cells; undefined as soon as too many of them make no sense. */
function tryReading(profile: ColumnProfile, cells: readonly CountedText[]): Reading | undefined {
  const present = cells.reduce((sum, { count }) => sum + count, 0);
  let missed = 0;
  const odd: CountedText[] = [];
  for (const cell of cells) {
    if (!Number.isNaN(parseText(profile, cell.text))) continue;
    odd.push(cell);
    missed += cell.count;
    if (missed > (1 - enoughBesideWords) * present) return undefined;
  }
  const absent = odd.sort((a, b) => b.count - a.count).slice(0, mostAbsent);
  const words = [...new Set(absent.map(({ text }) => text.toLowerCase()))];
  return { profile: { ...profile, absent: words }, share: 1 - missed / present };
}

/** Words that stand for a number that is not there hold no digit, are few, and stand among many different numbers. */
function isBesideWords({ profile: { absent } }: Reading, cells: readonly CountedText[]): boolean {
  const isFew = absent.length <= mostWords && cells.length - absent.length >= fewestMeasured;
  return isFew && !absent.some((word) => /\d/.test(word));
}

/** Numbers and dates that came as text: cells that do not parse count as missing. */
function settleParsed(profile: ColumnProfile, codes: Int32Array, dictionary: readonly string[]): ColumnProfile {
  const values = parseDictionary(profile, dictionary);
  const cells = Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : values[code]));
  const { name, kind, numberStyle } = profile;
  const { missing, distinct } = summariseNumbers({ name, type: 'number', values: cells });
  const isBare = kind === 'number' && numberStyle.units === null;
  const isIdentifier = isBare && numbersAreIdentifiers(name, cells);
  const settled = isIdentifier ? 'identifier' : distinct === 1 && missing === 0 ? 'constant' : kind;
  return { ...profile, missing, distinct, kind: settled };
}

/** The numeric reading of each dictionary entry; NaN for blanks and for what does not parse. */
export function parseDictionary(profile: ColumnProfile, dictionary: readonly string[]): Float64Array {
  return Float64Array.from(dictionary, (text) => (isBlank(text) ? Number.NaN : parseText(profile, text)));
}

/** Reads a non-blank text as its column's kind: numbers, booleans as 0 and 1, dates as milliseconds; NaN when it cannot. */
export function parseText(profile: ColumnProfile, text: string): number {
  if (profile.kind === 'boolean') return parseBoolean(text);
  if (profile.kind === 'datetime') return parseDate(text, profile.dateStyle);
  return parseNumber(text, profile.numberStyle);
}
