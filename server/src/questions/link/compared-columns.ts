import type { Operator } from '../algebra.ts';
import { quoteName } from '../words/quoting.ts';
import type { Token } from '../words/tokens.ts';
import { farFrom, isComparable, kindOf, saysMore, valueIn } from './columns-alike.ts';
import type { Derived } from './durations.ts';
import type { IndexedTable } from './indexed-table.ts';
import { latenessOf } from './lateness.ts';
import { type ColumnLink, hasWord, type Mask, maskOf, noWords, union } from './links.ts';

const leastNamed = 0.4;
const mostPairs = 2;

/** What says how one column is compared with the one behind it; the longest first. */
const comparing: readonly (readonly [Operator, RegExp])[] = [
  ['>=', /^(at least|no less than|not less than|hit|hits|met|meet|meets|reached|reach|made|achieved)$/],
  ['<=', /^(at most|no more than|not more than|within|up to)$/],
  ['<', /^(miss|missed|misses|missing|below|under|before|earlier than|prior to|short of)$/],
  ['>', /^(above|over|beyond|after|later than|exceed|exceeds|exceeded|exceeding|beat|beats|topped|surpassed|past)$/],
];
const more = /^(more|higher|greater|larger|bigger|longer|older|later|better|dearer|heavier|taller|faster)$/;
const less = /^(less|fewer|lower|smaller|shorter|younger|earlier|worse|cheaper|lighter|slower)$/;
const linking = /^(the|its|their|his|her|our|a|an|what|they|we|it|was|were|is|had|of|in|planned|original)$/;
const saidOf: Record<Operator, string> = {
  '>': 'more than',
  '>=': 'at least',
  '<': 'less than',
  '<=': 'at most',
  '=': 'the same as',
};

interface Side {
  at: number;
  words: Mask;
}

/** "Below their reorder point", "received after the promised date", "paid late": a test of each row by two of its columns. */
export function comparedColumns(
  tokens: readonly Token[],
  table: IndexedTable,
  links: readonly ColumnLink[],
): Derived[] {
  const late = latenessOf(tokens, table, links);
  if (late) return [testOf(tokens, table, late)];
  const sides = table.columns.flatMap((_, at) =>
    isComparable(table.columns[at]) && isNamed(links[at]) && saysMore(tokens, links[at], table) ? [at] : [],
  );
  return sides
    .flatMap((right) => {
      const found = comparedAt(tokens, right, table, links);
      if (!found) return [];
      const left = leftOf(right, found, sides, table, links);
      return left ? [testOf(tokens, table, { left, right: { at: right, words: links[right].words }, ...found })] : [];
    })
    .slice(0, mostPairs);
}

function isNamed({ score, from, isTaught }: ColumnLink): boolean {
  return score >= leastNamed && from >= 0 && !isTaught;
}

/** Of "self rating > rating" the second rating is compared with. */
function comparedAt(
  tokens: readonly Token[],
  right: number,
  table: IndexedTable,
  links: readonly ColumnLink[],
): (Compared & { name: number }) | undefined {
  const { words } = links[right];
  const begins = tokens.flatMap((_, at) => (hasWord(words, at) && !hasWord(words, at - 1) ? [at] : []));
  const [found] = begins.flatMap((name) => {
    const compared = comparingBefore(tokens, name);
    return compared ? [{ ...compared, name }] : [];
  });
  // Who misses a limit is above it
  const isMissed = found?.operator === '<' && tokens.some(({ text }) => /^miss/.test(text));
  const isLimit = table.stems[right].some((stem) => limits.test(stem));
  return found && isMissed && isLimit ? { ...found, operator: '>' } : found;
}

const limits = /^(due|promis|deadlin|sla|limit|agre|eta$)/;

interface Compared {
  operator: Operator;
  words: Mask;
  /** Place of the first word that compares. */
  from: number;
  /** "Clicks over impressions" is a quotient. */
  mayDivide?: boolean;
  /** "Under half of its capacity": what part of the other column. */
  factor?: number;
}

/** What stands before a name and compares with it: "more … than", "below its". */
function comparingBefore(tokens: readonly Token[], name: number): Compared | undefined {
  let end = name;
  while (end > 0 && linking.test(tokens[end - 1].text)) end -= 1;
  const part = partBefore(tokens, end, name);
  if (part) {
    const known = comparingBefore(tokens, part.from);
    return (
      known && { ...known, mayDivide: false, factor: part.factor, words: union(known.words, maskOf(part.from, name)) }
    );
  }
  if (end === 0) return undefined;
  if (tokens[end - 1].text === 'than') {
    const at = tokens.slice(0, end - 1).findLastIndex(({ text }) => more.test(text) || less.test(text));
    if (at < 0 || end - at > farthest) return undefined;
    const operator = more.test(tokens[at].text) ? '>' : '<';
    return { operator, words: union(maskOf(at, at + 1), maskOf(end - 1, end)), from: at };
  }
  for (const length of [3, 2, 1]) {
    if (end < length) continue;
    const phrase = tokens.slice(end - length, end).map(({ text }) => text);
    const known = comparing.find(([, words]) => words.test(phrase.join(' ')));
    if (known) {
      const mayDivide = phrase[0] === 'over';
      return { operator: known[0], words: maskOf(end - length, end), from: end - length, mayDivide };
    }
  }
  return undefined;
}

