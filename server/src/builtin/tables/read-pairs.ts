import type { ColumnSummary } from '../grounding.ts';
import type { Comparison } from './logical-form.ts';
import type { Sentence } from './sentence.ts';
import { nameOf } from './sql.ts';
import { columnsOfConcept, isLabel, isNumeric, isYear } from './traits.ts';

/** Fewer values are groups: "price per year" is no quotient. */
const leastValues = 60;
const heads = /^(head|capita|person|inhabitant|resident)$/;

/** Reads two columns of numbers together: "price per square metre", "where robusta cost more than arabica". */
export function readPairs(sentence: Sentence): void {
  readQuotients(sentence);
  readDifferences(sentence);
  readAgainst(sentence);
}

/** "The difference between list price and sale price", "how much higher is x than y": one less the other. */
function readDifferences(sentence: Sentence): void {
  const [differs] = sentence.indexesOf('compare').filter((at) => /\bdifference\b/.test(sentence.items[at].text));
  const asks = sentence
    .indexesOf('howMuch', 'how')
    .filter((at) => sentence.is(at, 'howMuch') || muchMore(sentence, at + 1));
  const [than] = asks.length > 0 ? sentence.indexesOf('than', 'more', 'less') : [];
  const words = differs === undefined ? than : differs;
  if (words === undefined) return;
  const places = sentence.items.flatMap((_, at) =>
    figureAt(sentence, at) && !sentence.is(at - 1, 'by', 'each') ? [at] : [],
  );
  const [left, right] = places;
  const [column, other] = [figureAt(sentence, left), figureAt(sentence, right)];
  if (places.length !== 2 || !column || !other || column === other) return;
  const isBehind = differs === undefined ? left < words && words < right : words < left;
  const isFew = right - left <= mostBetween;
  if (!isBehind || !isFew) return;
  const comparative = differs === undefined ? sentence.indexesOf('moreSo', 'lessSo') : [];
  sentence.use(words, right, ...comparative, ...asks, ...joinsBetween(sentence, left, right));
  sentence.become(left, differenceOf(column, other));
}

/** "How much higher" is one word of comparison behind "how". */
function muchMore({ items }: Sentence, at: number): boolean {
  return /^much (higher|more|larger|lower|less)$/.test(items[at]?.text ?? '');
}

const mostBetween = 4;

function joinsBetween(sentence: Sentence, left: number, right: number): number[] {
  return between(left, right).filter((at) => sentence.is(at, 'and', 'versus', 'to', 'from'));
}

function differenceOf(column: ColumnSummary, other: ColumnSummary): ColumnSummary {
  const formula = `(${nameOf(column)} - ${nameOf(other)})`;
  return { name: `${column.name} − ${other.name}`, type: 'number', distinct: null, formula, isOfRow: true };
}

function readQuotients(sentence: Sentence): void {
  for (const at of sentence.indexesOf('by')) {
    if (sentence.items[at].text !== 'per') continue;
    const [left, right] = [sentence.before(at), sentence.next(at)];
    const column = figureAt(sentence, left);
    const divisor = divisorAt(sentence, right);
    const prices = columnsOfConcept(sentence.context.table, 'price', sentence.context.vocabulary);
    if (!column || !divisor || column === divisor || prices.includes(divisor)) continue;
    sentence.use(at, right);
    sentence.become(left, quotientOf(column, divisor));
  }
}

function figureAt(sentence: Sentence, at: number): ColumnSummary | undefined {
  const column = sentence.isUsed(at) ? undefined : sentence.column(at);
  return column && isNumeric(column) && !isYear(column) ? column : undefined;
}

function divisorAt(sentence: Sentence, at: number): ColumnSummary | undefined {
  const column = figureAt(sentence, at);
  // "Price per order" is no price divided by its number
  if (column) return (column.distinct ?? 0) > leastValues && !isLabel(column) ? column : undefined;
  if (!heads.test(sentence.items[at]?.text ?? '')) return undefined;
  const { table, vocabulary } = sentence.context;
  return columnsOfConcept(table, 'heads', vocabulary)[0];
}

function quotientOf(column: ColumnSummary, divisor: ColumnSummary): ColumnSummary {
  const formula = `(1.0 * ${nameOf(column)} / nullif(${nameOf(divisor)}, 0))`;
  return { name: `${column.name} per ${divisor.name}`, type: 'number', distinct: null, formula, isOfRow: true };
}

const operators: Partial<Record<string, Comparison>> = { more: '>', less: '<', atLeast: '>=', atMost: '<=' };

/** "How often was Dubai dearer than Brent?" Averages of both are another question. */
function readAgainst(sentence: Sentence): void {
  if (sentence.has('average', 'median', 'sum')) return;
  for (const at of sentence.indexesOf('more', 'less', 'than')) {
    const right = sentence.next(at);
    const other = figureAt(sentence, right);
    const comparative = sentence.items[at - 1];
    const isThan = sentence.is(at, 'than');
    const direction = isThan ? directionOf(sentence, at - 1) : operators[sentence.term(at) ?? ''];
    if (!other || !direction) continue;
    const first = isThan ? at - 1 : at;
    const left = leftOf(sentence, first);
    const column = left === undefined ? undefined : figureAt(sentence, left);
    if (!column || left === undefined || column === other) continue;
    sentence.use(at, left, right, ...between(left, at));
    if (comparative && isThan) sentence.use(at - 1);
    sentence.add(left, { column, test: 'against', operator: direction, other });
  }
}

function directionOf(sentence: Sentence, at: number): Comparison | undefined {
  const item = sentence.items[at];
  if (sentence.is(at, 'moreSo')) return '>';
  if (sentence.is(at, 'lessSo')) return '<';
  if (item?.kind !== 'adjective') return undefined;
  const isLess = sentence.is(at - 1, 'lessSo') !== !item.more;
  return isLess ? '<' : '>';
}

/** The column before, with a verb between: "robusta cost more than". */
function leftOf(sentence: Sentence, at: number): number | undefined {
  for (let index = at - 1; index >= 0 && at - index <= 4; index -= 1) {
    if (verbs.test(sentence.items[index].text) || sentence.is(index, 'be', 'have', 'soft', 'moreSo', 'lessSo'))
      continue;
    return figureAt(sentence, index) ? index : undefined;
  }
  return undefined;
}

const verbs = /^(cost|costs|be|is|are|was|were)$/;

function between(left: number, right: number): number[] {
  return Array.from({ length: Math.max(0, right - left - 1) }, (_, index) => left + 1 + index);
}
