import type { ColumnSummary } from '../../grounding.ts';
import { wordsOfName } from '../words/tokens.ts';
import type { Term } from '../words/vocabulary.ts';
import { giveUp } from './choices.ts';
import type { Comparison, Test } from './logical-form.ts';
import type { Sentence } from './sentence.ts';
import { columnsOfConcept, isLabel, isNumeric, isYear } from './traits.ts';

const operators: Partial<Record<Term, Comparison>> = {
  more: '>',
  after: '>',
  atLeast: '>=',
  since: '>=',
  less: '<',
  before: '<',
  atMost: '<=',
  until: '<=',
  orMore: '>=',
  orLess: '<=',
};

/**
 * Reads tests of numbers: "over 50", "3 or more bedrooms", "between 2 and 5", "2 or 3 rooms", "larger than average".
 */
export function readNumbers(sentence: Sentence): void {
  readAgainstAverage(sentence);
  for (let at = 0; at < sentence.items.length; at += 1) {
    if (sentence.number(at) === undefined || sentence.isUsed(at) || isLimit(sentence, at)) continue;
    if (readOwnNumber(sentence, at)) continue;
    const bound = boundAt(sentence, at);
    const column = columnOf(sentence, bound);
    sentence.use(...bound.items);
    if (column && bound.money && isOtherThanMoney(sentence, column)) giveUp();
    if (column) addTest(sentence, bound, column);
    at = Math.max(at, bound.end - 1);
  }
}

const moneyConcepts = ['price', 'pay', 'revenue', 'profit', 'expense', 'gross', 'insurance', 'wealth'];

/** A hundred euros are no months, where a column tells money. */
function isOtherThanMoney({ context }: Sentence, column: ColumnSummary): boolean {
  const all = moneyConcepts.flatMap((concept) => columnsOfConcept(context.table, concept, context.vocabulary));
  return column.formula === undefined && all.length > 0 && !all.includes(column);
}

/** "Patient 1002": the row of that number. */
function readOwnNumber(sentence: Sentence, at: number): boolean {
  const value = sentence.number(at) ?? Number.NaN;
  const { table } = sentence.context;
  if (sentence.items[at - 1]?.kind !== 'table' || !Number.isInteger(value)) return false;
  const numbers = table.columns.filter(
    (column) => isLabel(column) && !isYear(column) && isNumeric(column) && column.distinct === table.row_count,
  );
  const [column] = numbers;
  if (numbers.length !== 1 || !(Number(column.min) <= value && value <= Number(column.max))) return false;
  sentence.use(at, at - 1);
  sentence.add(at, { column, test: 'compare', operator: '=', value });
  return true;
}

interface Bound {
  test: Extract<Test, { test: 'compare' | 'between' | 'oneOf' }>;
  from: number;
  end: number;
  items: number[];
  money: boolean;
}

function addTest(sentence: Sentence, { test, from, end }: Bound, column: ColumnSummary): void {
  // Revenue over 1000 is that of a group, not of a row
  if (column.formula !== undefined && !column.isOfRow) giveUp();
  convertUnit(sentence, { test, end }, column);
  if (test.test === 'compare') sentence.cost += costOfSide(test.operator, column);
  const not = sentence.before(from, 'soft');
  const negated = sentence.is(not, 'not', 'no') && !sentence.isUsed(not);
  if (negated) sentence.use(not);
  sentence.add(from, { column, ...test, ...(negated ? { negated } : {}) });
}

/** Above 30 degrees is the maximum rather than the minimum of a day. */
function costOfSide(operator: Comparison, { name }: ColumnSummary): number {
  const words = wordsOfName(name);
  if (operator.startsWith('>') && words.includes('min')) return 0.2;
  return operator.startsWith('<') && words.includes('max') ? 0.2 : 0;
}

const seconds = new Map(
  Object.entries({ s: 1, sec: 1, second: 1, min: 60, mins: 60, minute: 60, h: 3600, hr: 3600, hour: 3600 }),
);

