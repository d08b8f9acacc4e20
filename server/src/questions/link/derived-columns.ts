import { quoteName, relationOf } from '../words/quoting.ts';
import { holdsRowNumbers } from '../words/row-numbers.ts';
import type { Token } from '../words/tokens.ts';
import { numberIn } from './cells.ts';
import { comparedColumns } from './compared-columns.ts';
import { type Derived, durationOf } from './durations.ts';
import type { IndexedTable } from './indexed-table.ts';
import { type ColumnLink, hasWord, isWithin, type Mask, maskOf } from './links.ts';
import { mostBetween, type Named, namedWithin, saidBy } from './named-numbers.ts';
import { productOf } from './products.ts';
import { differenceOf, quotientsOf, sumOf } from './quotients.ts';
import { rowsPer } from './rows-per.ts';
import { inSaidUnit } from './time-units.ts';

const leastNamed = 0.25;
/**
 * What a question names that is worked out of columns: "price per square metre", "above the average", "how age goes with
 * income", "standard deviation". It becomes a column as what was taught does, said by the words that name it.
 */
export function derivedColumns(
  tokens: readonly Token[],
  table: IndexedTable,
  links: readonly ColumnLink[],
  rowWords: Mask,
): Derived[] {
  const numbers = table.columns.flatMap((column, at): Named[] => {
    const isNumber =
      (column.type === 'integer' || column.type === 'number') &&
      column.formula === undefined &&
      !holdsRowNumbers(column.name);
    // The bookings of "share of bookings" are rows, and no `booking_changes`
    const isNamed = links[at].score >= leastNamed && !isWithin(links[at].words, rowWords);
    return isNumber && isNamed ? [{ at, column, link: links[at] }] : [];
  });
  const measured = inSaidUnit(tokens, table, links);
  const durations = measured.length > 0 ? [] : durationOf(tokens, table, links);
  if (durations.length > 0) return durations;
  const compared = comparedColumns(tokens, table, links);
  const worked = [
    () => rowsPer(tokens, table, { links, numbers, rowWords }),
    () => measured,
    () => productOf(tokens, table, links),
  ];
  for (const work of worked) {
    const found = work();
    if (found.length > 0) return [...compared, ...found];
  }
  if (numbers.length === 0) return compared;
  return [
    ...compared,
    ...(compared.length > 0 ? [] : quotientsOf(tokens, table, numbers)),
    ...differenceOf(tokens, table, numbers),
    ...sumOf(tokens, table, numbers),
    ...correlationOf(tokens, table, numbers),
    ...deviationOf(tokens, table, numbers),
    ...sideOfAverage(tokens, table, numbers),
  ];
}

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
