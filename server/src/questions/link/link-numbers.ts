import type { Field } from '../algebra.ts';
import type { Token } from '../words/tokens.ts';
import { type Comparing, comparingAt } from './comparators.ts';
import type { IndexedTable } from './indexed-table.ts';
import { isoDayAt } from './link-times.ts';
import type { Proposed } from './link-values.ts';
import { type ColumnLink, hasWord, maskOf } from './links.ts';

const isNamed = 0.99;
/** Fields that a number without the name of a column is tried on. */
const mostFields = 6;

interface Said {
  value: number;
  from: number;
  to: number;
}

/** Numbers of the question as tests of fields: "more than 5", "in 2010", "between 10 and 20", "the 1990s". */
export function linkNumbers(tokens: readonly Token[], table: IndexedTable, columns: readonly ColumnLink[]): Proposed[] {
  const fields = numericFields(table, columns);
  const decades = tokens.flatMap((token, at) => decadeAt(token, at, fields));
  const inDays = tokens.flatMap((_, at) => (isoDayAt(tokens, at) ? [at, at + 1, at + 2] : []));
  const numbers = saidNumbers(tokens).filter(
    // "Fastest first" is of no January
    (said) => table.isWhole || !(inDays.includes(said.from) || tokens[said.from].text === 'first'),
  );
  const ranges = numbers.flatMap((low, place) => rangeOf(tokens, low, numbers[place + 1], fields));
  const bounds = numbers.flatMap((said, at) => {
    const comparing = comparingAt(tokens, said.from, said.to) ?? carriedFrom(tokens, numbers[at - 1], said);
    return boundsOf(tokens, { ...said, comparing }, fields, columns, table.isWhole);
  });
  return [...decades, ...ranges, ...bounds];
}

/** "At least 4 bedrooms and 3 bathrooms" bounds both. */
function carriedFrom(
  tokens: readonly Token[],
  earlier: Said | undefined,
  { value, from, to }: Said,
): Comparing | undefined {
  if (!earlier || tokens[from - 1]?.text !== 'and' || value >= 1000) return undefined;
  const comparing = comparingAt(tokens, earlier.from, earlier.to);
  // Who wants more than 3 rooms and 2 baths wants 2 baths
  const isCarried = comparing?.operator === '>=' || comparing?.operator === '<=';
  return isCarried && comparing.from < earlier.from ? { operator: comparing.operator, from, to } : undefined;
}

/** Fields with a range, those whose column is named first. */
function numericFields({ fields, numbers, isWhole, rows }: IndexedTable, columns: readonly ColumnLink[]): Ranged[] {
  return fields
    .flatMap((field, place): Ranged[] => {
      if (field.kind !== 'number' || field.part === 'place') return [];
      // "Over 50" is not of the number in the label "Swimmer 51"
      if (field.part === 'number' && !isWhole && columns[field.at].score < isNamed) return [];
      // The first rows of a large table do not show how far its values go.
      const told = isWhole ? undefined : rangeTold(field);
      const range = told ?? rangeIn(numbers[place]) ?? rangeTold(field) ?? (rows.length === 0 ? anyNumber : undefined);
      return range ? [{ field, ...range, said: columns[field.at].score }] : [];
    })
    .sort((one, other) => other.said - one.said);
}

/** Of a table without known rows nothing tells how far its numbers go. */
const anyNumber = { low: Number.NEGATIVE_INFINITY, high: Number.POSITIVE_INFINITY };

interface Ranged {
  field: Field;
  low: number;
  high: number;
  said: number;
}

function rangeIn(numbers: Float64Array | undefined): { low: number; high: number } | undefined {
  const known = numbers?.filter((value) => !Number.isNaN(value));
  if (!known || known.length === 0) return undefined;
  return { low: known.reduce((a, b) => Math.min(a, b)), high: known.reduce((a, b) => Math.max(a, b)) };
}

function rangeTold({ column: { min, max }, part }: Field): { low: number; high: number } | undefined {
  if (part === 'year') return { low: yearOf(min, 1000), high: yearOf(max, 2100) };
  return typeof min === 'number' && typeof max === 'number' ? { low: min, high: max } : undefined;
}

function yearOf(day: unknown, otherwise: number): number {
  return typeof day === 'string' ? Number(day.slice(0, 4)) || otherwise : otherwise;
}

/** "Five hundred" and "2 million" are one number each. */
function saidNumbers(tokens: readonly Token[]): Said[] {
  const found: Said[] = [];
  for (let at = 0; at < tokens.length; at += 1) {
    const { number } = tokens[at];
    if (number === undefined) continue;
    const factor = tokens[at + 1]?.number ?? 0;
    const isProduct = factor >= 100 && /^\p{L}/u.test(tokens[at + 1].text);
    // "200 to 300 thousand" are thousands both
    const later =
      tokens[at + 1]?.text === 'to' && (tokens[at + 2]?.number ?? 0) > number ? (tokens[at + 3]?.number ?? 0) : 0;
    const shared = later >= 100 && /^\p{L}/u.test(tokens[at + 3].text) && number < 1000 ? later : 1;
    found.push({ value: isProduct ? number * factor : number * shared, from: at, to: at + (isProduct ? 2 : 1) });
    if (isProduct) at += 1;
  }
  return found;
}

