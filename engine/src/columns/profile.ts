import type { ColumnKind } from '../model.ts';
import type { Column } from '../table.ts';
import { isBlank } from './blank.ts';
import { areBooleanWords, parseBoolean } from './booleans.ts';
import { type DateStyle, detectDateStyle, parseDate } from './dates.ts';
import { isIdentifierName, looksLikeIdentifiers, looksLikeText, numbersAreIdentifiers } from './identifiers.ts';
import { isList } from './lists.ts';
import { detectNumberStyle, englishNumbers, type NumberStyle, parseNumber } from './numbers.ts';

/** What a column is and how its cells are read; enough to read later cells the same way. */
export interface ColumnProfile {
  name: string;
  kind: ColumnKind;
  missing: number;
  distinct: number;
  numberStyle: NumberStyle;
  dateStyle: DateStyle;
}

/** A text column is of numbers or dates when at least this share of its non-blank cells are. */
const enough = 0.95;

/** Decides the kind of one column from all its cells. */
export function profileColumn(column: Column): ColumnProfile {
  if (column.type === 'text') return profileTexts(column.name, column.codes, column.dictionary);
  const summary = summariseNumbers(column);
  const profile = { name: column.name, ...summary, numberStyle: englishNumbers, dateStyle: { dayFirst: false } };
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

interface CountedText {
  text: string;
  count: number;
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
  const base = {
    name,
    missing: codes.length - present,
    distinct: cells.length,
    numberStyle: detectNumberStyle(texts),
    dateStyle: detectDateStyle(texts),
  };
  const share = (test: (text: string) => boolean) =>
    cells.reduce((sum, cell) => sum + (test(cell.text) ? cell.count : 0), 0) / present;
  if (cells.length === 0) return { ...base, kind: 'empty' };
  if (cells.length === 1 && base.missing === 0) return { ...base, kind: 'constant' };
  if (areBooleanWords(texts)) return { ...base, kind: 'boolean' };
  if (share((text) => !Number.isNaN(parseNumber(text, base.numberStyle))) >= enough)
    return parsedProfile(base, 'number', codes, dictionary);
  if (share((text) => !Number.isNaN(parseDate(text, base.dateStyle))) >= enough)
    return parsedProfile(base, 'datetime', codes, dictionary);
  if (share(isList) >= enough) return { ...base, kind: 'list' };
  if (looksLikeIdentifiers(texts, present)) return { ...base, kind: 'identifier' };
  if (looksLikeText(texts, present)) return { ...base, kind: 'text' };
  return { ...base, kind: isIdentifierName(name) && cells.length === present ? 'identifier' : 'category' };
}

/** Numbers and dates that came as text: cells that do not parse count as missing. */
function parsedProfile(
  base: Omit<ColumnProfile, 'kind'>,
  kind: 'number' | 'datetime',
  codes: Int32Array,
  dictionary: readonly string[],
): ColumnProfile {
  const values = parseDictionary({ ...base, kind }, dictionary);
  const cells = Float64Array.from(codes, (code) => (code < 0 ? Number.NaN : values[code]));
  const { missing, distinct } = summariseNumbers({ name: base.name, type: 'number', values: cells });
  const isIdentifier = kind === 'number' && numbersAreIdentifiers(base.name, cells);
  const settled = isIdentifier ? 'identifier' : distinct === 1 && missing === 0 ? 'constant' : kind;
  return { ...base, missing, distinct, kind: settled };
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