/** "10 percent of", "half of", "twice" what is named behind it. */
function partBefore(tokens: readonly Token[], end: number, name: number): { factor: number; from: number } | undefined {
  const [last, before] = [tokens[end - 1], tokens[end - 2]];
  const isOf = end < name && tokens[end].text === 'of';
  if (isOf && last?.text === 'percent' && before?.number !== undefined)
    return { factor: before.number / 100, from: end - 2 };
  if (isOf && last?.text === 'half') return { factor: 0.5, from: end - 1 };
  return /^(twice|double)$/.test(last?.text ?? '') ? { factor: 2, from: end - 1 } : undefined;
}

const farthest = 7;

/** What is compared: what is named before it, or where it was set beforehand the column that is measured alike. */
function leftOf(
  right: number,
  { from, name, mayDivide }: Compared & { name: number },
  sides: readonly number[],
  table: IndexedTable,
  links: readonly ColumnLink[],
): Side | undefined {
  const isAlike = (at: number) => table.stems[at].some((stem) => table.stems[right].includes(stem));
  const fits = (at: number) => isLike(at, right, table);
  const [best] = sides
    .filter((at) => fits(at) && links[at].score >= leastOfLeft && links[at].from < name)
    .toSorted((one, other) => Number(isAlike(other)) - Number(isAlike(one)) || links[other].score - links[one].score);
  const isPlanned = table.stems[right].some((stem) => planned.test(stem));
  const isMeant = best !== undefined && (!isPlanned || isAlike(best) || links[best].score > 0.99);
  if (isMeant)
    return mayDivide && hasWord(links[best].words, from - 1) ? undefined : { at: best, words: links[best].words };
  if (!isPlanned) return undefined;
  const others = table.columns.flatMap((_, at) => (isComparable(table.columns[at]) && fits(at) ? [at] : []));
  const isStock = table.stems[right].some((stem) => ofStock.test(stem));
  const isNear = isStock ? (at: number) => table.stems[at].some((stem) => stocked.test(stem)) : isAlike;
  const near = others.filter(isNear);
  const [nearest] = (near.length > 0 ? near : others).toSorted(
    (one, other) => farFrom(one, right, table) - farFrom(other, right, table),
  );
  return nearest === undefined ? undefined : { at: nearest, words: noWords };
}

const leastOfLeft = 0.6;

/** Another column of the same kind that holds amounts or dates, and no numbers by which rows are called. */
function isLike(at: number, right: number, { columns }: IndexedTable): boolean {
  const isOther = at !== right && kindOf(columns[at]) === kindOf(columns[right]);
  return isOther && !/(^|[\s_])(id|no|nr|number|code|key)$|[a-z](ID|Id|No|Nr)$/.test(columns[at].name);
}

/** What is set before it is known how it comes out. */
const planned =
  /^(due|promis|expect|deadlin|plan|schedul|target|budget|goal|quota|limit|reord|minim|sla|agre|capac|list|ask)/;
const ofStock = /^(reord|minim|capac)/;
const stocked = /^(qty|quantiti|quantity|stock|hand|level|load|count)$/;

interface Pair {
  left: Side;
  right: Side;
  operator: Operator;
  words: Mask;
  factor?: number;
}

function testOf(tokens: readonly Token[], { columns, rows }: IndexedTable, pair: Pair): Derived {
  const { left, right, operator, factor = 1 } = pair;
  const [one, other] = [columns[left.at].name, columns[right.at].name];
  const holds = tests[operator];
  const cells = rows.map((row) => {
    const [first, second] = [valueIn(row[left.at]), valueIn(row[right.at])];
    return Number.isNaN(first) || Number.isNaN(second) ? null : holds(first, factor * second);
  });
  const all = [pair.words, left.words, right.words].reduce(union);
  const name = `${one} is ${kindOf(columns[left.at]) === 'date' ? saidOfDates[operator] : saidOf[operator]} ${sayPart(factor)}${other}`;
  const synonyms = [tokens.flatMap(({ text }, at) => (hasWord(all, at) ? [text] : [])).join(' ')];
  const formula = `${quoteName(one)} ${operator} ${factor === 1 ? '' : `${factor} * `}${quoteName(other)}`;
  return { column: { name, type: 'boolean', distinct: 2, formula, isOfRow: true, synonyms }, cells };
}

function sayPart(factor: number): string {
  return factor === 1 ? '' : `${Number((100 * factor).toFixed(4))} % of `;
}

const saidOfDates: Record<Operator, string> = {
  '>': 'after',
  '>=': 'on or after',
  '<': 'before',
  '<=': 'no later than',
  '=': 'on',
};

const tests: Record<Operator, (one: number, other: number) => boolean> = {
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '=': (one, other) => one === other,
};
