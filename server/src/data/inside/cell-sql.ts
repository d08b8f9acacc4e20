import { quoteText } from './duckdb.ts';

/**
 * SQL that reads dirty text cells. Each reading has a `test` (does the cell fit?) and a `cast` (its value, NULL when blank);
 * both take the SQL of a VARCHAR expression. The engine reads the cells of predict requests by the same rules.
 */
export interface Reading {
  test: (cell: string) => string;
  cast: (cell: string) => string;
}

const blanks = ['', 'na', 'n/a', '#n/a', 'n.a.', 'null', 'none', 'nil', 'nan', '-', '--', '?', '\\n', '.', 'missing'];

/** Whether a trimmed cell says "no value" in one of the usual spellings. In text columns only the empty cell does. */
export function isBlank(trimmed: string): string {
  return `(length(${trimmed}) < 8 AND lower(${trimmed}) IN (${blanks.map(quoteText).join(', ')}))`;
}

/** The test costs a quarter of the trimming, which few cells need. */
export function trimmed(cell: string): string {
  return `CASE WHEN regexp_matches(${cell}, '^[\\s\\x{a0}]|[\\s\\x{a0}]$') THEN trim(${cell}, ' \t\r\n\u00a0') ELSE ${cell} END`;
}

function matches(text: string, pattern: string): string {
  return `regexp_full_match(${text}, ${quoteText(pattern)})`;
}

function replaceAll(text: string, pattern: string, by = ''): string {
  return `regexp_replace(${text}, ${quoteText(pattern)}, ${quoteText(by)}, 'g')`;
}

/** Up to 15 digits: exact as a DOUBLE. Leading zeros make a code such as `00123`, not a number. */
export const isSmallInteger = (cell: string) => matches(cell, '-?(?:0|[1-9]\\d{0,14})');
/** Numbers as programs write them, where no mark can be read in two ways. */
export const isPlainDecimal = (cell: string) =>
  `(${matches(cell, '[+-]?(?:(?:0|[1-9]\\d{0,14})\\.\\d*|\\.\\d+|(?:0|[1-9]\\d{0,14})(?:\\.\\d*)?[eE][+-]?\\d{1,2})')}` +
  ` AND NOT ${matches(cell, '[+-]?[1-9]\\d{0,2}\\.\\d{3}')})`;

const telephone = '\\+\\d{8,}';

const integer: Reading = {
  test: (cell) =>
    `(${matches(cell, '-?(?:0|[1-9]\\d{0,18})|\\+[1-9]\\d{0,6}')} AND TRY_CAST(${cell} AS BIGINT) IS NOT NULL)`,
  cast: (cell) => `TRY_CAST(${cell} AS BIGINT)`,
};

const currencyWords = 'USD|EUR|GBP|CHF|JPY|INR|CNY';
const currency = `(?:[$€£¥₹₽₩₺₿]|${currencyWords})`;
const spaceGroups = "[1-9]\\d{0,2}(?:[ \u00a0\u202f']\\d{3}){1,6}";
/** Up to 279: with the at most 21 digits before it, always finite. */
const exponent = '(?:[eE][+-]?(?:\\d{1,2}|1\\d{2}|2[0-7]\\d))?';

function numberWith(decimal: string, group: string): Reading {
  const whole = `(?:0|[1-9]\\d{0,14}|[1-9]\\d{0,2}(?:${group}\\d{3}){1,6}|${spaceGroups})`;
  const body = `(?:${whole}(?:${decimal}\\d*)?|${decimal}\\d+)${exponent}`;
  const signed = `[+\\-−]?(?:${currency} ?)?[+\\-−]?${body} ?(?:${currency}|%)?`;
  const shape = `${signed}|\\(${signed}\\)`;
  const value = (cell: string) => {
    const digits = replaceAll(cell, `${currencyWords}|[^0-9${decimal}eE+-]`);
    const number = `TRY_CAST(replace(${digits}, '${decimal.replace('\\', '')}', '.') AS DOUBLE)`;
    return `(CASE WHEN regexp_matches(${cell}, '[(−]') THEN -${number} ELSE ${number} END)`;
  };
  return {
    test: (cell) => `(${matches(cell, shape)} AND NOT ${matches(cell, telephone)})`,
    cast: (cell) => `CASE WHEN ${matches(cell, shape)} THEN ${value(cell)} END`,
  };
}

const point = numberWith('\\.', ',');
const comma = numberWith(',', '\\.');

/** For columns in which every cell is a small integer or plain decimal: the fast way. `nan` is a blank. */
export const castPlainNumber = (cell: string) => `nullif(TRY_CAST(${cell} AS DOUBLE), 'nan'::DOUBLE)`;

const either: Reading = {
  test: (cell) => `(${point.test(cell)} OR ${comma.test(cell)})`,
  cast: (cell) => `coalesce(${point.cast(cell)}, ${comma.cast(cell)})`,
};

const truth = ['true', '.true.'];
const falsehood = ['false', '.false.'];
const moreTruth = [...truth, 'yes', 'y', 't', 'on', '1'];
const moreFalsehood = [...falsehood, 'no', 'n', 'f', 'off', '0'];

