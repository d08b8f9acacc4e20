import type { Column } from '../profile.ts';
import { quoteName } from '../words/quoting.ts';
import { holdsRowNumbers } from '../words/row-numbers.ts';
import type { Token } from '../words/tokens.ts';
import { numberIn } from './cells.ts';
import type { Derived } from './durations.ts';
import type { IndexedTable } from './indexed-table.ts';
import { hasWord, type Mask, maskOf } from './links.ts';
import { mostBetween, type Named, namedWithin, saidBy } from './named-numbers.ts';
import { inRows, workedColumns } from './worked-rows.ts';

/** Of fewer values each is a group: "price per year" is no quotient. */
const leastValues = 60;

/** "Loans per month" are counted by month, and divided by no column of months. */
const periods = /^(years?|quarters?|months?|weeks?|days?|hours?)$/;
/**
 * "Price per square metre", "clicks divided by impressions": of groups of rows one sum by the other, of each row where an
 * average is asked for, and either where something is the first by it.
 */
export function quotientsOf(tokens: readonly Token[], table: IndexedTable, numbers: readonly Named[]): Derived[] {
  const percent = percentOf(tokens, numbers);
  if (percent) return [inPercent(percent, tokens, table)];
  const found = perOf(tokens, numbers) ?? dividedOf(tokens, numbers);
  if (!found) return [];
  const { left, right, words } = found;
  const name = `${left.column.name} per ${right.column.name}`;
  const synonyms = saidBy(tokens, left.link.words, words, right.link.words);
  return workedColumns(tokens, table, {
    name,
    synonyms,
    ofRow: `CAST(${quoteName(left.column.name)} AS double precision) / nullif(${quoteName(right.column.name)}, 0)`,
    ofAll: ofSums(found),
    work: (row) => numberIn(row[left.at]) / numberIn(row[right.at]),
    told: { quotient: [left.at, right.at] },
  });
}

interface Found {
  left: Named;
  right: Named;
  words: Mask;
}

function perOf(tokens: readonly Token[], numbers: readonly Named[]): Found | undefined {
  const per = tokens.findIndex(({ text }) => text === 'per');
  if (per < 1 || periods.test(tokens[per + 1]?.text)) return undefined;
  const [left, right] = [namedWithin(numbers, per - mostBetween, per), namedWithin(numbers, per + 1, per + 3)];
  if (!left || !right || left.at === right.at || (right.column.distinct ?? 0) < leastValues) return undefined;
  return { left, right, words: maskOf(per, per + 1) };
}

/** "Conversions divided by clicks", "clicks over impressions", where both names stand beside the word. */
function dividedOf(tokens: readonly Token[], numbers: readonly Named[]): Found | undefined {
  const at = tokens.findIndex(({ text }, place) => /^(divided|over)$/.test(text) && place > 0);
  if (at < 0) return undefined;
  const isDivided = tokens[at].text === 'divided' && tokens[at + 1]?.text === 'by';
  const end = at + (isDivided ? 2 : 1);
  const right = namedWithin(numbers, end, end + 3);
  const before = numbers.filter((one) => one.at !== right?.at);
  const left = namedWithin(before, isDivided ? at - mostBetween : at - 1, at);
  if (!left || !right || (!isDivided && tokens[at].text === 'divided')) return undefined;
  const isTotal = tokens[end]?.text === 'total' && !hasWord(right.link.words, end);
  return { left, right, words: maskOf(at, end + (isTotal ? 1 : 0)) };
}

/** "Tips as a percentage of the bill", "what share of the budget was spent": one sum in percent of another. */
function percentOf(tokens: readonly Token[], numbers: readonly Named[]): Found | undefined {
  // "Interest rate" is a column
  const isOfName = (place: number) => numbers.some(({ link }) => hasWord(link.words, place));
  const at = tokens.findIndex(({ text }, place) => shares.test(text) && !isOfName(place));
  if (at < 0) return undefined;
  const [first, second] = numbers
    .filter(({ link, column }) => link.from >= 0 && !holdsRowNumbers(column.name))
    .toSorted((one, other) => other.link.score - one.link.score)
    .slice(0, 2)
    .sort((one, other) => one.link.from - other.link.from);
  if (!second || first.link.from === second.link.from) return undefined;
  const isWhole = first.link.from > at && tokens.slice(at + 1, first.link.from).some(({ text }) => text === 'of');
  const [left, right] = isWhole ? [second, first] : [first, second];
  return { left, right, words: maskOf(at, at + 1) };
}

