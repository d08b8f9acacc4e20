import type { ColumnKind } from '../description.ts';
import type { Column } from '../table.ts';
import { clampFinite, createCleaner } from './cells.ts';
import { type ColumnProfile, parseDictionary } from './profile.ts';
import { createSpeller } from './spellings.ts';

/** Numbers, booleans (0, 1) and dates (milliseconds): one value a row, NaN when missing. */
export interface NumericField {
  type: 'numeric';
  profile: ColumnProfile;
  values: Float64Array;
}

/** Categories and texts: one code a row into `texts`, -1 when missing; most frequent first, then by text. */
export interface TextField {
  type: 'text';
  profile: ColumnProfile;
  codes: Int32Array;
  texts: readonly string[];
  counts: readonly number[];
}

/** A column's cells, read according to its kind. */
export type Field = NumericField | TextField;

/** Kinds of columns whose cells are numbers. */
export const numericKinds: ReadonlySet<ColumnKind> = new Set<ColumnKind>(['number', 'boolean', 'datetime']);

/** Reads the given rows of a column as its profile says. */
export function readField(column: Column, profile: ColumnProfile, rows: Int32Array): Field {
  if (column.type === 'text') {
    if (!numericKinds.has(profile.kind)) return readTexts(profile, column.codes, column.dictionary, rows);
    const parsed = parseDictionary(profile, column.dictionary);
    return { type: 'numeric', profile, values: pick(rows, (row) => at(parsed, column.codes[row])) };
  }
  const { values } = column;
  if (column.type === 'boolean') return { type: 'numeric', profile, values: pick(rows, (row) => boolean(values[row])) };
  return { type: 'numeric', profile, values: pick(rows, (row) => clampFinite(values[row])) };
}

function pick(rows: Int32Array, read: (row: number) => number): Float64Array {
  const values = new Float64Array(rows.length);
  for (let index = 0; index < rows.length; index++) values[index] = read(rows[index]);
  return values;
}

function at(parsed: Float64Array, code: number): number {
  return code < 0 ? Number.NaN : clampFinite(parsed[code]);
}

function boolean(value: number): number {
  return value > 1 ? Number.NaN : value;
}

function readTexts(
  profile: ColumnProfile,
  codes: Int32Array,
  dictionary: readonly string[],
  rows: Int32Array,
): TextField {
  const counts = new Map<string, number>();
  const spell = createSpeller(profile.spellings);
  const clean = createCleaner(profile.reading);
  const trimmed = dictionary.map((cell) => {
    const text = clean(cell);
    return text === undefined ? '' : spell(text);
  });
  for (const row of rows) {
    const text = codes[row] < 0 ? '' : trimmed[codes[row]];
    if (text !== '') counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  const sorted = [...counts].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
  const codeOf = new Map(sorted.map(([text], code) => [text, code]));
  const translate = Int32Array.from(trimmed, (text) => codeOf.get(text) ?? -1);
  return {
    type: 'text',
    profile,
    codes: Int32Array.from(rows, (row) => (codes[row] < 0 ? -1 : translate[codes[row]])),
    texts: sorted.map(([text]) => text),
    counts: sorted.map(([, count]) => count),
  };
}
