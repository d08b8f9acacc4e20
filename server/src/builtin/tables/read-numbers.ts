import type { ColumnSummary } from '../grounding.ts';
import { wordsOfName } from '../words/tokens.ts';
import { giveUp } from './choices.ts';
import { isLimit } from './limits.ts';
import type { Comparison } from './logical-form.ts';
import { type Bound, boundAt } from './number-bounds.ts';
import { columnOfNumber } from './number-columns.ts';
import { convertUnit, fitScale } from './number-units.ts';
import type { Sentence } from './sentence.ts';
import { columnsOfConcept, flagOf, isLabel, isNumeric, isYear } from './traits.ts';

/**
 * Reads tests of numbers: "over 50", "3 or more bedrooms", "between 2 and 5", "2 or 3 rooms".
 */
export function readNumbers(sentence: Sentence): void {
  for (let at = 0; at < sentence.items.length; at += 1) {
    if (sentence.number(at) === undefined || sentence.isUsed(at) || isLimit(sentence, at)) continue;
    if (readOwnNumber(sentence, at)) continue;
    if (isInName(sentence, at)) giveUp();
    const bound = boundAt(sentence, at);
    const column = columnOfNumber(sentence, bound);
    sentence.use(...bound.items);
    if (column && bound.money && isOtherThanMoney(sentence, column)) giveUp();
    if (column) addTest(sentence, bound, column);
    at = Math.max(at, bound.end - 1);
  }
}

/** "12 years of school" are what `school12` tells, and no bound of another column. */
function isInName(sentence: Sentence, at: number): boolean {
  const { text } = sentence.items[at];
  return sentence.items.some((item, place) => {
    if (item.kind !== 'column' || place === at || !flagOf(item.column)) return false;
    return new RegExp(`(?<!\\d)${text}(?!\\d)`).test(item.column.name) && /^\d+$/.test(text);
  });
}

const moneyConcepts = ['price', 'pay', 'revenue', 'profit', 'expense', 'gross', 'insurance', 'wealth'];

/** A hundred euros are no months, where a column tells money. */
function isOtherThanMoney({ context }: Sentence, column: ColumnSummary): boolean {
  const all = moneyConcepts.flatMap((concept) => columnsOfConcept(context.table, concept, context.vocabulary));
  return all.length > 0 && !all.includes(column);
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

function addTest(sentence: Sentence, bound: Bound, column: ColumnSummary): void {
  const { test, from } = bound;
  convertUnit(sentence, bound, column);
  if (!isYear(column) && !isLabel(column)) fitScale(bound, column);
  if (test.test === 'compare') sentence.cost += costOfSide(test.operator, column);
  if (isBeyond(test, column)) sentence.cost += costOfBeyond;
  const not = sentence.before(from, 'soft');
  const negated = sentence.is(not, 'not', 'no') && !sentence.isUsed(not);
  if (negated) sentence.use(not);
  sentence.add(from, { column, ...test, ...(negated ? { negated } : {}) });
}

/** A column whose numbers are all above, or all below, is hardly meant where another one fits. */
const costOfBeyond = 0.3;

function isBeyond(test: Bound['test'], { min, max }: ColumnSummary): boolean {
  if (typeof min !== 'number' || typeof max !== 'number') return false;
  if (test.test === 'between') return test.high < min || test.low > max;
  const values = (test.test === 'compare' ? [test.value] : test.values).map(Number);
  return values.every((value) => value < min || value > max);
}

/** Above 30 degrees is the maximum rather than the minimum of a day. */
function costOfSide(operator: Comparison, { name }: ColumnSummary): number {
  const words = wordsOfName(name);
  if (operator.startsWith('>') && words.includes('min')) return 0.2;
  return operator.startsWith('<') && words.includes('max') ? 0.2 : 0;
}