const shares = /^(percent|percentage|share|proportion|fraction|portion|ratio|rate)$/;

function inPercent(found: Found, tokens: readonly Token[], { rows }: IndexedTable): Derived {
  const { left, right, words } = found;
  const column: Column = {
    name: `${left.column.name} in percent of ${right.column.name}`,
    type: 'number',
    distinct: null,
    formula: `100.0 * ${ofSums(found)}`,
    quotient: [left.at, right.at],
    synonyms: saidBy(tokens, left.link.words, words, right.link.words),
    isPercent: true,
    unit: '%',
  };
  return { column, cells: rows.map(() => null) };
}

function ofSums({ left, right }: Found): string {
  return `CAST(sum(${quoteName(left.column.name)}) AS double precision) / nullif(sum(${quoteName(right.column.name)}), 0)`;
}

/** "Revenue minus spend", "the gap between list price and cost": of each row. */
export function differenceOf(tokens: readonly Token[], { rows }: IndexedTable, numbers: readonly Named[]): Derived[] {
  const found = minusOf(tokens, numbers) ?? gapOf(tokens, numbers);
  return found ? [inEachRow(found, { said: 'minus', sign: '-' }, tokens, rows)] : [];
}

/** "Price plus tax", "salary and bonus together": of each row. */
export function sumOf(tokens: readonly Token[], { rows }: IndexedTable, numbers: readonly Named[]): Derived[] {
  const found = plusOf(tokens, numbers);
  return found ? [inEachRow(found, { said: 'plus', sign: '+' }, tokens, rows)] : [];
}

function inEachRow(
  { left, right, words }: Found,
  { said, sign }: { said: string; sign: '+' | '-' },
  tokens: readonly Token[],
  rows: IndexedTable['rows'],
): Derived {
  const name = `${left.column.name} ${said} ${right.column.name}`;
  const synonyms = saidBy(tokens, left.link.words, words, right.link.words);
  const formula = `${quoteName(left.column.name)} ${sign} ${quoteName(right.column.name)}`;
  const factor = sign === '+' ? 1 : -1;
  return inRows({ name, formula, synonyms }, rows, (row) => numberIn(row[left.at]) + factor * numberIn(row[right.at]));
}

function plusOf(tokens: readonly Token[], numbers: readonly Named[]): Found | undefined {
  const isTogether = tokens.some(({ text }) => /^(together|combined)$/.test(text));
  const at = tokens.findIndex(({ text }) => text === 'plus' || (text === 'and' && isTogether));
  const right = at > 0 ? namedWithin(numbers, at + 1, at + 3) : undefined;
  const left = namedWithin(
    numbers.filter((one) => one.at !== right?.at),
    at - 2,
    at,
  );
  return left && right ? { left, right, words: maskOf(at, at + 1) } : undefined;
}

function minusOf(tokens: readonly Token[], numbers: readonly Named[]): Found | undefined {
  const at = tokens.findIndex(
    ({ text }, place) => text === 'minus' || (text === 'less' && isBehindName(numbers, place)),
  );
  const right = at > 0 ? namedWithin(numbers, at + 1, at + 4) : undefined;
  const left = namedWithin(
    numbers.filter((one) => one.at !== right?.at),
    at - mostBetween,
    at,
  );
  return left && right && tokens[at + 1]?.text !== 'than' ? { left, right, words: maskOf(at, at + 1) } : undefined;
}

const isBehindName = (numbers: readonly Named[], place: number) =>
  numbers.some(({ link }) => place > 0 && hasWord(link.words, place - 1));

function gapOf(tokens: readonly Token[], numbers: readonly Named[]): Found | undefined {
  const at = tokens.findIndex(({ text }) => /^(gap|difference|margin|spread)$/.test(text));
  if (at < 0 || tokens[at + 1]?.text !== 'between') return undefined;
  const and = tokens.findIndex(({ text }, place) => text === 'and' && place > at);
  const left = and < 0 ? undefined : namedWithin(numbers, at + 2, and);
  const right =
    left &&
    namedWithin(
      numbers.filter((one) => one.at !== left.at),
      and + 1,
      and + 1 + mostBetween,
    );
  return left && right ? { left, right, words: maskOf(at, at + 2) } : undefined;
}
