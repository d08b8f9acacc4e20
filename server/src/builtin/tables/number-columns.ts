import type { ColumnSummary } from '../grounding.ts';
import { wordsInEnglish } from '../words/abroad.ts';
import { giveUp } from './choices.ts';
import type { Bound } from './number-bounds.ts';
import type { Sentence } from './sentence.ts';
import { columnsOfConcept, isNumeric, isYear } from './traits.ts';

/**
 * Returns the column of a number: named beside it, implied by an adjective or a currency, or the only one that it fits.
 */
export function columnOfNumber(sentence: Sentence, bound: Bound): ColumnSummary | undefined {
  const { end, from } = bound;
  const after = sentence.is(end, 'of', 'in') ? end + 1 : end;
  const unit = isVerbOfFigure(sentence, after) ? undefined : numericAt(sentence, after);
  if (unit) useComparative(sentence, bound);
  const index = sentence.before(from, 'soft');
  const named = numericAt(sentence, index);
  if (
    unit &&
    !(named && isTied(sentence, index, from) && named !== unit && !sentence.items[from].joined && from !== end - 1)
  ) {
    if (sentence.is(after + 1, 'orMore', 'orLess') && bound.test.test === 'compare' && bound.test.operator === '=') {
      bound.test.operator = sentence.is(after + 1, 'orMore') ? '>=' : '<=';
      sentence.use(after + 1);
    }
    sentence.use(after);
    if (named === unit) sentence.use(index);
    else if (numericAt(sentence, after + 1) === unit) sentence.use(after + 1);
    return unit;
  }
  if (named && isTied(sentence, index, from)) {
    sentence.use(index);
    return named;
  }
  return meantColumn(sentence, bound, index);
}

const verbsOfFigures = new Set('pay cost earn make spend weigh charge fetch sell score last receive'.split(' '));

/** "How much do people over 60 pay": what is asked for, no unit of the number. */
function isVerbOfFigure(sentence: Sentence, at: number): boolean {
  const item = sentence.items[at];
  const asks = sentence.items.slice(0, at).some(({ text }) => /^(do|does|did)$/.test(text));
  return item !== undefined && asks && verbsOfFigures.has(item.text);
}

/** "Taller than 80 inches": the direction, where the unit names the column. */
function useComparative(sentence: Sentence, { test, from }: Bound): void {
  const than = sentence.before(from);
  const item = sentence.items[than - 1];
  if (!sentence.is(than, 'than') || item?.kind !== 'adjective' || item.form !== 'comparative') return;
  if (test.test === 'compare' && test.operator === '=') test.operator = item.more ? '>' : '<';
  sentence.use(than, than - 1);
}

/** "Price 2000", "price is 2000", "price over 2000"; not "price of 3 rooms". */
function isTied(sentence: Sentence, index: number, from: number): boolean {
  const isAsked =
    sentence.is(index - 1, 'average', 'median', 'highest', 'lowest', 'deviation') &&
    !sentence.is(index + 1, 'be', 'of') &&
    index + 1 !== from;
  return !isAsked && !sentence.items[from].joined;
}

/** "Loans over 3000" where only `loan_amount` is an amount of them. */
function amountsOf(sentence: Sentence, from: number, holding: readonly ColumnSummary[]): ColumnSummary[] {
  const { singular, concepts } = sentence.context.vocabulary;
  const noun = sentence.items[from - 1];
  if (noun?.kind !== 'table') return [];
  const own = holding.filter(({ name }) => {
    const words = wordsInEnglish(name).map(singular);
    return words.length === 2 && words[0] === singular(noun.text) && concepts.price.includes(words[1]);
  });
  return own.length === 1 ? own : [];
}

function numericAt(sentence: Sentence, at: number): ColumnSummary | undefined {
  const column = sentence.column(at);
  return column && isNumeric(column) && !sentence.isUsed(at) ? column : undefined;
}

function meantColumn(sentence: Sentence, bound: Bound, index: number): ColumnSummary | undefined {
  const { context, choose, items } = sentence;
  const { table, vocabulary } = context;
  const adjective = items[sentence.is(index, 'than', 'more', 'less') ? sentence.before(index) : index];
  if (adjective?.kind === 'adjective' && adjective.form === 'comparative') {
    sentence.use(sentence.items.indexOf(adjective));
    if (sentence.is(index, 'than')) sentence.use(index);
    const more = adjective.more;
    if (bound.test.test === 'compare' && bound.test.operator === '=') bound.test.operator = more ? '>' : '<';
    return choose(columnsOfConcept(table, adjective.concept, vocabulary));
  }
  if (sentence.is(index, 'than') && sentence.is(index - 1, 'moreSo', 'lessSo') && bound.test.test === 'compare') {
    bound.test.operator = sentence.is(index - 1, 'moreSo') ? '>' : '<';
    sentence.use(index, index - 1);
    const before = sentence.before(index - 1);
    const named = numericAt(sentence, before);
    if (named) {
      sentence.use(before);
      return named;
    }
  }
  if (bound.money) return choose(columnsOfConcept(table, 'price', vocabulary).concat(pays(sentence)));
  return fittingColumn(sentence, bound);
}

function pays({ context }: Sentence): ColumnSummary[] {
  const prices = columnsOfConcept(context.table, 'price', context.vocabulary);
  return columnsOfConcept(context.table, 'pay', context.vocabulary).filter((column) => !prices.includes(column));
}

/** Returns the column of a lone number: an age of people, or the only column whose range contains it. */
function fittingColumn(sentence: Sentence, { test, from, end }: Bound): ColumnSummary | undefined {
  const { table, vocabulary } = sentence.context;
  const isState = sentence.is(from - 1, 'be') && end >= sentence.items.length && sentence.has('count', 'share');
  const isBound = isState || test.test === 'between' || (test.test === 'compare' && test.operator !== '=');
  const [age] = columnsOfConcept(table, 'age', vocabulary).filter(({ name }) => /age/i.test(name));
  const low = test.test === 'between' ? test.low : test.test === 'compare' ? Number(test.value) : Number.NaN;
  // "At least 100 tests" is no age
  if (sentence.items[sentence.next(from)]?.kind === 'table' || sentence.items[end]?.kind === 'table') giveUp();
  if (isBound && age && low >= 10 && low <= 100) {
    sentence.cost += 0.3;
    return age;
  }
  const high = test.test === 'between' ? test.high : low;
  const holding = table.columns.filter((column) => {
    if (!isNumeric(column) || isYear(column) || column.min === undefined || column.min === null) return false;
    return Number(column.min) <= low && Number(column.max) >= high;
  });
  sentence.cost += 0.6;
  if (isBound && holding.length > 1) return sentence.choose(amountsOf(sentence, from, holding));
  return sentence.choose(isBound && holding.length === 1 ? holding : []);
}
