import type { ColumnSummary, TableSummary } from '../grounding.ts';
import { wordsInEnglish } from '../words/abroad.ts';
import { wordsOfName } from '../words/tokens.ts';
import type { Vocabulary } from '../words/vocabulary.ts';

export type Scalar = string | number | boolean;

export function isNumeric({ type }: ColumnSummary): boolean {
  return type === 'integer' || type === 'number';
}

export function isTemporal({ type }: ColumnSummary): boolean {
  return type === 'date' || type === 'datetime';
}

/** Returns whether whole numbers are years: dates without months. */
export function isYear({ name, type, min, max }: ColumnSummary): boolean {
  if (type !== 'integer' && type !== 'number') return false;
  const words = wordsInEnglish(name);
  const named = ['year', 'yr', 'vintage', 'season'].some((word) => words.includes(word));
  const [low, high] = [Number(min), Number(max)];
  const plausible = Number.isInteger(low) && Number.isInteger(high) && low >= 1000 && high <= 2200 && min !== undefined;
  return named && plausible;
}

export function isTime(column: ColumnSummary): boolean {
  return isTemporal(column) || isYear(column);
}

/** Returns whether a column numbers orders of several rows each. */
export function isInParts(
  { name, distinct }: ColumnSummary,
  { row_count }: TableSummary,
  vocabulary: Vocabulary,
): boolean {
  const words = wordsOfName(name).map(vocabulary.singular);
  const isOrder = words.length > 1 && /^(id|no|nr|number)$/.test(words.at(-1) ?? '');
  const isOfSales = /^(order|invoice|transaction|receipt|purchase|basket|cart|booking)$/.test(words.at(-2) ?? '');
  return isOrder && isOfSales && (distinct ?? 0) > 1 && (distinct ?? 0) < 0.9 * row_count;
}

const calendarRanges: Record<string, number> = { month: 12, day: 31, hour: 23, weekday: 7, week: 53, quarter: 4 };

/** Returns whether a whole number is a part of a date: an hour of the day is no duration. */
export function isPartOfDate({ name, min, max }: ColumnSummary): boolean {
  const most = calendarRanges[wordsInEnglish(name).at(-1) ?? ''];
  return most !== undefined && Number.isInteger(min) && Number(min) >= 0 && Number(max) <= most && Number(max) > 1;
}

/** Returns whether a number identifies or dates something rather than measures it. */
export function isLabel(column: ColumnSummary): boolean {
  const name = spaced(column.name);
  return isYear(column) || /(^|[_\s])(id|no|nr|number|code|zip|postcode|decade)$|^id[_\s]/i.test(name);
}

function spaced(name: string): string {
  return name.replace(/(\p{Ll})(\p{Lu})/gu, '$1_$2');
}

export function isGroupable(column: ColumnSummary): boolean {
  return !isNumeric(column) || isLabel(column) || (column.distinct ?? 0) <= 60;
}

/** Returns the meaningful words of a name: `rooms` of `number_of_rooms`. */
export function contentWords(name: string, vocabulary: Vocabulary): string[] {
  const words = wordsInEnglish(name).map(vocabulary.singular);
  const named = withoutUnit(words, vocabulary);
  const content = named.filter((word) => !vocabulary.weakWords.includes(word) && !/^(?:19|20)\d\d$/.test(word));
  return content.length > 0 ? content : words;
}

/** `body_mass_g` is a mass, `weight_in_lbs` a weight. */
function withoutUnit(words: readonly string[], { units, concepts }: Vocabulary): readonly string[] {
  // "Min" are minutes of a time, and the minimum of all else
  const isTime = words.some((word) => concepts.duration.includes(word));
  const isUnit = (word: string | undefined) => word !== undefined && units.includes(word) && (word !== 'min' || isTime);
  let end = words.length;
  while (
    end > 1 &&
    (isUnit(words[end - 1]) || (end < words.length && (words[end - 1] === 'in' || words[end - 1] === 'per')))
  )
    end -= 1;
  return words.slice(0, end);
}

/** Returns whether a column numbers things, as `patient_id` and `orderId` do. */
export function isId({ name }: ColumnSummary): boolean {
  return /(?:^|[_ .-])id$|[a-z]I[dD]$/i.test(name) && wordsOfName(name).at(-1) === 'id';
}

/** Returns whether a column counts something, as `number_of_rooms`, `room_count` and `quantity` do. */
export function isCount(column: ColumnSummary, vocabulary: Vocabulary): boolean {
  const words = wordsInEnglish(column.name);
  const last = vocabulary.singular(words.at(-1) ?? '');
  const counts = ['number', 'num', 'count'].some((word) => word === words[0] || word === last);
  return isNumeric(column) && (counts || vocabulary.concepts.quantity.includes(last));
}

/** A whole number with a plural name is a count too: `bedrooms`, `seats`, `visits`. */
export function countsThings(column: ColumnSummary, vocabulary: Vocabulary): boolean {
  if (isCount(column, vocabulary)) return true;
  const last = wordsOfName(column.name).at(-1) ?? '';
  return isWhole(column) && !isYear(column) && vocabulary.singular(last) !== last;
}

function isWhole({ type, min, max }: ColumnSummary): boolean {
  return type === 'integer' || (type === 'number' && Number.isInteger(min) && Number.isInteger(max));
}

