import type { ColumnSummary } from '../grounding.ts';
import type { Sentence } from './sentence.ts';
import { nameOf } from './sql.ts';
import { columnsOfConcept, isNumeric } from './traits.ts';

interface Bracket {
  low?: number;
  high?: number;
  /** Whether the bounds themselves belong to it. */
  includes: boolean;
  from: number;
  end: number;
}

const fewest = 3;
const nounsOfBrackets = /^(group|bracket|band|class|range|category|bin)s?$/;

/** "By age group: under 18, 18-29, 30 and over": three brackets or more of one number are groups, not conditions. */
export function readBrackets(sentence: Sentence): void {
  for (let at = 0; at < sentence.items.length; at += 1) {
    const brackets = bracketsFrom(sentence, at);
    if (brackets.length < fewest) continue;
    const [{ from }] = brackets;
    const end = brackets[brackets.length - 1].end;
    const named = columnBefore(sentence, from);
    if (!named) return;
    for (let index = from; index < end; index += 1) sentence.use(index);
    sentence.use(...named.items);
    for (let index = from - 1; index >= 0 && nounsOfBrackets.test(sentence.items[index].text); index -= 1)
      sentence.use(index);
    sentence.frame.groups.push({ column: bracketed(sentence, named.column, brackets), sortedBy: named.column });
    return;
  }
}

function bracketsFrom(sentence: Sentence, at: number): Bracket[] {
  const found: Bracket[] = [];
  let index = at;
  for (let one = bracketAt(sentence, index); one; one = bracketAt(sentence, index)) {
    found.push(one);
    index = one.end;
    while (sentence.is(index, 'and', 'or')) index += 1;
    if (index === one.end) break;
  }
  return found;
}

function bracketAt(sentence: Sentence, at: number): Bracket | undefined {
  const below = sentence.is(at, 'less', 'atMost', 'until', 'before');
  const above = sentence.is(at, 'more', 'atLeast', 'since', 'after');
  const first = below || above || sentence.is(at, 'between') ? at + 1 : at;
  const low = sentence.number(first);
  if (low === undefined || sentence.isUsed(first)) return undefined;
  const includes = sentence.is(at, 'atMost', 'atLeast', 'until', 'since');
  const next = afterUnit(sentence, first + 1);
  if (below) return { high: low, includes, from: at, end: next };
  if (above) return { low, includes, from: at, end: next };
  if (sentence.is(next, 'orMore')) return { low, includes: true, from: at, end: next + 1 };
  if (sentence.is(next, 'orLess')) return { high: low, includes: true, from: at, end: next + 1 };
  const high = sentence.is(next, 'to', 'until') || first > at ? sentence.number(next + 1) : undefined;
  return high === undefined || high < low
    ? undefined
    : { low, high, includes: true, from: at, end: afterUnit(sentence, next + 2) };
}

function afterUnit(sentence: Sentence, at: number): number {
  const isUnit = sentence.items[at]?.kind === 'unit' || sentence.is(at, 'year', 'month', 'day', 'week', 'money');
  return isUnit ? at + 1 : at;
}

/** The number that was named last before the brackets, with "by" and "group" beside it. */
function columnBefore(sentence: Sentence, from: number): { column: ColumnSummary; items: number[] } | undefined {
  for (let at = from - 1; at >= 0; at -= 1) {
    const column = sentence.column(at);
    if (!column || !isNumeric(column)) continue;
    const by = sentence.before(at);
    return { column, items: sentence.is(by, 'by', 'each') ? [by, at] : [at] };
  }
  const { table, vocabulary } = sentence.context;
  const ages = sentence.items.slice(0, from).some(({ text }) => text === 'age');
  const [column] = ages ? columnsOfConcept(table, 'age', vocabulary) : [];
  return column && { column, items: [] };
}

function bracketed({ items }: Sentence, column: ColumnSummary, brackets: readonly Bracket[]): ColumnSummary {
  const name = nameOf(column);
  const cases = brackets.map(({ low, high, includes, from, end }) => {
    const or = includes ? '=' : '';
    const tests = [low !== undefined && `${name} >${or} ${low}`, high !== undefined && `${name} <${or} ${high}`];
    return `WHEN ${tests.filter(Boolean).join(' AND ')} THEN '${labelOf(items.slice(from, end))}'`;
  });
  return { name: column.name, type: 'text', distinct: brackets.length, formula: `CASE ${cases.join(' ')} END` };
}

/** The words of the question: letters, digits and a few signs, as they become a part of the query. */
function labelOf(items: Sentence['items']): string {
  const words = items.map(({ text }) => text).join(' ');
  return words.replaceAll(/[^\p{L}\p{N} .,+<>=≤≥$€£-]/gu, '').replace(/ - /g, '-');
}
