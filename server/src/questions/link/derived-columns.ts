import type { Column } from '../profile.ts';
import { quoteName, relationOf } from '../words/quoting.ts';
import type { Token } from '../words/tokens.ts';
import { numberIn } from './cells.ts';
import { type Derived, durationOf } from './durations.ts';
import type { IndexedTable } from './indexed-table.ts';
import { type ColumnLink, hasWord, type Mask, maskOf, union } from './links.ts';

interface Named {
  at: number;
  column: Column;
  link: ColumnLink;
}

/** Of fewer values each is a group: "price per year" is no quotient. */
const leastValues = 60;
const leastNamed = 0.25;
/** Words between a name and what it belongs to. */
const mostBetween = 4;

/**
 * What a question names that is worked out of columns: "price per square metre", "above the average", "how age goes with
 * income", "standard deviation". It becomes a column as what was taught does, said by the words that name it.
 */
export function derivedColumns(tokens: readonly Token[], table: IndexedTable, links: readonly ColumnLink[]): Derived[] {
  const numbers = table.columns.flatMap((column, at): Named[] => {
    const isNumber = (column.type === 'integer' || column.type === 'number') && column.formula === undefined;
    return isNumber && links[at].score > leastNamed ? [{ at, column, link: links[at] }] : [];
  });
  const durations = table.isWhole ? [] : durationOf(tokens, table, links);
  if (durations.length > 0 || numbers.length === 0) return durations;
  return [
    ...quotientOf(tokens, table, numbers),
    ...correlationOf(tokens, table, numbers),
    ...deviationOf(tokens, table, numbers),
    ...sideOfAverage(tokens, table, numbers),
  ];
}

/** The best named of those that are said from one place to before another. */
function namedWithin(numbers: readonly Named[], from: number, to: number): Named | undefined {
  const within = numbers.filter(({ link }) =>
    Array.from({ length: to - from }, (_, at) => from + at).some((at) => at >= 0 && hasWord(link.words, at)),
  );
  return within.sort((one, other) => other.link.score - one.link.score)[0];
}

/** The words that say it, as a name that was taught. */
function saidBy(tokens: readonly Token[], ...words: readonly Mask[]): readonly string[] {
  const all = words.reduce(union);
  return [tokens.flatMap(({ text }, at) => (hasWord(all, at) ? [text] : [])).join(' ')];
}

function quotientOf(tokens: readonly Token[], { rows }: IndexedTable, numbers: readonly Named[]): Derived[] {
  const per = tokens.findIndex(({ text }) => text === 'per');
  if (per < 1 || periods.test(tokens[per + 1]?.text)) return [];
  const [left, right] = [namedWithin(numbers, per - mostBetween, per), namedWithin(numbers, per + 1, per + 3)];
  if (!left || !right || left.at === right.at || (right.column.distinct ?? 0) < leastValues) return [];
  const synonyms = saidBy(tokens, left.link.words, maskOf(per, per + 1), right.link.words);
  const formula = `CAST(${quoteName(left.column.name)} AS double precision) / nullif(${quoteName(right.column.name)}, 0)`;
  const cells = rows.map((row) => {
    const ratio = numberIn(row[left.at]) / numberIn(row[right.at]);
    return Number.isFinite(ratio) ? ratio : null;
  });
  const known = cells.filter((cell) => cell !== null);
  const range = { min: Math.min(...known), max: Math.max(...known) };
  const name = `${left.column.name} per ${right.column.name}`;
  return [
    { column: { name, type: 'number', distinct: known.length, formula, isOfRow: true, synonyms, ...range }, cells },
  ];
}

/** "Loans per month" are counted by month, and divided by no column of months. */
const periods = /^(years?|quarters?|months?|weeks?|days?|hours?)$/;

const linking =
  /^(correlat\w*|related|relation|relationship|depends?|dependence|affects?|influences?|linked|association)$/;

