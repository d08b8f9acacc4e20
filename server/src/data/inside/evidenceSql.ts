import { isBlank, isPlainDecimal, isSmallInteger, type ReadingName, readings, trimmed } from './cellSql.ts';

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
};

const numeric = bitOf.integer | bitOf.point | bitOf.comma | bitOf.either;

/** SQL of a cell's mask for the readings in `allowed`; NULL for a blank cell. Common cells cost one regular expression. */
export function maskSql(cell: string, asked: number): string {
  if (asked === 0) return `CASE WHEN ${cell} <> '' THEN 0 END`;
  const bare = trimmed(cell);
  const allowed = (asked & bitOf.either) === 0 ? asked : asked | bitOf.point | bitOf.comma;
  const bits = readingNames
    .filter((name) => name !== 'either' && (allowed & bitOf[name]) !== 0)
    .map((name) => `(CASE WHEN ${readings[name].test(bare)} THEN ${bitOf[name]} ELSE 0 END)`);
  const marks = [
    `${mark.dressed}`,
    `(CASE WHEN contains(${bare}, ',') THEN ${mark.comma} ELSE 0 END)`,
    `(CASE WHEN contains(${bare}, ':') THEN ${mark.clock} ELSE 0 END)`,
  ];
  const rest = `WHEN ${isBlank(bare)} THEN NULL ELSE ${[...bits, ...marks].join(' | ')}`;
  return `CASE WHEN ${cell} IS NULL THEN NULL ${quickTests(cell, allowed)} ${rest} END`;
}

/** The same for small integers and plain decimals alone: zero for every other cell that is not empty. */
export function quickMask(cell: string, allowed: number): string {
  return `CASE WHEN ${cell} <> '' THEN CASE ${quickTests(cell, allowed)} WHEN false THEN 0 ELSE 0 END END`;
}

function quickTests(cell: string, allowed: number): string {
  if ((allowed & numeric) === 0) return '';
  const decimal = (bitOf.point | bitOf.either) & allowed;
  return `WHEN ${isSmallInteger(cell)} THEN ${numeric & allowed} WHEN ${isPlainDecimal(cell)} THEN ${decimal}`;
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
