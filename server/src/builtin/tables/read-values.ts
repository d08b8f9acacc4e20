import type { ColumnSummary } from '../grounding.ts';
import { giveUp } from './choices.ts';
import type { Condition, Test } from './logical-form.ts';
import type { Sentence } from './sentence.ts';
import { countsThings, flagOf, isNumeric, type Scalar } from './traits.ts';

/** Reads conditions on values: "in Rome or Oslo", "smokers", "with a driveway", "no garage", "unknown age". */
export function readValues(sentence: Sentence): void {
  for (let at = 0; at < sentence.items.length; at += 1) {
    if (sentence.isUsed(at)) continue;
    const item = sentence.items[at];
    if (item.kind === 'value') readValueList(sentence, at);
    else if (item.kind === 'quoted') readQuoted(sentence, at);
    else if (item.kind === 'column') readColumn(sentence, at);
  }
}

/** "Over 50K" is the value ">50K" where there is one. */
function preferBound(sentence: Sentence, at: number): void {
  const item = sentence.items[at];
  const sign = item.kind === 'value' ? /^[<>]/.exec(String(item.values[0]))?.[0] : undefined;
  const isMore = sentence.is(at - 1, 'more', 'atLeast', 'moreSo');
  const isLess = sentence.is(at - 1, 'less', 'atMost', 'lessSo');
  if (!((sign === '>' && isMore) || (sign === '<' && isLess))) return;
  sentence.use(at - 1);
  sentence.cost -= 0.4;
}

const directions = new Map([
  ['from', /origin|from|source|start|departure|pickup|sender/i],
  ['to', /dest|(^|_)to($|_)|target|(^|_)end|arrival|dropoff|receiver/i],
]);

/** "From LGA" is an origin, "to LGA" a destination. */
function preferDirection(sentence: Sentence, at: number, { name }: ColumnSummary): void {
  const before = sentence.items[at - 1]?.text ?? '';
  if (directions.get(before)?.test(name)) sentence.cost -= 0.3;
}

interface Listed {
  column: ColumnSummary;
  values: Scalar[];
  end: number;
  separators: number[];
}

function readValueList(sentence: Sentence, at: number): void {
  const list = listAt(sentence, at);
  const { column, values, end, separators } = list;
  sentence.use(...rangeOf(at, end));
  preferDirection(sentence, at, column);
  preferBound(sentence, at);
  // "Orders by Corner Shop"
  if (sentence.is(sentence.before(at), 'by')) sentence.use(sentence.before(at));
  useColumnAround(sentence, at, end, column);
  const test: Test =
    values.length > 1 ? { test: 'oneOf', values } : { test: 'compare', operator: '=', value: values[0] };
  const negated = readNegation(sentence, at);
  sentence.add(at, { column, ...test, ...(negated ? { negated } : {}) });
  // "The average of smokers and non-smokers" means one average for each
  const isBeside =
    test.test === 'oneOf' &&
    separators.length > 0 &&
    !negated &&
    separators.every((one) => sentence.items[one].text !== 'or') &&
    sentence.has('average', 'median', 'rate') &&
    sentence.frame.groups.length === 0;
  if (isBeside) giveUp();
}

/** Reads consecutive values of one column. */
function listAt(sentence: Sentence, at: number): Listed {
  const first = sentence.items[at];
  if (first.kind !== 'value') return giveUp();
  const { column } = first;
  const values = new Set<Scalar>(first.values);
  const separators: number[] = [];
  let end = at + 1;
  for (;;) {
    const separator = sentence.next(end - 1);
    if (!sentence.is(separator, 'and', 'or')) break;
    let next = sentence.next(separator);
    if (sentence.is(next, 'them')) next = sentence.next(next);
    const item = sentence.items[next];
    if (item?.kind !== 'value' || item.column !== column) {
      // "Rome or cheap ones": an alternative between two columns is not supported
      if (sentence.is(separator, 'or') && (item?.kind === 'value' || item?.kind === 'column')) giveUp();
      break;
    }
    for (const value of item.values) values.add(value);
    separators.push(separator);
    end = next + 1;
  }
  if (values.size < separators.length + 1) giveUp();
  return { column, values: [...values], end, separators };
}

