import { monthsOf, type PartOfCalendar, weekdaysOf } from './calendar.ts';
import { giveUp } from './choices.ts';
import type { Sentence } from './sentence.ts';
import { isTemporal, type Scalar } from './traits.ts';

/** Reads months where a column holds them apart from the year, and days of the week: "in June", "on Mondays". */
export function readCalendar(sentence: Sentence): void {
  const { columns } = sentence.context.table;
  const { vocabulary } = sentence.context;
  const months = monthsOf(columns, vocabulary);
  const weekdays = weekdaysOf(columns, vocabulary);
  const moments = columns.filter(isTemporal);
  for (const [at, item] of sentence.items.entries()) {
    if (sentence.isUsed(at)) continue;
    if (item.kind === 'month' && moments.length === 0 && months.length > 0)
      addMonths(sentence, at, sentence.choose(months));
    if (item.kind !== 'weekday') continue;
    if (weekdays.length > 0) addWeekdays(sentence, at, sentence.choose(weekdays));
    else if (moments.length > 0) {
      const days = listOf(sentence, at, daysAt).flat();
      sentence.add(at, { column: sentence.choose(moments), test: 'weekday', days, ...negationOf(sentence, at) });
    }
  }
}

function addMonths(sentence: Sentence, at: number, part: PartOfCalendar): void {
  const months = monthRange(sentence, at) ?? listOf(sentence, at, monthAt);
  addValues(sentence, at, part, months);
}

function addWeekdays(sentence: Sentence, at: number, part: PartOfCalendar): void {
  addValues(sentence, at, part, listOf(sentence, at, daysAt).flat());
}

function addValues(
  sentence: Sentence,
  at: number,
  { column, values }: PartOfCalendar,
  wanted: readonly number[],
): void {
  const own = wanted.map((index) => values[index]).filter((value): value is Scalar => value !== undefined);
  if (own.length === 0) giveUp();
  const negated = negationOf(sentence, at);
  const before = sentence.before(at);
  if (sentence.column(before) === column) sentence.use(before);
  if (own.length === 1) sentence.add(at, { column, test: 'compare', operator: '=', value: own[0], ...negated });
  else sentence.add(at, { column, test: 'oneOf', values: own, ...negated });
}

function negationOf(sentence: Sentence, at: number): { negated?: true } {
  const before = sentence.before(at);
  if (!sentence.is(before, 'not')) return {};
  sentence.use(before);
  return { negated: true };
}

function monthAt(sentence: Sentence, at: number): number | undefined {
  const item = sentence.items[at];
  return item?.kind === 'month' ? item.month : undefined;
}

function daysAt(sentence: Sentence, at: number): readonly number[] | undefined {
  const item = sentence.items[at];
  return item?.kind === 'weekday' ? item.days : undefined;
}

/** "May, June or July". */
function listOf<One>(sentence: Sentence, at: number, read: (sentence: Sentence, at: number) => One | undefined): One[] {
  const list: One[] = [];
  let index = at;
  for (let one = read(sentence, index); one !== undefined; one = read(sentence, index)) {
    list.push(one);
    sentence.use(index);
    const joint = sentence.next(index);
    const next = sentence.next(joint);
    if (!sentence.is(joint, 'and', 'or') || read(sentence, next) === undefined) break;
    sentence.use(joint);
    index = next;
  }
  return list;
}

/** "From May to August", "between May and August". */
function monthRange(sentence: Sentence, at: number): number[] | undefined {
  const [joint, before] = [sentence.next(at), sentence.before(at)];
  const second = sentence.next(joint);
  const [first, last] = [monthAt(sentence, at), monthAt(sentence, second)];
  const isOpen = sentence.is(before, 'between', 'from', 'since');
  const isRange = sentence.is(joint, 'to', 'until') || (isOpen && sentence.is(joint, 'and'));
  if (first === undefined || last === undefined || !isRange || last < first) return undefined;
  sentence.use(at, joint, second, isOpen ? before : undefined);
  return Array.from({ length: last - first + 1 }, (_, index) => first + index);
}