/** Returns whether a sum of the column makes sense: of amounts and counts it does, of prices and temperatures not. */
export function isAdditive(column: ColumnSummary, vocabulary: Vocabulary): boolean {
  const sums = [...vocabulary.terms.sum, ...vocabulary.concepts.revenue, ...vocabulary.concepts.heads];
  const isSum = wordsInEnglish(column.name).some((word) => sums.includes(vocabulary.singular(word)));
  return isNumeric(column) && (isSum || isCount(column, vocabulary) || isMoney(column, vocabulary));
}

/** `mrr_usd`, but no `price_eur` or `average_fee_usd`. */
function isMoney(column: ColumnSummary, vocabulary: Vocabulary): boolean {
  const words = wordsInEnglish(column.name);
  const isEach = words.some((word) => /^(avg|average|mean|median|min|max|per|unit|list)$/.test(word));
  return (
    words.length > 1 && vocabulary.terms.money.includes(words.at(-1) ?? '') && !isEach && !isLevel(column, vocabulary)
  );
}

const levels = [
  'temperature',
  'rating',
  'age',
  'speed',
  'price',
  'humidity',
  'pressure',
  'height',
  'weight',
  'size',
  'rate',
];

/** Temperatures and ratings do not add up. */
export function isLevel({ name }: ColumnSummary, { concepts, abbreviations }: Vocabulary): boolean {
  const words = wordsInEnglish(name).map((word) => abbreviations[word] ?? word);
  return levels.some((level) => words.includes(level) || words.some((word) => concepts[level]?.includes(word)));
}

const lesser = new Set(['secondary', 'second', 'other', 'alternative', 'previous', 'old', 'alternate', 'backup']);
const foremost = new Set(['primary', 'main', 'first', 'overall', 'total']);

/** Ranks similar columns: `secondary_breed` is less likely than `primary_breed`. */
export function rankOf({ name }: ColumnSummary): number {
  const words = wordsOfName(name);
  if (words.some((word) => lesser.has(word))) return 0.3;
  return words.some((word) => foremost.has(word)) ? -0.13 : 0;
}

export function isForemost(word: string): boolean {
  return foremost.has(word);
}

/** Returns the columns that an adjective of this concept can order: numbers, and dates for concepts of time. */
export function columnsOfConcept(table: TableSummary, concept: string, vocabulary: Vocabulary): ColumnSummary[] {
  const words = vocabulary.concepts[concept] ?? [];
  const isAbout = ({ name }: ColumnSummary) => {
    const content = contentWords(name, vocabulary);
    // A word in the middle of a long name says little: `training_times_last_year` is not a time
    const telling = content.length <= 2 ? content : [content[0], content[content.length - 1]];
    return telling.some((word) => words.includes(word)) || words.includes(content.join(' '));
  };
  if (concept === 'time') {
    const moments = table.columns.filter(isTemporal);
    return moments.length > 0 ? moments : table.columns.filter(isYear);
  }
  const about = table.columns.filter(
    (column) => isNumeric(column) && isAbout(column) && !isPartOfDate(column) && !isYear(column),
  );
  // "The biggest loan" is by `loan_amount`
  if (concept === 'size' && about.length === 0) {
    const rows = contentWords(table.name, vocabulary);
    return table.columns.filter((column) => isNumeric(column) && rows.includes(amountOf(column, vocabulary) ?? ''));
  }
  const exact = about.filter(({ name }) => words.includes(contentWords(name, vocabulary).join(' ')));
  if (exact.length > 0) return exact;
  const main = about.filter((column) => rankOf(column) < 0);
  return main.length > 0 ? main : about;
}

/** Returns of what a column is the amount: "loan" of `loan_amount`. */
export function amountOf({ name }: ColumnSummary, vocabulary: Vocabulary): string | undefined {
  const [noun, last, ...more] = contentWords(name, vocabulary);
  return more.length === 0 && /^(amount|total|sum)$/.test(last ?? '') ? noun : undefined;
}

const positive = new Set(['yes', 'y', 'true', 't', '1', 'ja', 'oui', 'si', 'sí', 'sim', 'tak', 'да']);
const negative = new Set(['no', 'n', 'false', 'f', '0', 'nein', 'nee', 'nej', 'non', 'não', 'nie', 'нет']);

/** Returns a value without the number that statistics programs put before it: "1_yes" is "yes". */
export function withoutCode(value: string): string {
  return value.replace(/^\d{1,2}[_:.)] ?(?=\p{L})/u, '');
}

/** Returns the values for yes and no of a column, in any spelling. */
export function flagOf({ type, values, min, max, distinct }: ColumnSummary): { yes: Scalar; no: Scalar } | undefined {
  if (type === 'boolean') return { yes: true, no: false };
  if (type === 'integer' && Number(min) === 0 && Number(max) === 1 && (distinct ?? 2) === 2) return { yes: 1, no: 0 };
  if (type !== 'text' || !values || values.length === 0 || values.length > 3) return undefined;
  const yes = values.find((value) => positive.has(withoutCode(String(value)).toLowerCase()));
  const no = values.find((value) => negative.has(withoutCode(String(value)).toLowerCase()));
  if (yes === undefined || no === undefined) return undefined;
  return { yes: yes as string, no: no as string };
}

/** Returns the only column of names: of what the rows tell about, where these recur. */
export function nameColumn({ table }: { table: TableSummary }): ColumnSummary | undefined {
  const names = table.columns.filter(({ name, type }) => type === 'text' && /(^|[^a-z])(name|title)$/i.test(name));
  return names.length === 1 ? names[0] : undefined;
}
