import { isBlank, isPlainDecimal, isSmallInteger, type ReadingName, readings, trimmed } from './cell-sql.ts';

const readingNames = Object.keys(readings) as ReadingName[];
/** Each reading is one bit of a cell's mask: set when the cell fits it. */
export const bitOf = Object.fromEntries(readingNames.map((name, index) => [name, 1 << index])) as Record<
  ReadingName,
  number
>;

/** What else a cell shows, in bits above those of the readings. */
export const mark = {
  /** The cell was neither a small integer nor a plain decimal: the full tests were needed. */
  dressed: 1 << 16,
  /** It has a comma, a clock time. */
  comma: 1 << 17,
  clock: 1 << 18,
  /** A number only with a decimal point, only with a decimal comma, or with a comma that could be either. */
  surePoint: 1 << 19,
  sureComma: 1 << 20,
  doubtfulComma: 1 << 21,
  /** Eight characters or more without digit or bracket: longer than any blank or boolean, so the column can only be text. */
  prose: 1 << 22,
};

const numeric = bitOf.integer | bitOf.point | bitOf.comma | bitOf.either;

/** A column and the readings that it may have, as bits. */
export interface Candidate {
  field: string;
  allowed: number;
}

/** A relation of masks `m0`, `m1` … by quick tests alone: no reading for a cell that is neither small integer nor plain decimal. */
export function quickMasks(from: string, columns: readonly Candidate[]): string {
  const masks = columns.map(({ field, allowed }, index) => {
    const prose = `WHEN regexp_full_match(${field}, '[^0-9{\\[]{8,}') THEN ${mark.prose}`;
    return `${quickMask(field, withBoth(allowed), allowed === 0 ? '' : prose)} AS m${index}`;
  });
  return `(SELECT ${masks.join(', ')} FROM ${from})`;
}

/** A relation of full masks, NULL for a blank cell. Three layers, so that only cells which need it are trimmed, and once. */
export function fullMasks(from: string, columns: readonly Candidate[]): string {
  const layer = (sql: (column: Candidate, index: number) => string) =>
    columns.map(({ field, allowed }, index) => sql({ field, allowed: withBoth(allowed) }, index)).join(', ');
  const quick = layer(({ field, allowed }, i) => `${quickMask(field, allowed)} AS q${i}, ${field} AS t${i}`);
  const bare = layer(({ allowed }, i) =>
    allowed === 0 ? `q${i}` : `q${i}, CASE WHEN q${i} = 0 THEN ${trimmed(`t${i}`)} END AS b${i}`,
  );
  const masks = layer(({ allowed }, i) =>
    allowed === 0 ? `q${i} AS m${i}` : `CASE WHEN q${i} = 0 THEN ${slowMask(`b${i}`, allowed)} ELSE q${i} END AS m${i}`,
  );
  return `(SELECT ${masks} FROM (SELECT ${bare} FROM (SELECT ${quick} FROM ${from})))`;
}

/** Reading a cell by either decimal mark takes the tests of both. */
function withBoth(allowed: number): number {
  return (allowed & bitOf.either) === 0 ? allowed : allowed | bitOf.point | bitOf.comma;
}

function quickMask(cell: string, allowed: number, more = ''): string {
  const decimal = (bitOf.point | bitOf.either) & allowed;
  const tests = `WHEN ${isSmallInteger(cell)} THEN ${numeric & allowed} WHEN ${isPlainDecimal(cell)} THEN ${decimal}`;
  return `CASE WHEN ${cell} IS NULL OR ${cell} = '' THEN NULL ${(allowed & numeric) === 0 ? '' : tests} ${more} ELSE 0 END`;
}

function slowMask(bare: string, allowed: number): string {
  const bits = readingNames
    .filter((name) => name !== 'either' && (allowed & bitOf[name]) !== 0)
    .map((name) => `(CASE WHEN ${readings[name].test(bare)} THEN ${bitOf[name]} ELSE 0 END)`);
  const marks = [
    `${mark.dressed}`,
    `(CASE WHEN contains(${bare}, ',') THEN ${mark.comma} ELSE 0 END)`,
    `(CASE WHEN contains(${bare}, ':') THEN ${mark.clock} ELSE 0 END)`,
  ];
  return `CASE WHEN ${isBlank(bare)} THEN NULL ELSE ${[...bits, ...marks].join(' | ')} END`;
}

/** Three aggregates over a column of masks: what all cells fit, what some cell shows, how many are not blank. */
export function evidenceSql(mask: string): string[] {
  const both = bitOf.point | bitOf.comma;
  const numberMark =
    `CASE WHEN (${mask} & ${both}) = ${bitOf.point} THEN ${mark.surePoint} ` +
    `WHEN (${mask} & ${both}) = ${bitOf.comma} THEN ${mark.sureComma} ` +
    `WHEN (${mask} & ${both | mark.comma}) = ${both | mark.comma} THEN ${mark.doubtfulComma} ELSE 0 END`;
  const either = `CASE WHEN (${mask} & ${both}) = 0 THEN 0 ELSE ${bitOf.either} END`;
  return [`bit_and(${mask} | ${either})`, `bit_or(${mask} | ${numberMark})`, `count(${mask})`];
}
