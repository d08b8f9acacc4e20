export const cellTypes = ['integer', 'number', 'boolean', 'date', 'datetime', 'text', 'json'] as const;
export type CellType = (typeof cellTypes)[number];

/** A unit as cells write it (folded), and what a number with it is multiplied by. */
export interface Unit {
  name: string;
  factor: number;
}

/**
 * How every cell of a column is read, decided once: plain JSON, stored with tables and models. What a type has no use for is
 * left out. Empty cells are missing in every type, the usual words for "no value" (`NA`, `-`, `null` …) in all but text and JSON.
 */
export interface Reading {
  type: CellType;
  /** Further words that say that there is no value, folded. */
  blanks: readonly string[];
  /** Numbers: the decimal mark. `either`: cells have one or the other, and none leaves a doubt. */
  decimal?: '.' | ',' | 'either';
  /** Numbers: what parts thousands, beside spaces and apostrophes. */
  group?: ',' | '.';
  /** Numbers: what they are measured in; where cells name several of one kind, the one that all are brought to. */
  unit?: string;
  /** Numbers: units that cells may name. */
  units?: readonly Unit[];
  /** Numbers: cells may hold several units at once, such as `1h 20m`. */
  compound?: boolean;
  /** Numbers: `<5`, `>= 90` and `65+` are 5, 90 and 65. */
  limits?: boolean;
  /** Numbers: `13:30` and `1:30 pm` are 13.5 hours. */
  clock?: boolean;
  /** Dates: whether 3/4/2020 is the third of April (`dmy`); `ymd` reads no such cell. */
  date_order?: 'ymd' | 'dmy' | 'mdy';
  /** Booleans: the words for either. */
  booleans?: Readonly<Record<'true' | 'false', readonly string[]>>;
}

export type NumberReading = Pick<Reading, 'decimal' | 'units' | 'compound' | 'limits' | 'clock'>;

/** As programs write them, and spreadsheets in the language of their user. */
export const plainBooleans = {
  true: ['true', '.true.', 'wahr', 'vrai', 'verdadero', 'vero', 'verdadeiro', 'waar', 'prawda', 'sant', 'истина'],
  false: ['false', '.false.', 'falsch', 'faux', 'falso', 'onwaar', 'fałsz', 'falskt', 'ложь'],
};
const truth = [...plainBooleans.true, 't', 'yes', 'y', 'on', '1', 'ja', 'oui', 'si', 'sí'];
const falsehood = [...plainBooleans.false, 'f', 'no', 'n', 'off', '0', 'nein', 'non'];

/** How a column of a type is read of whose cells nobody has seen more: numbers in English, dates with the year first. */
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

export function isNumeric({ type }: Reading): boolean {
  return type === 'integer' || type === 'number';
}

export function isMoment({ type }: Reading): boolean {
  return type === 'date' || type === 'datetime';
}
