import type { HeldAnswers } from '../bounds/calibration-table.ts';
import type { Field, NumericField, TextField } from '../columns/fields.ts';
import type { CoverageDescription } from '../description.ts';
import { rowNumbers } from '../random.ts';

/** Rows of a table that have something in common. */
interface Part {
  value: CoverageDescription['value'];
  /** Places among the held rows. */
  places: readonly number[];
  /** How many values share the part. */
  rest?: number;
}

type Division = Pick<CoverageDescription, 'by' | 'column'> & { parts: Part[] };

/** Columns shown of each kind, the most uneven first; values of one, the others together; equal steps of time. */
const [mostColumns, mostValues, timeBands] = [20, 20, 10];

/**
 * How often held-out answers held in each group, stretch of time and pattern of missing cells: bounds that hold on average may
 * fail where it matters.
 */
export function measureCoverage(fields: readonly Field[], answers: HeldAnswers): CoverageDescription[] {
  const divisions = [
    mostUneven(
      fields.filter(isGrouping).map((field) => byValue(field, answers.rows)),
      answers,
    ),
    mostUneven(
      fields.filter(isTime).map((field) => byTime(field, answers.rows)),
      answers,
    ),
    [byMissing(fields, answers.rows)],
  ].flat();
  return divisions
    .filter(({ parts }) => parts.length > 1)
    .flatMap(({ by, column, parts }) => parts.map((part) => ({ by, column, ...summarise(part, answers) })));
}

function isGrouping({ profile: { kind } }: Field): boolean {
  return kind === 'category' || kind === 'boolean';
}

function isTime(field: Field): field is NumericField {
  return field.type === 'numeric' && field.profile.kind === 'datetime';
}

/** The standard error is that of the share with one independent row more on either side, so that it is never 0. */
function summarise({ value, places, rest }: Part, { rows, held, expected, shift, group }: HeldAnswers) {
  const count = places.length;
  const independent = group ? new Set(places.map((place) => group[rows[place]])).size : count;
  const right = places.reduce((sum, place) => sum + held[place], 0);
  const share = ((right / count) * independent + 1) / (independent + 2);
  return {
    value,
    count,
    independent,
    observed: Math.min(1, Math.max(0, right / count + shift)),
    expected: places.reduce(
      (mean, place) => mean + (expected[place] - expected[places[0]]) / count,
      expected[places[0]],
    ),
    standard_error: Math.sqrt((share * (1 - share)) / independent),
    ...(rest !== undefined && { rest }),
  };
}

function mostUneven(divisions: Division[], answers: HeldAnswers): Division[] {
  if (divisions.length <= mostColumns) return divisions;
  const unevenness = divisions.map(({ parts }) =>
    Math.max(
      ...parts.map((part) => {
        const { observed, expected, standard_error } = summarise(part, answers);
        return Math.abs(observed - expected) / standard_error;
      }),
    ),
  );
  return [...divisions.keys()]
    .sort((a, b) => unevenness[b] - unevenness[a] || a - b)
    .slice(0, mostColumns)
    .map((index) => divisions[index]);
}

function byValue(field: Field, rows: Int32Array): Division {
  const readValue =
    field.type === 'text' ? (row: number) => textOf(field, row) : (row: number) => booleanOf(field, row);
  return { by: 'group', column: field.profile.name, parts: largest(rows, readValue) };
}

function textOf({ codes, texts }: TextField, row: number): string | null {
  return codes[row] < 0 ? null : texts[codes[row]];
}

function booleanOf({ values }: NumericField, row: number): boolean | null {
  return Number.isNaN(values[row]) ? null : values[row] !== 0;
}

/** The largest parts, and one of all others. */
function largest(rows: Int32Array, readValue: (row: number) => Part['value']): Part[] {
  const places = Map.groupBy(rows.keys(), (place) => readValue(rows[place]));
  const parts = [...places].map(([value, own]): Part => ({ value, places: own }));
  parts.sort((a, b) => b.places.length - a.places.length || (String(a.value) < String(b.value) ? -1 : 1));
  if (parts.length <= mostValues + 1) return parts;
  const others = parts.slice(mostValues);
  const rest = { value: `${others.length} others`, places: others.flatMap((part) => part.places), rest: others.length };
  return [...parts.slice(0, mostValues), rest];
}

/** Bands of about equally many rows, each from its first to its last moment; rows of one moment stay together. */
function byTime({ profile, values }: NumericField, rows: Int32Array): Division {
  const known = rowNumbers(rows.length)
    .filter((place) => !Number.isNaN(values[rows[place]]))
    .sort((a, b) => values[rows[a]] - values[rows[b]] || a - b);
  const size = Math.max(1, Math.ceil(known.length / timeBands));
  const parts: Part[] = [];
  for (let start = 0; start < known.length; ) {
    let end = Math.min(start + size, known.length);
    while (end < known.length && values[rows[known[end]]] === values[rows[known[end - 1]]]) end += 1;
    const moment = (place: number) => momentText(values[rows[known[place]]]);
    parts.push({ value: `${moment(start)}/${moment(end - 1)}`, places: [...known.subarray(start, end)] });
    start = end;
  }
  return { by: 'time', column: profile.name, parts };
}

function momentText(milliseconds: number): string {
  return Math.abs(milliseconds) <= 8.64e15 ? new Date(milliseconds).toISOString() : String(milliseconds);
}

/** By the names of the columns whose cells are missing together; null where none is. */
function byMissing(fields: readonly Field[], rows: Int32Array): Division {
  const withGaps = fields.filter(({ profile }) => profile.missing > 0);
  const isMissing = (field: Field, row: number) =>
    field.type === 'text' ? field.codes[row] < 0 : Number.isNaN(field.values[row]);
  const pattern = (row: number) =>
    withGaps
      .filter((field) => isMissing(field, row))
      .map(({ profile }) => profile.name)
      .join(', ') || null;
  return { by: 'missing', column: null, parts: largest(rows, pattern) };
}