function words(yes: readonly string[], no: readonly string[]): Reading {
  const list = (some: readonly string[]) => some.map(quoteText).join(', ');
  return {
    test: (cell) => `(lower(${cell}) IN (${list([...yes, ...no])}))`,
    cast: (cell) =>
      `CASE WHEN lower(${cell}) IN (${list(yes)}) THEN true WHEN lower(${cell}) IN (${list(no)}) THEN false END`,
  };
}

const clock = '(?:[T ] ?(\\d{1,2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,9})?)?) ?(?:UTC|GMT|(Z|[+-]\\d{2}(?::?\\d{2})?))?)?';

/** Dates in digits, with or without a time: rewritten as ISO and cast. A zone is applied; without one the time is UTC. */
function digitsDate(pattern: string, iso: string): Reading {
  const shape = `${pattern}${clock}`;
  const cast = (cell: string) => {
    const rewritten = `trim(regexp_replace(${cell}, ${quoteText(`^${shape}$`)}, ${quoteText(`${iso} \\4\\5`)}))`;
    return `(CASE WHEN ${matches(cell, shape)} THEN TRY_CAST(${rewritten} AS TIMESTAMPTZ) AT TIME ZONE 'UTC' END)`;
  };
  return { test: (cell) => `(${cast(cell)} IS NOT NULL)`, cast };
}

function spelledDate(shape: string, formats: readonly string[]): Reading {
  const cast = (cell: string) =>
    `(CASE WHEN ${matches(cell, shape)} THEN try_strptime(${cell}, [${formats.map(quoteText).join(', ')}]) END)`;
  return { test: (cell) => `(${cast(cell)} IS NOT NULL)`, cast };
}

/** CASE and not OR: it leaves out the later tests for cells that fit an earlier one. */
function firstOf(...readings: Reading[]): Reading {
  return {
    test: (cell) =>
      `(CASE ${readings.map((reading) => `WHEN ${reading.test(cell)} THEN true`).join(' ')} ELSE false END)`,
    cast: (cell) => `coalesce(${readings.map((reading) => reading.cast(cell)).join(', ')})`,
  };
}

function withTimes(dates: readonly string[]): string[] {
  const times = ['', ' %H:%M', ' %H:%M:%S', ' %I:%M %p', ' %I:%M:%S %p'];
  return dates.flatMap((date) => times.map((time) => `${date}${time}`));
}

const halfDay = ' \\d{1,2}:\\d{2}(?::\\d{2})? ?[AaPp][Mm]';
const monthName = '[A-Za-z]{3,9}';
/** As programs write moments: a tenth of the cost of the reading that takes every spelling. */
const isoMoment: Reading = {
  test: (cell) => `(${isoMoment.cast(cell)} IS NOT NULL)`,
  cast: (cell) => {
    const shape = '\\d{4}-\\d{2}-\\d{2}(?:[T ]\\d{2}:\\d{2}(?::\\d{2}(?:\\.\\d{1,6})?)?)?';
    return `(CASE WHEN ${matches(cell, shape)} THEN TRY_CAST(${cell} AS TIMESTAMP) END)`;
  },
};
const yearFirst = digitsDate('(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})', '\\1-\\2-\\3');
const yearAndMonth: Reading = {
  test: (cell) => `(${matches(cell, '\\d{4}-(?:0[1-9]|1[0-2])')})`,
  cast: (cell) => `(CASE WHEN ${matches(cell, '\\d{4}-\\d{2}')} THEN TRY_CAST(${cell} || '-01' AS TIMESTAMP) END)`,
};
const dayFirst = '(\\d{1,2})[-/.](\\d{1,2})[-/.](\\d{4})';
const monthInWords = spelledDate(
  `(?:\\d{1,2}[- ]${monthName}[- ]\\d{4}|${monthName} \\d{1,2},? \\d{4})(?: \\d{1,2}:\\d{2}(?::\\d{2})?(?: [AaPp][Mm])?)?`,
  withTimes(['%d %b %Y', '%d-%b-%Y', '%d %B %Y', '%d-%B-%Y', '%b %d, %Y', '%B %d, %Y', '%b %d %Y', '%B %d %Y']),
);

/** Every way to read a column. The order of the keys is the order of the bits in a mask. */
export const readings = {
  integer,
  point,
  comma,
  either,
  boolean: words(truth, falsehood),
  /** Only where the sender says that the column is boolean: "yes" is a word of the sender's, and answers should keep it. */
  saidBoolean: words(moreTruth, moreFalsehood),
  yearFirst: firstOf(isoMoment, yearFirst, yearAndMonth),
  dayFirst: firstOf(
    digitsDate(dayFirst, '\\3-\\2-\\1'),
    spelledDate(`\\d{1,2}/\\d{1,2}/\\d{4}${halfDay}`, ['%d/%m/%Y %I:%M %p', '%d/%m/%Y %I:%M:%S %p']),
  ),
  monthFirst: firstOf(
    digitsDate(dayFirst.replaceAll('.]', ']'), '\\3-\\1-\\2'),
    spelledDate(`\\d{1,2}/\\d{1,2}/\\d{4}${halfDay}`, ['%m/%d/%Y %I:%M %p', '%m/%d/%Y %I:%M:%S %p']),
  ),
  monthInWords,
  json: {
    test: (cell) => `(regexp_matches(${cell}, '^[\\[{]') AND json_valid(${cell}))`,
    cast: (cell) => `${cell}::JSON`,
  },
} as const satisfies Record<string, Reading>;

export type ReadingName = keyof typeof readings;