function correlationOf(tokens: readonly Token[], { rows }: IndexedTable, numbers: readonly Named[]): Derived[] {
  const at = tokens.findIndex(({ text }) => linking.test(text));
  const [one, other] = numbers
    .toSorted((first, second) => second.link.score - first.link.score)
    .slice(0, 2)
    .sort((first, second) => first.link.from - second.link.from);
  if (at < 0 || !other) return [];
  const formula = `corr(${quoteName(one.column.name)}, ${quoteName(other.column.name)})`;
  const synonyms = saidBy(tokens, one.link.words, maskOf(at, at + 1), other.link.words);
  const name = `correlation of ${one.column.name} and ${other.column.name}`;
  return [{ column: { name, type: 'number', distinct: null, formula, synonyms }, cells: rows.map(() => null) }];
}

function deviationOf(tokens: readonly Token[], { rows }: IndexedTable, numbers: readonly Named[]): Derived[] {
  const at = tokens.findIndex(({ text }) => /^(deviation|stddev|stdev)$/.test(text));
  const [best] = numbers.toSorted((one, other) => other.link.score - one.link.score);
  if (at < 0) return [];
  const from = tokens[at - 1]?.text === 'standard' ? at - 1 : at;
  const formula = `stddev_samp(${quoteName(best.column.name)})`;
  const synonyms = saidBy(tokens, maskOf(from, at + 1), best.link.words);
  const name = `standard deviation of ${best.column.name}`;
  return [{ column: { name, type: 'number', distinct: null, formula, synonyms }, cells: rows.map(() => null) }];
}

const above = /^(above|over|exceeds?)$/;
const below = /^(below|under)$/;
/** "The higher average" is one of several averages; "higher than average" compares with it. */
const moreThan = /^(more|higher|larger|bigger|greater|longer|older|dearer|heavier|taller|faster|warmer)$/;
const lessThan = /^(less|lower|smaller|fewer|shorter|younger|cheaper|lighter|slower|colder|cooler)$/;

/** "Bigger than average", "below the average price": a test of each row. */
function sideOfAverage(tokens: readonly Token[], table: IndexedTable, numbers: readonly Named[]): Derived[] {
  const at = tokens.findIndex(({ text }) => /^(average|mean)$/.test(text));
  const before = tokens.slice(Math.max(0, at - mostBetween), Math.max(0, at));
  const isThan = before.some(({ text }) => text === 'than');
  const says = (text: string, alone: RegExp, withThan: RegExp) => alone.test(text) || (isThan && withThan.test(text));
  const isAboveAt = ({ text }: Token) => says(text, above, moreThan);
  const side = before.findLastIndex((token) => isAboveAt(token) || says(token.text, below, lessThan));
  const rest = before.slice(side + 1);
  const isBetween = ({ text }: Token, place: number) =>
    /^(than|the|an)$/.test(text) || numbers.some(({ link }) => hasWord(link.words, at - rest.length + place));
  if (at < 0 || side < 0 || !rest.every(isBetween)) return [];
  const isAbove = isAboveAt(before[side]);
  const place = at - before.length + side;
  const {
    column,
    link,
    at: own,
  } = namedWithin(numbers, at, at + mostBetween) ?? namedWithin(numbers, place - mostBetween, place + 1) ?? numbers[0];
  const known = table.rows.map((row) => numberIn(row[own]));
  const told = known.filter((value) => !Number.isNaN(value));
  const average = told.reduce((sum, value) => sum + value, 0) / Math.max(1, told.length);
  const name = quoteName(column.name);
  const test = `${name} ${isAbove ? '>' : '<'} (SELECT avg(${name}) FROM ${relationOf(table.profile)})`;
  return [
    {
      column: {
        name: `${column.name} is ${isAbove ? 'above' : 'below'} the average`,
        type: 'boolean',
        distinct: 2,
        formula: test,
        isOfRow: true,
        synonyms: saidBy(tokens, maskOf(place, at + 1), link.words),
      },
      cells: known.map((value) => (Number.isNaN(value) ? null : isAbove ? value > average : value < average)),
    },
  ];
}
