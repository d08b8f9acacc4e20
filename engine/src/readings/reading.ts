import { periodShapes } from './periods.ts';

export const cellTypes = ['integer', 'number', 'boolean', 'date', 'datetime', 'text', 'json'] as const;
export type CellType = (typeof cellTypes)[number];

/** How a column writes times other than as dates: bare months, quarters, weeks, digits without marks, numbers that count from a day. */
export const timeShapes = [
  'month',
  ...periodShapes,
  'yyyymm',
  'yyyymmdd',
  'yyyymmddhhmmss',
  'yyyyddd',
  'yyyy',
  'excel',
  'unix_s',
  'unix_ms',
  'unix_us',
  'unix_ns',
] as const;
export type TimeShape = (typeof timeShapes)[number];

/** What the two parts of `27:15` are. */
export const spanParts = ['h:mm', 'm:ss'] as const;
export type SpanParts = (typeof spanParts)[number];

/** A unit as cells write it (folded), and its factor. */
export interface Unit {
  name: string;
  factor: number;
}

/**
 * How the cells of a column are read: plain JSON, stored with tables and models. Fields that do not apply to the type
 * are absent. Empty cells are always missing; usual words for "no value" (`NA`, `-`, `null` …) in all types but text
 * and JSON.
 */
export interface Reading {
  type: CellType;
  /** Further words for "no value", folded. */
  blanks: readonly string[];
  /** Numbers: the decimal mark. `either`: cells use both, and each is unambiguous. */
  decimal?: '.' | ',' | 'either';
  /** Numbers: the thousands separator, besides spaces and apostrophes. */
  group?: ',' | '.';
  /** Numbers: the unit. Where cells use several units of one kind, all are converted to this one. */
  unit?: string;
  /** Numbers: units that cells may name. */
  units?: readonly Unit[];
  /** Numbers: cells may hold several units at once, such as `1h 20m`. */
  compound?: boolean;
  /** Numbers: `<5`, `>= 90` and `65+` are 5, 90 and 65. */
  limits?: boolean;
  /** Numbers: they are shares of 1, so that `50%` is 0.5. */
  shares?: boolean;
  /** Numbers: `13:30` and `1:30 pm` are 13.5 hours. */
  clock?: boolean;
  /** Numbers: `27:15` is a span of time, in seconds; this says what its two parts are. */
  span?: SpanParts;
  /** Dates: whether 3/4/2020 is the third of April (`dmy`); `ymd` reads no such cell. */
  date_order?: 'ymd' | 'dmy' | 'mdy';
  /** Dates: the last of the hundred years that two digits mean; 2069 where it is absent. */
  latest_year?: number;
  /** Dates: what bare numbers, and months without a day, mean. */
  time_shape?: TimeShape;
  /** Quarters, half-years and weeks: how cells write them, such as `{yyyy} Q{n}`. */
  period_spelling?: string;
  /** Booleans: the words for false and true. */
  booleans?: Readonly<Record<'true' | 'false', readonly string[]>>;
}

export type NumberReading = Pick<Reading, 'decimal' | 'units' | 'compound' | 'limits' | 'shares' | 'clock' | 'span'>;

/** Words for true and false as written by programs, and by spreadsheets in other languages. */
export const plainBooleans = {
  true: ['true', '.true.', 'wahr', 'vrai', 'verdadero', 'vero', 'verdadeiro', 'waar', 'prawda', 'sant', 'истина'],
  false: ['false', '.false.', 'falsch', 'faux', 'falso', 'onwaar', 'fałsz', 'falskt', 'ложь'],
};
const truth = [...plainBooleans.true, 't', 'yes', 'y', 'on', '1', 'ja', 'oui', 'si', 'sí'];
const falsehood = [...plainBooleans.false, 'f', 'no', 'n', 'off', '0', 'nein', 'non'];

/** Returns the default reading of a type: English numbers, dates with the year first. */
export function usualReading(type: CellType, blanks: readonly string[] = []): Reading {
  switch (type) {
    case 'integer':
    case 'number':
      return { type, blanks, decimal: '.', group: ',' };
    case 'boolean':
      return { type, blanks, booleans: { true: truth, false: falsehood } };
    case 'date':
    case 'datetime':
      return { type, blanks, date_order: 'ymd' };
    default:
      return { type, blanks };
  }
}

/** Returns the decimal mark of a target's figures: its own, or that of the inputs where it has no fractions. */
export function decimalMark(target: Reading, inputs: readonly Reading[]): '.' | ',' {
  if (target.type === 'number') return target.decimal === ',' ? ',' : '.';
  return inputs.some(({ type, decimal }) => type === 'number' && decimal === ',') ? ',' : '.';
}

export function isNumeric({ type }: Reading): boolean {
  return type === 'integer' || type === 'number';
}

/** Returns whether cells are kept as they are written, so that only the empty one is always missing. */
export function isTextual({ type }: Pick<Reading, 'type'>): boolean {
  return type === 'text' || type === 'json';
}

export function isMoment({ type }: Reading): boolean {
  return type === 'date' || type === 'datetime';
}