/** "Department Sales", "Sales department": the column is named beside its value. */
function useColumnAround(sentence: Sentence, at: number, end: number, column: ColumnSummary): void {
  const before = sentence.before(at, 'between');
  if (sentence.column(before) === column && !sentence.isUsed(before) && !sentence.is(before - 1, 'which', 'by'))
    useOwn(sentence, before);
  if (sentence.is(at - 1, 'between')) sentence.use(at - 1);
  if (sentence.column(end) === column && !sentence.isUsed(end)) useOwn(sentence, end);
}

/** A value beside its own column is certain. */
function useOwn(sentence: Sentence, at: number): void {
  sentence.use(at);
  sentence.cost -= 0.3;
}

/** Returns whether "not" or "without" precedes, with only glue words between. */
function readNegation(sentence: Sentence, at: number): boolean {
  let index = sentence.before(at, 'soft', 'them');
  if (sentence.items[index]?.kind === 'table' && sentence.is(sentence.before(index), 'not', 'no', 'neither'))
    index = sentence.before(index);
  if (sentence.is(index, 'not', 'no')) {
    sentence.use(index);
    return true;
  }
  return isNeither(sentence, at, index);
}

/** "Neither A nor B": both are negated. */
function isNeither(sentence: Sentence, at: number, index: number): boolean {
  if (sentence.is(index, 'neither')) {
    sentence.use(index);
    return true;
  }
  const isNext = sentence.is(index, 'or') && sentence.items[index].text === 'nor';
  if (!isNext || !sentence.items.slice(0, at).some((_, one) => sentence.is(one, 'neither'))) return false;
  sentence.use(index);
  return true;
}

/** A quoted text is an exact value of the column before it. */
function readQuoted(sentence: Sentence, at: number): void {
  const item = sentence.items[at];
  const index = sentence.before(at);
  const column = sentence.column(index);
  if (column?.type !== 'text' || item.kind !== 'quoted') giveUp();
  sentence.use(at, index);
  const negated = readNegation(sentence, index) ? { negated: true } : {};
  // "Titles with 'Star Wars'" hold it, "titled 'Star Wars'" are it
  if (sentence.is(at - 1, 'with') && column.values === undefined)
    sentence.add(at, { column, test: 'contains', words: [item.text.toLowerCase()], ...negated });
  else sentence.add(at, { column, test: 'compare', operator: '=', value: item.text, ...negated });
}

const askingTerms = ['which', 'average', 'sum', 'median', 'distinct', 'commonest', 'rarest'] as const;

function readColumn(sentence: Sentence, at: number): void {
  const item = sentence.items[at];
  if (item.kind !== 'column') return;
  const { column } = item;
  if (readMissing(sentence, at, column)) return;
  const before = sentence.before(at);
  const flag = flagOf(column);
  if (flag) {
    if (!item.denied && sentence.is(before, ...askingTerms) && !sentence.is(sentence.next(at), 'rate')) return;
    sentence.use(at);
    const isNo = readNegation(sentence, at) !== (item.denied ?? false);
    const value = isNo ? flag.no : flag.yes;
    if (groupsBoth(sentence, at, column, value)) return;
    sentence.add(at, { column, test: 'compare', operator: '=', value }, true);
    requireNoOr(sentence, at, column);
    return;
  }
  readLacking(sentence, at, column);
}

/** "Churners and non-churners": one group for each. */
function groupsBoth(sentence: Sentence, at: number, column: ColumnSummary, value: Scalar): boolean {
  const { frame } = sentence;
  const other = frame.conditions.find(
    ({ condition }) => condition.column === column && condition.test === 'compare' && condition.value !== value,
  );
  const separator = sentence.before(at, 'not');
  if (!other || !sentence.is(separator, 'and', 'or', 'versus')) return false;
  sentence.use(separator);
  frame.conditions = frame.conditions.filter((one) => one !== other);
  frame.groups.push({ column });
  return true;
}

