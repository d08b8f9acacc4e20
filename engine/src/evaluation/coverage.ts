import type { JudgedAnswers } from '../bounds/calibration-table.ts';
import type { Field, NumericField, TextField } from '../columns/fields.ts';
import type { CoverageDescription } from '../description.ts';
import { rowNumbers } from '../random.ts';

/** A group of rows: one category, one stretch of time, or one pattern of missing cells. */
interface RowGroup {
  value: CoverageDescription['value'];
  /** Places among the validation rows. */
  places: readonly number[];
  /** Number of values that share the group. */
  rest?: number;
}

type Division = Pick<CoverageDescription, 'by' | 'column'> & { groups: RowGroup[] };

/** Limits: columns of each kind (the most uneven first), values of a column (the others are joined), bands of time. */
const [mostColumns, mostValues, timeBands] = [20, 20, 10];

/**
 * Measures how often validation answers are right in each group, stretch of time and pattern of missing cells, because
 * bounds that hold on average may fail where it matters.
 */
export function measureCoverage(fields: readonly Field[], answers: JudgedAnswers): CoverageDescription[] {
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
    .filter(({ groups }) => groups.length > 1)
    .flatMap(({ by, column, groups }) => groups.map((group) => ({ by, column, ...summarise(group, answers) })));
}

function isGrouping({ profile: { kind } }: Field): boolean {
  return kind === 'category' || kind === 'boolean';
}

function isTime(field: Field): field is NumericField {
  return field.type === 'numeric' && field.profile.kind === 'datetime';
}

/** Summarises a group of answers. The standard error counts one more independent row on either side, so that it is never 0. */
export function summarise(
  { value, places, rest }: RowGroup,
  { rows, isRight: held, expected, shifts, group }: JudgedAnswers,
) {
  const count = places.length;
  const independent = group ? new Set(places.map((place) => group[rows[place]])).size : count;
  const right = places.reduce((sum, place) => sum + held[place], 0);
  const shift = meanAt(shifts, places);
  const share = ((right / count) * independent + 1) / (independent + 2);
  return {
    value,
    count,
    independent,
    observed: Math.min(1, Math.max(0, right / count + shift)),
    expected: meanAt(expected, places),
    standard_error: Math.sqrt((share * (1 - share)) / independent),
    ...(rest !== undefined && { rest }),
  };
}

/** Equal values have exactly their value as mean. */
function meanAt(values: Float64Array, places: readonly number[]): number {
  const [first] = places;
  return places.reduce((mean, place) => mean + (values[place] - values[first]) / places.length, values[first]);
}

function mostUneven(divisions: Division[], answers: JudgedAnswers): Division[] {
  if (divisions.length <= mostColumns) return divisions;
  const unevenness = divisions.map(({ groups }) =>
    Math.max(
      ...groups.map((group) => {
        const { observed, expected, standard_error } = summarise(group, answers);
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
  return { by: 'group', column: field.profile.name, groups: largest(rows, readValue) };
}

function textOf({ codes, texts }: TextField, row: number): string | null {
  return codes[row] < 0 ? null : texts[codes[row]];
}

function booleanOf({ values }: NumericField, row: number): boolean | null {
  return Number.isNaN(values[row]) ? null : values[row] !== 0;
}

/** Returns the largest groups, and one group of all others. */
function largest(rows: Int32Array, readValue: (row: number) => RowGroup['value']): RowGroup[] {
  const places = Map.groupBy(rows.keys(), (place) => readValue(rows[place]));
  const groups = [...places].map(([value, own]): RowGroup => ({ value, places: own }));
  groups.sort((a, b) => b.places.length - a.places.length || (String(a.value) < String(b.value) ? -1 : 1));
  if (groups.length <= mostValues + 1) return groups;
  const others = groups.slice(mostValues);
  const rest = {
    value: `${others.length} others`,
    places: others.flatMap((group) => group.places),
    rest: others.length,
  };
  return [...groups.slice(0, mostValues), rest];
}

/**
 * Divides rows into bands of about equally many rows, each from its first to its last moment. Rows of one moment stay
 * together.
 */
function byTime({ profile, values }: NumericField, rows: Int32Array): Division {
  const known = rowNumbers(rows.length)
    .filter((place) => !Number.isNaN(values[rows[place]]))
    .sort((a, b) => values[rows[a]] - values[rows[b]] || a - b);
  const size = Math.max(1, Math.ceil(known.length / timeBands));
  const groups: RowGroup[] = [];
  for (let start = 0; start < known.length; ) {
    let end = Math.min(start + size, known.length);
    while (end < known.length && values[rows[known[end]]] === values[rows[known[end - 1]]]) end += 1;
    const moment = (place: number) => momentText(values[rows[known[place]]]);
    groups.push({ value: `${moment(start)}/${moment(end - 1)}`, places: [...known.subarray(start, end)] });
    start = end;
  }
  return { by: 'time', column: profile.name, groups };
}

function momentText(milliseconds: number): string {
  return Math.abs(milliseconds) <= 8.64e15 ? new Date(milliseconds).toISOString() : String(milliseconds);
}

/** Groups rows by the names of the columns whose cells are missing; null where none is. */
function byMissing(fields: readonly Field[], rows: Int32Array): Division {
  const withGaps = fields.filter(({ profile }) => profile.missing > 0);
  const isMissing = (field: Field, row: number) =>
    field.type === 'text' ? field.codes[row] < 0 : Number.isNaN(field.values[row]);
  const pattern = (row: number) =>
    withGaps
      .filter((field) => isMissing(field, row))
      .map(({ profile }) => profile.name)
      .join(', ') || null;
  return { by: 'missing', column: null, groups: largest(rows, pattern) };
}
