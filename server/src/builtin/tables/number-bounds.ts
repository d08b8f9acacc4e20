import type { Term } from '../words/vocabulary.ts';
import type { Comparison, Test } from './logical-form.ts';
import type { Sentence } from './sentence.ts';

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

export interface Bound {
  test: Extract<Test, { test: 'compare' | 'between' | 'oneOf' }>;
  from: number;
  end: number;
  items: number[];
  money: boolean;
  /** Behind the number: "kg". */
  unit?: string;
}

/** Returns the number at `at` with the words that qualify it. */
export function boundAt(sentence: Sentence, at: number): Bound {
  const value = sentence.number(at) ?? Number.NaN;
  const hasUnit = sentence.items[at + 1]?.kind === 'unit';
  const end = hasUnit || sentence.is(at + 1, 'money') ? at + 2 : at + 1;
  const money = [at - 1, at + 1].filter((one) => sentence.is(one, 'money'));
  const start = sentence.is(at - 1, 'money') ? at - 1 : at;
  const before = sentence.before(start);
  const joint = sentence.next(end - 1);
  const second = numberAfter(sentence, joint);
  const isRange = second !== undefined && sentence.is(joint, 'and', 'to', 'until');
  const unit = hasUnit ? at + 1 : isRange ? second.unit : undefined;
  const base = {
    money: money.length > 0,
    from: start,
    ...(unit === undefined ? {} : { unit: sentence.items[unit].text }),
  };
  sentence.use(unit, isRange ? second.unit : undefined);
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
): { value: number; at: number; end: number; money: number[]; unit?: number } | undefined {
  let at = sentence.next(joint);
  const money: number[] = [];
  if (sentence.is(at, 'money')) {
    money.push(at);
    at += 1;
  }
  const value = sentence.number(at);
  if (value === undefined || sentence.isUsed(at)) return undefined;
  if (sentence.is(at + 1, 'money')) money.push(at + 1);
  const unit = sentence.items[at + 1]?.kind === 'unit' ? at + 1 : undefined;
  return { value, at, end: Math.max(at, unit ?? at, ...money) + 1, money, unit };
}
