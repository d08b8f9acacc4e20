import type { Column } from '../profile.ts';
import { quoteName } from '../words/quoting.ts';
import { stemsOfName, type Token } from '../words/tokens.ts';
import { numberIn } from './cells.ts';
import type { Derived } from './durations.ts';
import type { IndexedTable } from './indexed-table.ts';
import { type ColumnLink, hasWord, type Mask, maskOf, noWords, union } from './links.ts';
import { mostBetween, type Named, namedWithin, saidBy } from './named-numbers.ts';
import { workedColumns } from './worked-rows.ts';

interface Product {
  left: Named;
  right: Named;
  words: Mask;
}

/** "Hours times rate", "what is the stock worth", "the wage bill": how many there are, times what one of them costs. */
export function productOf(tokens: readonly Token[], table: IndexedTable, links: readonly ColumnLink[]): Derived[] {
  const numbers = table.columns.flatMap((column, at): Named[] =>
    /^(integer|number)$/.test(column.type) && column.formula === undefined ? [{ at, column, link: links[at] }] : [],
  );
  const found = timesOf(tokens, numbers) ?? worthOf(tokens, numbers);
  if (!found) return [];
  const { left, right, words } = found;
  const ofRow = `${quoteName(left.column.name)} * ${quoteName(right.column.name)}`;
  return workedColumns(tokens, table, {
    name: `${left.column.name} times ${right.column.name}`,
    synonyms: saidBy(tokens, left.link.words, words, right.link.words),
    ofRow,
    ofAll: `sum(${ofRow})`,
    work: (row) => numberIn(row[left.at]) * numberIn(row[right.at]),
    told: { aggregate: 'sum' },
  });
}

const leastNamed = 0.25;

/** Both names stand beside the word: "3 times" and "how many times" are no products. */
function timesOf(tokens: readonly Token[], all: readonly Named[]): Product | undefined {
  const numbers = all.filter(({ link }) => link.score > leastNamed);
  const at = tokens.findIndex(({ text }) => /^(times|x|multiplied)$/.test(text));
  if (at < 1) return undefined;
  const end = tokens[at + 1]?.text === 'by' ? at + 2 : at + 1;
  const left = namedWithin(numbers, at - 2, at);
  const others = numbers.filter((one) => one.at !== left?.at);
  const right = namedWithin(others, end, end + mostBetween);
  return left && right ? { left, right, words: maskOf(at, end) } : undefined;
}

const money = /^(worth|valuable|value|values|revenue|turnover|takings|wages?|payroll)$/;
const ofWages = /^(wages?|payroll)$/;
const ofIncome = /^(revenue|turnover|takings)$/;
const ofStock = /^(stock|stocks|inventory|goods|bill)$/;
const wholeName = 0.6;

/** Where no column is called so, and one column says how many there are and one what each of them costs. */
function worthOf(tokens: readonly Token[], numbers: readonly Named[]): Product | undefined {
  const at = tokens.findIndex(({ text }) => money.test(text));
  if (at < 0 || numbers.some(({ link }) => link.score > wholeName && hasWord(link.words, at))) return undefined;
  const isOfHours = ofWages.test(tokens[at].text);
  const amounts = numbers.filter(({ column }) => (isOfHours ? hours : amount).test(wordsOf(column)));
  const prices = numbers.filter(({ column }) =>
    (isOfHours ? /\brat\b/ : /pric|\bunit (cost|valu|pric)/).test(wordsOf(column)),
  );
  const left = theOne(amounts, at);
  const right =
    theOne(prices, at) ??
    theOne(
      prices.filter(({ column }) => ofIncome.test(tokens[at].text) !== /cost/.test(wordsOf(column))),
      at,
    );
  if (!left || !right || left.at === right.at) return undefined;
  const around = [-3, -2, -1, 1, 2, 3]
    .map((step) => at + step)
    .filter((near) => ofStock.test(tokens[near]?.text ?? ''));
  return { left, right, words: around.reduce((all, near) => union(all, maskOf(near, near + 1)), maskOf(at, at + 1)) };
}

const amount =
  /^(?!.*\b(min|max|reord|target|capac|pric|cost|valu|rat)).*\b(qty|quantity|unit|piec|stock|hand|copy|sold)\b/;
const hours = /^(?!.*\b(ot|overtim|min|max|rat|target|plan)).*\b(hour|hrs?)\b/;

function wordsOf({ name }: Column): string {
  return stemsOfName(name).join(' ');
}

/** The one that is named by more than the word for money, or the only one. */
function theOne(some: readonly Named[], word: number): Named | undefined {
  const named = some.filter(({ link: { words, from } }) => from >= 0 && !isOnly(words, word));
  const [one, ...others] = named.length > 0 ? named : some;
  return others.length === 0 ? one : undefined;
}

function isOnly({ low, high }: Mask, at: number): boolean {
  const { low: own, high: ownHigh } = union(noWords, maskOf(at, at + 1));
  return low === own && high === ownHigh;
}