/** "Longer than 2 hours" of a column in minutes is 120. */
function convertUnit(sentence: Sentence, { test, end }: Pick<Bound, 'test' | 'end'>, column: ColumnSummary): void {
  const { singular } = sentence.context.vocabulary;
  const asked = seconds.get(singular(sentence.items[end]?.text ?? ''));
  if (asked === undefined) return;
  sentence.use(end);
  const own = wordsOfName(column.name)
    .map((word) => seconds.get(singular(word)))
    .find((one) => one !== undefined);
  if (own === undefined) giveUp();
  const factor = asked / own;
  if (test.test === 'compare') test.value = Number(test.value) * factor;
  else if (test.test === 'between') Object.assign(test, { low: test.low * factor, high: test.high * factor });
  else test.values = test.values.map((value) => Number(value) * factor);
}

/** Returns the number at `at` with the words that qualify it. */
function boundAt(sentence: Sentence, at: number): Bound {
  const value = sentence.number(at) ?? Number.NaN;
  const end = sentence.is(at + 1, 'money') ? at + 2 : at + 1;
  const money = [at - 1, at + 1].filter((one) => sentence.is(one, 'money'));
  const start = sentence.is(at - 1, 'money') ? at - 1 : at;
  const before = sentence.before(start);
  const joint = sentence.next(end - 1);
  const second = numberAfter(sentence, joint);
  const isRange = second !== undefined && sentence.is(joint, 'and', 'to', 'until');
  const base = { money: money.length > 0, from: start };
  if (isRange && (sentence.is(before, 'between', 'from', 'since') || sentence.is(joint, 'to'))) {
    const items = [
      at,
      joint,
      second.at,
      ...money,
      ...second.money,
      ...(sentence.is(before, 'between', 'from', 'since') ? [before] : []),
    ];
    return {
      ...base,
      money: base.money || second.money.length > 0,
      from: Math.min(...items),
      test: { test: 'between', low: value, high: second.value },
      items,
      end: second.end,
    };
  }
  if (sentence.is(end, 'orMore', 'orLess'))
    return {
      ...base,
      test: compare(operators[sentence.term(end) ?? 'more'] ?? '=', value),
      items: [at, end, ...money],
      end: end + 1,
    };
  const term = sentence.isUsed(before) ? undefined : sentence.term(before);
  const operator = term && operators[term];
  if (operator && before === start - 1)
    return { ...base, from: before, test: compare(operator, value), items: [before, at, ...money], end };
  const values = [value];
  const items = [at, ...money];
  let last = end;
  for (
    let next = second;
    next && sentence.is(sentence.next(last - 1), 'or');
    next = numberAfter(sentence, sentence.next(last - 1))
  ) {
    values.push(next.value);
    items.push(sentence.next(last - 1), next.at);
    last = next.end;
  }
  return { ...base, test: values.length > 1 ? { test: 'oneOf', values } : compare('=', value), items, end: last };
}

function compare(operator: Comparison, value: number): Extract<Test, { test: 'compare' }> {
  return { test: 'compare', operator, value };
}

function numberAfter(
  sentence: Sentence,
  joint: number,
): { value: number; at: number; end: number; money: number[] } | undefined {
  let at = sentence.next(joint);
  const money: number[] = [];
  if (sentence.is(at, 'money')) {
    money.push(at);
    at += 1;
  }
  const value = sentence.number(at);
  if (value === undefined || sentence.isUsed(at)) return undefined;
  if (sentence.is(at + 1, 'money')) money.push(at + 1);
  return { value, at, end: Math.max(at, ...money) + 1, money };
}

/**
 * Returns the column of a number: named beside it, implied by an adjective or a currency, or the only one that it fits.
 */