function decadeAt({ text }: Token, at: number, fields: readonly Ranged[]): Proposed[] {
  const decade = /^((?:1\d|20)\d)0s$/.exec(text)?.[1];
  if (decade === undefined) return [];
  const [low, high] = [Number(`${decade}0`), Number(`${decade}9`)];
  return fields
    .filter((one) => one.low <= high && one.high >= low && isYearLike(one))
    .map(({ field }) => ({
      condition: { test: 'between', field, low, high },
      found: 'time',
      words: maskOf(at, at + 1),
      score: 1,
    }));
}

/** Years of dates, or of a column that is called so. */
function isYearIn({ field }: Ranged): boolean {
  return field.part === 'year' || /(^|[_\s]|\p{Ll}(?=Y))year$/iu.test(field.column.name);
}

function isYearLike({ field, low, high }: Ranged): boolean {
  return field.part === 'year' || (low >= 1000 && high <= 2100);
}

function rangeOf(tokens: readonly Token[], low: Said, high: Said | undefined, fields: readonly Ranged[]): Proposed[] {
  if (!high || high.value <= low.value || high.from - low.to > 2) return [];
  const [link, lead] = [tokens[high.from - 1]?.text, tokens[low.from - 1]?.text];
  const isRange =
    link === 'to' || (['and', 'to', 'through', 'until'].includes(link) && ['between', 'from'].includes(lead));
  if (!isRange) return [];
  const first = ['between', 'from', 'for'].includes(lead) ? low.from - 1 : low.from;
  return fields
    .filter((one) => one.low <= high.value && one.high >= low.value)
    .slice(0, mostFields)
    .map(({ field, said }) => ({
      condition: { test: 'between', field, low: low.value, high: high.value },
      found: 'bound',
      words: maskOf(first, high.to),
      score: 1.2 + 0.3 * said,
    }));
}

const ofTimes = /^(minutes?|mins?|hours?|hrs?|days?|weeks?|months?)$/;
/** "Younger than 30" is of ages and of nothing else that goes to 30. */
const ofOneKind = /^(older|younger|cheaper|dearer|heavier|lighter|taller|shorter|longer|faster|slower)$/;

function boundsOf(
  tokens: readonly Token[],
  { value, from, to, comparing }: Said & { comparing: Comparing | undefined },
  fields: readonly Ranged[],
  columns: readonly ColumnLink[],
  isWhole: boolean,
): Proposed[] {
  const isYear = Number.isInteger(value) && value >= 1000 && value <= 2100;
  const before = tokens[from - 1]?.text ?? '';
  const isNamedYear = /^(in|during|of|for|from|since|after|before|until|year|and|or|vs|versus|to)$/.test(before);
  const isDated = fields.some(
    (one) => one.field.kind === 'number' && isYearIn(one) && one.low <= value && value <= one.high,
  );
  const isSaidYear =
    isYear &&
    !isWhole &&
    (isNamedYear || comparing === undefined) &&
    (isDated || /^(in|during|of|for|from)$/.test(before));
  const isOfKind = ({ text }: Token) => ofOneKind.test(text) && (!isWhole || /^(older|younger)$/.test(text));
  const isTimed = !isWhole && ofTimes.test(tokens[to]?.text ?? '');
  const needsName = comparing !== undefined && (isTimed || tokens.slice(comparing.from, from).some(isOfKind));
  const own = fields.filter(
    (one) =>
      (!needsName || one.said > 0) &&
      one.low <= value &&
      value <= one.high &&
      (one.field.part !== 'year' || isYear) &&
      (!isSaidYear || isYearLike(one)),
  );
  const named =
    isWhole || !comparing ? [] : own.filter(({ field }) => standsBefore(columns[field.at], tokens, comparing.from));
  const meant = named.length > 0 ? named : own;
  return meant.slice(0, mostFields).flatMap(({ field, said, ...range }): Proposed[] => {
    const isFitting = isYear === isYearLike({ field, said, ...range });
    const near = columns[field.at].from >= 0 && Math.abs(columns[field.at].from - from) <= 3 ? 0.2 : 0;
    const score = 0.5 + (isFitting ? 0.3 : 0) + 0.3 * said + near;
    const equal = { condition: { test: 'compare', field, operator: '=', value }, found: 'number' } as const;
    const words = maskOf(from, to);
    if (!comparing) return [{ ...equal, words, score }];
    const bound = { test: 'compare', field, operator: comparing.operator, value } as const;
    return [
      { condition: bound, found: 'bound', words: maskOf(comparing.from, comparing.to), score: score + 0.3 },
      { ...equal, words, score: score - 0.2 },
    ];
  });
}

/** "An interest rate above 20 percent" bounds what is named before it, whatever else is told in percent. */
function standsBefore({ score, words }: ColumnLink, tokens: readonly Token[], at: number): boolean {
  const end = /^(is|are|was|were|be|of)$/.test(tokens[at - 1]?.text) ? at - 2 : at - 1;
  return score > isNamed && end >= 0 && hasWord(words, end);
}
