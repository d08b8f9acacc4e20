import { quoteName } from '../words/quoting.ts';
import { holdsRowNumbers } from '../words/row-numbers.ts';
import type { Token } from '../words/tokens.ts';
import type { Derived } from './durations.ts';
import type { IndexedTable } from './indexed-table.ts';
import { type ColumnLink, hasWord, type Mask, maskOf, union } from './links.ts';
import { mostBetween, type Named, namedWithin } from './named-numbers.ts';
import { datesOf, usualOf } from './usual-date.ts';

const averages = /^(average|avg|mean|typical|typically|normal)$/;
const each = /^(per|each|every|an?|one|the|in|average|typical|normal)$/;
const periods = /^(year|quarter|month|week|day)$/;
const leastNamed = 0.5;
const mostOwn = 0.9;

/**
 * "The average number of orders per customer", "how many trips does a driver make on average", "the average total per
 * employee": a figure of the groups' own figures, which is what all rows come to by how many groups there are.
 */
export function rowsPer(
  tokens: readonly Token[],
  table: IndexedTable,
  { links, numbers, rowWords }: { links: readonly ColumnLink[]; numbers: readonly Named[]; rowWords: Mask },
): Derived[] {
  const average = tokens.findIndex(({ text }) => averages.test(text));
  const isBefore = (at: number) => at > average && tokens.slice(average + 1, at).every(({ text }) => text !== 'and');
  if (average < 0) return [];
  const figure = totalled(tokens, numbers);
  const counted = figure
    ? -1
    : tokens.findIndex(
        (_, at) => hasWord(rowWords, at) && counts(tokens, at) && (isBefore(at) || tokens[average - 1]?.text === 'on'),
      );
  if (!figure && counted < 0) return [];
  const by = groupOf(tokens, table, links, Math.max(counted, figure?.link.from ?? 0));
  if (!by) return [];
  const name = figure ? `average total ${figure.column.name} per ${by.name}` : `average number of rows per ${by.name}`;
  const all = figure ? `sum(${quoteName(figure.column.name)})` : `count(${by.counted})`;
  const formula = `CAST(${all} AS double precision) / nullif(count(DISTINCT ${by.counted}), 0)`;
  const asked = /^(total|number|many|of|average|avg|mean)$/;
  const words = tokens.reduce(
    (mask, { text }, at) => (asked.test(text) || at === counted ? union(mask, maskOf(at, at + 1)) : mask),
    union(by.words, figure?.link.words ?? maskOf(average, average + 1)),
  );
  const synonyms = [tokens.flatMap(({ text }, at) => (hasWord(words, at) ? [text] : [])).join(' ')];
  return [{ column: { name, type: 'number', distinct: null, formula, synonyms }, cells: table.rows.map(() => null) }];
}

/** The orders of "number of orders per", "how many orders", "average orders per": the average amount of orders is one of amounts. */
function counts(tokens: readonly Token[], at: number): boolean {
  const [before, second] = [tokens[at - 1]?.text ?? '', tokens[at - 2]?.text];
  const isMany = before === 'many' || (before === 'of' && second === 'number');
  return isMany || (tokens[at].text.endsWith('s') && tokens[at + 1]?.text === 'per' && averages.test(before));
}

/** "Average total spend": of each group the total. */
function totalled(tokens: readonly Token[], numbers: readonly Named[]): Named | undefined {
  const at = tokens.findIndex(({ text }, place) => text === 'total' && averages.test(tokens[place - 1]?.text ?? ''));
  const best = at < 0 ? undefined : namedWithin(numbers, at, at + mostBetween);
  const isAmount = best && best.link.score > leastNamed && !/total/i.test(best.column.name);
  return isAmount && !holdsRowNumbers(best.column.name) ? best : undefined;
}

interface Group {
  name: string;
  counted: string;
  words: Mask;
}

/** The customer of "per customer" or "does a customer", behind what is counted; the month of "per month". */
function groupOf(
  tokens: readonly Token[],
  table: IndexedTable,
  links: readonly ColumnLink[],
  after: number,
): Group | undefined {
  const places = tokens.flatMap((_, at) => (at > after && each.test(tokens[at - 1].text) ? [at] : []));
  for (const at of places) {
    const words = maskOf(at - 1, at + 1);
    if (periods.test(tokens[at].text)) {
      const dates = datesOf(table);
      if (dates.length === 0) continue;
      const { name } = table.columns[usualOf(dates, table)];
      return {
        name: `${tokens[at].text} of ${name}`,
        counted: `date_trunc('${tokens[at].text}', ${quoteName(name)})`,
        words,
      };
    }
    const column = table.columns.find(
      ({ type, distinct }, place) =>
        type === 'text' &&
        links[place].score > leastNamed &&
        hasWord(links[place].words, at) &&
        (distinct ?? table.rowCount) < mostOwn * table.rowCount,
    );
    if (column) return { name: column.name, counted: quoteName(column.name), words };
  }
  return undefined;
}