/** "With a driveway or a garage" is not supported. */
function requireNoOr(sentence: Sentence, at: number, column: ColumnSummary): void {
  const separator = sentence.next(at);
  if (!sentence.is(separator, 'or') || sentence.items[separator].text === 'nor') {
    if (sentence.is(separator, 'and') && isCondition(sentence, sentence.next(separator), column))
      sentence.use(separator);
    return;
  }
  if (isCondition(sentence, sentence.next(separator), column)) giveUp();
}

function isCondition(sentence: Sentence, at: number, column: ColumnSummary): boolean {
  const item = sentence.items[at];
  if (item?.kind === 'value') return true;
  return item?.kind === 'column' && item.column !== column && flagOf(item.column) !== undefined;
}

function readMissing(sentence: Sentence, at: number, column: ColumnSummary): boolean {
  const neighbours = [sentence.next(at, 'soft'), sentence.before(at)];
  const missing = neighbours.find((one) => sentence.is(one, 'missing') && !sentence.isUsed(one));
  if (missing === undefined) return false;
  const not = sentence.before(missing);
  const negated = sentence.is(not, 'not');
  sentence.use(at, missing, negated ? not : undefined);
  sentence.add(at, { column, test: 'missing', ...(negated ? { negated } : {}) });
  return true;
}

/** "No bathrooms" means a count of 0; "without a phone" means a missing value. */
function readLacking(sentence: Sentence, at: number, column: ColumnSummary): void {
  const index = sentence.before(at);
  const isNeitherOne = isNeither(sentence, at, index);
  const isNever = sentence.items[index]?.text === 'never' && isNumeric(column) && Number(column.min) === 0;
  if (!isNeitherOne && !isNever && !sentence.is(index, 'no')) {
    // "have a secondary breed" means a present value
    const counts =
      sentence.has('count', 'share', 'exists') || (sentence.frame.leans === 'also' && at === sentence.items.length - 1);
    const has = sentence.is(at - 1, 'have', 'with') && counts;
    // "With trans fat": more than none
    if (has && isNumeric(column) && Number(column.min) === 0 && !sentence.has('average', 'sum', 'most', 'highest')) {
      sentence.use(at);
      sentence.add(at, { column, test: 'compare', operator: '>', value: 0 });
    } else if (has && sentence.has('share') && !isNumeric(column)) {
      // "With damage", where one of its kinds is "None"
      const word = wordForNone(column);
      sentence.use(at);
      sentence.add(
        at,
        word === undefined
          ? { column, test: 'missing', negated: true }
          : { column, test: 'compare', operator: '=', value: word, negated: true },
      );
    }
    return;
  }
  sentence.use(at, index);
  const word = wordForNone(column);
  if (word !== undefined) {
    sentence.add(at, { column, test: 'compare', operator: '=', value: word });
    return;
  }
  const isUnrecorded = (column.nulls ?? 0) > 0 && recorded.has(sentence.items[at + 1]?.text ?? '');
  const none =
    !isUnrecorded &&
    isNumeric(column) &&
    (countsThings(column, sentence.context.vocabulary) || Number(column.min) === 0);
  const condition: Condition = none
    ? { column, test: 'compare', operator: '=', value: 0 }
    : { column, test: 'missing' };
  if (isUnrecorded) sentence.use(at + 1);
  if (!none && isNumeric(column) && column.min === undefined) giveUp();
  sentence.add(at, condition);
}

function wordForNone({ type, values }: ColumnSummary): string | undefined {
  const none = type === 'text' ? values?.find((value) => /^(none|no|nothing|nil)$/i.test(String(value))) : undefined;
  return none === undefined ? undefined : String(none);
}

const recorded = new Set(
  'recorded known given registered reported measured figure figures value data listed noted stated'.split(' '),
);

function rangeOf(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}