function columnOf(sentence: Sentence, bound: Bound): ColumnSummary | undefined {
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

/**
 * Returns the column of a lone number: an age of people, or the only column whose range contains it; otherwise that of
 * the previous question.
 */
function fittingColumn(sentence: Sentence, { test, from, end }: Bound): ColumnSummary | undefined {
  const { table, vocabulary } = sentence.context;
  const isState = sentence.is(from - 1, 'be') && end >= sentence.items.length && sentence.has('count', 'share');
  const isBound = isState || test.test === 'between' || (test.test === 'compare' && test.operator !== '=');
  const [age] = columnsOfConcept(table, 'age', vocabulary).filter(({ name }) => /age/i.test(name));
  const low = test.test === 'between' ? test.low : test.test === 'compare' ? Number(test.value) : Number.NaN;
  // "At least 100 tests" is no age
  if (sentence.items[sentence.next(from)]?.kind === 'table' || sentence.items[end]?.kind === 'table') giveUp();
  if (isBound && age && low >= 10 && low <= 100 && !sentence.frame.leans) {
    sentence.cost += 0.3;
    return age;
  }
  if (sentence.frame.leans && test.test === 'compare') {
    sentence.frame.loneNumber = { operator: test.operator, value: Number(test.value), at: from };
    return undefined;
  }
  const high = test.test === 'between' ? test.high : low;
  const holding = table.columns.filter((column) => {
    if (!isNumeric(column) || isYear(column) || column.min === undefined || column.min === null) return false;
    return Number(column.min) <= low && Number(column.max) >= high;
  });
  sentence.cost += 0.6;
  return sentence.choose(isBound && holding.length === 1 ? holding : []);
}

/** "Top 5", "the 5 cheapest", "first 3", "show 5 homes", "which 3 teams". */
function isLimit(sentence: Sentence, at: number): boolean {
  const value = sentence.number(at) ?? 0;
  if (!Number.isInteger(value) || value < 1 || value > 1000 || sentence.items[at].joined) return false;
  const after = sentence.items[at + 1];
  const isUnit = after?.kind === 'column' && isNumeric(after.column);
  const ranks = sentence.is(at - 1, 'top', 'bottom', 'first', 'last', 'highest', 'lowest', 'commonest', 'rarest');
  const superlativeBefore =
    sentence.items[at - 1]?.kind === 'adjective' &&
    (sentence.items[at - 1] as { form?: string }).form === 'superlative';
  const superlativeAfter =
    (after?.kind === 'adjective' && after.form === 'superlative') ||
    sentence.is(at + 1, 'highest', 'lowest', 'commonest', 'rarest', 'most', 'least', 'top', 'bottom');
  const entity = after?.kind === 'table' || sentence.is(at + 1, 'row', 'vague');
  const isListed = entity && (at === 0 || sentence.is(at - 1, 'show', 'which', 'what', 'with'));
  const headed = sentence.is(at - 1, 'which', 'what') && after?.kind === 'column' && !isUnit;
  if (!((ranks && !isUnit) || (superlativeBefore && !isUnit) || superlativeAfter || isListed || headed)) return false;
  sentence.use(at);
  sentence.frame.limit = value;
  return true;
}

/** "Larger than average", "above the average price", "price below average". */
function readAgainstAverage(sentence: Sentence): void {
  for (const at of sentence.indexesOf('average')) {
    const before = sentence.before(at);
    const side = sentence.term(before);
    if (side === 'more' || side === 'less') {
      const unit = numericAt(sentence, at + 1);
      const index = sentence.before(before);
      const column = unit ?? numericAt(sentence, index);
      if (!column) continue;
      sentence.use(at, before, unit ? at + 1 : index);
      useEntity(sentence, at + 1);
      sentence.add(before, { column, test: 'averageOf', operator: side === 'more' ? '>' : '<' });
    }
    if (side !== 'than') continue;
    const adjective = sentence.items[before - 1];
    if (adjective?.kind !== 'adjective' || adjective.form !== 'comparative') continue;
    const column = sentence.choose(
      columnsOfConcept(sentence.context.table, adjective.concept, sentence.context.vocabulary),
    );
    if (!isNumeric(column)) continue;
    sentence.use(at, before, before - 1);
    useEntity(sentence, at + 1);
    sentence.add(before, { column, test: 'averageOf', operator: adjective.more ? '>' : '<' });
  }
}

function useEntity(sentence: Sentence, at: number): void {
  if (sentence.items[at]?.kind === 'table') sentence.use(at);
}
