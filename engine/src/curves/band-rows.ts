import type { Field, NumericField, TextField } from '../columns/fields.ts';
import type { SliceCondition } from '../description.ts';

/** The rows of a column dealt into bands: the band of each place, and what each band means. */
export interface Banded {
  codes: Uint8Array;
  conditions: SliceCondition[];
}

/** Categories of a column that are looked at (the most frequent), and bands of a number or time. */
const [mostValues, bandCount] = [20, 5];
/** Rows that the edges of bands are found from. */
const mostSorted = 2000;
/** The band of rows that are not looked at. */
export const noBand = 255;

/** Undefined where a column has no bands, such as one of free text. */
export function bandRows(field: Field, rows: Int32Array, parts = bandCount): Banded | undefined {
  const { kind } = field.profile;
  if (field.type === 'text') return kind === 'category' ? byText(field, rows) : undefined;
  return kind === 'boolean' ? byTruth(field, rows) : byNumber(field, rows, parts);
}

/** `Uint8Array.from` with a function takes ten times as long. */
function codesOf(rows: Int32Array, codeOf: (row: number) => number): Uint8Array {
  const codes = new Uint8Array(rows.length);
  for (let place = 0; place < rows.length; place++) codes[place] = codeOf(rows[place]);
  return codes;
}

/** Codes of texts fall with their frequency. */
function byText({ profile, codes, texts }: TextField, rows: Int32Array): Banded {
  const shown = texts.slice(0, mostValues);
  const missing = shown.length;
  const codeOf = (code: number) => (code < 0 ? missing : code < shown.length ? code : noBand);
  return {
    codes: codesOf(rows, (row) => codeOf(codes[row])),
    conditions: [...shown, null].map((value) => ({ column: profile.name, value })),
  };
}

function byTruth({ profile, values }: NumericField, rows: Int32Array): Banded {
  return {
    codes: codesOf(rows, (row) => (Number.isNaN(values[row]) ? 2 : Number(values[row] !== 0))),
    conditions: [false, true, null].map((value) => ({ column: profile.name, value })),
  };
}

function byNumber({ profile, values }: NumericField, rows: Int32Array, parts: number): Banded {
  const edges = edgesOf(values, rows, parts);
  const codeOf = (value: number) => {
    if (Number.isNaN(value)) return edges.length + 1;
    let band = 0;
    while (band < edges.length && value >= edges[band]) band += 1;
    return band;
  };
  const shown = (edge: number | undefined) => {
    if (edge === undefined) return null;
    return profile.kind === 'datetime' && Math.abs(edge) <= 8.64e15 ? new Date(edge).toISOString() : edge;
  };
  return {
    codes: codesOf(rows, (row) => codeOf(values[row])),
    conditions: [
      ...[...edges, undefined].map((edge, band) => ({
        column: profile.name,
        from: shown(edges[band - 1]),
        below: shown(edge),
      })),
      { column: profile.name, value: null },
    ],
  };
}

/** Numbers that deal the rows into about equal bands. */
function edgesOf(values: Float64Array, rows: Int32Array, parts: number): number[] {
  const stride = Math.max(1, Math.floor(rows.length / mostSorted));
  const known = rows.filter((row, place) => place % stride === 0 && !Number.isNaN(values[row]));
  const sorted = Float64Array.from(known, (row) => values[row]).sort();
  if (sorted.length === 0) return [];
  const edges = Array.from({ length: parts - 1 }, (_, band) => {
    return sorted[Math.floor(((band + 1) / parts) * sorted.length)];
  });
  return [...new Set(edges)].filter((edge) => edge > sorted[0]);
}
