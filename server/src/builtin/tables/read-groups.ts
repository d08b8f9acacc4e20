import type { ColumnSummary } from '../grounding.ts';
import { wordsInEnglish } from '../words/abroad.ts';
import type { Term } from '../words/vocabulary.ts';
import { monthsOf, weekdaysOf } from './calendar.ts';
import type { Aggregate, Grouping, Measure } from './logical-form.ts';
import { mainTimes } from './read-times.ts';
import type { Context, Sentence } from './sentence.ts';
import type { Period } from './spans.ts';
import { nameOf } from './sql.ts';
import { flagOf, isAdditive, isGroupable, isLabel, isLevel, isNumeric, isTemporal, isYear } from './traits.ts';

export const aggregateTerms: Partial<Record<Term, Aggregate>> = {
  average: 'average',
  sum: 'sum',
  median: 'median',
  deviation: 'deviation',
};

const ordering: readonly Term[] = ['top', 'bottom', 'sorted', 'descending', 'ascending'];
const rankTerms: readonly Term[] = [...ordering, 'highest', 'lowest', 'most', 'least', 'commonest', 'rarest'];
const periodic: Record<string, Period> = {
  monthly: 'month',
  yearly: 'year',
  annually: 'year',
  quarterly: 'quarter',
  weekly: 'week',
  daily: 'day',
};

/** "By department", "for each year", "monthly", "over time", "with and without a garage". */
export function readGroups(sentence: Sentence): void {
  for (const at of sentence.indexesOf('by', 'each', 'sorted'))
    if (!isOfEachRow(sentence, at) && !isByWhom(sentence, at) && !isUnit(sentence, at)) readBy(sentence, at);
  for (const at of sentence.indexesOf('periodic')) {
    sentence.use(at);
    // "The average monthly rent" is a rent, not a series
    const measured = sentence.column(at + 1);
    if (measured && wordsInEnglish(measured.name).includes(periodic[sentence.items[at].text])) continue;
    if (sentence.is(at - 1, 'average', 'median') && measured) {
      sentence.dropped.push(sentence.items[at].text);
      continue;
    }
    sentence.frame.groups.push(inPeriods(sentence, periodic[sentence.items[at].text]));
  }
  for (const at of sentence.indexesOf('overTime')) {
    sentence.use(at);
    sentence.frame.groups.push(inPeriods(sentence, 'year'));
  }
  for (const at of sentence.indexesOf('withAndWithout')) {
    const column = sentence.column(sentence.next(at));
    if (!column || !flagOf(column)) continue;
    sentence.use(at, sentence.next(at));
    sentence.frame.groups.push({ column });
  }
}

function inPeriods(sentence: Sentence, period: Period): Grouping {
  const { context, choose } = sentence;
  const isOfDay = period === 'hour';
  const temporal = context.table.columns.filter((column) =>
    isOfDay ? column.type === 'datetime' : isTemporal(column),
  );
  const moments = mainTimes(sentence, temporal);
  if (moments.length === 0 && period === 'decade') return choose(context.table.columns.filter(isYear).map(decadeOf));
  return choose(
    moments.length > 0
      ? moments.map((column) => ({ column, period }))
      : partsOf(context, period).map((column) => ({ column })),
  );
}

function decadeOf(year: ColumnSummary): Grouping {
  const formula = `CAST(floor(${nameOf(year)} / 10.0) * 10 AS integer)`;
  return { column: { name: 'decade', type: 'integer', distinct: null, formula } };
}

/** Columns that hold a part of a date, in a table without dates. */
export function partsOf({ table: { columns }, vocabulary }: Context, period: Period): ColumnSummary[] {
  if (period === 'year') return columns.filter(isYear);
  if (period === 'month') return monthsOf(columns, vocabulary).map(({ column }) => column);
  return period === 'weekday' || period === 'day' ? weekdaysOf(columns, vocabulary).map(({ column }) => column) : [];
}

/** "The median price per sale", "across countries": of the rows, which an average is of anyway. */
function isOfEachRow(sentence: Sentence, at: number): boolean {
  const index = sentence.next(at);
  const item = sentence.items[index];
  const hasAverage = sentence.has('average', 'median', 'deviation');
  const isRow = item?.kind === 'table' && hasAverage;
  const column = sentence.column(index);
  const isAcross = sentence.items[at].text === 'across' && hasAverage && (column?.distinct ?? 0) > mostAcross;
  if (!isRow && !isAcross) return false;
  sentence.use(at, index);
  return true;
}

/** "Bookings made by repeated guests": those that did it, no groups. */
function isByWhom(sentence: Sentence, at: number): boolean {
  const index = sentence.next(at);
  const column = sentence.column(index);
  const isPassive =
    sentence.items[at].text === 'by' &&
    /(ed|made|done|bought|sold|sent|won|run)$/.test(sentence.items[at - 1]?.text ?? '');
  const isPlural = sentence.items[index]?.text.endsWith('s');
  if (!column || !flagOf(column) || !isPassive || !isPlural || !sentence.has('count', 'share', 'exists')) return false;
  sentence.use(at);
  return true;
}

const periodOfWord: Record<string, string> = {
  month: 'monthly',
  year: 'yearly',
  hour: 'hourly',
  day: 'daily',
  week: 'weekly',
};

/** "Earn per month" of a monthly income: what the figure is of anyway, no groups. */
function isUnit(sentence: Sentence, at: number): boolean {
  const index = sentence.next(at);
  const { text } = sentence.items[index] ?? {};
  const adverb = periodOfWord[text ?? ''];
  if (adverb === undefined || !/^(per|each|every)$/.test(sentence.items[at].text)) return false;
  const isOfPeriod = sentence.items.some((_, place) => {
    const column = sentence.column(place);
    return column !== undefined && isNumeric(column) && wordsInEnglish(column.name).includes(adverb);
  });
  if (isOfPeriod) sentence.use(at, index);
  return isOfPeriod;
}

/** Hardly anybody reads as many averages. */
const mostAcross = 30;

function readBy(sentence: Sentence, at: number): void {
  const { frame } = sentence;
  let index = sentence.next(at, 'distinct');
  sentence.use(...range(at + 1, index).filter((one) => sentence.is(one, 'distinct')));
  if (kinds.test(sentence.items[index]?.text ?? '') && sentence.column(sentence.next(index))) {
    sentence.use(index);
    index = sentence.next(index);
  }
  const order = orderAt(sentence, at, index);
  if (order) {
    frame.order = { ...frame.order, ...order };
    return;
  }
  for (;;) {
    const grouping = groupingAt(sentence, index);
    if (!grouping) return;
    const before = frame.groups.at(-1);
    // "Per month by end date": the months of that date
    if (before?.period && before.period !== 'day' && isTemporal(grouping.grouping.column))
      before.column = grouping.grouping.column;
    else frame.groups.push(grouping.grouping);
    sentence.use(at, ...grouping.items);
    const after = sentence.next(grouping.items.at(-1) ?? index);
    if (!sentence.is(after, 'and')) return;
    const following = sentence.next(after, 'by', 'each');
    if (!groupingAt(sentence, following)) return;
    sentence.use(after, ...range(after, following));
    index = following;
  }
}

/** What a column costs that is named as it is called. */
const mostOfName = 0.12;
const costOfPartialNumber = 0.15;

const kinds = /^(kind|type|sort|category)$/;

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

interface Found {
  grouping: Grouping;
  items: number[];
}

function groupingAt(sentence: Sentence, index: number): Found | undefined {
  // "per number of bedrooms"
  if (sentence.is(index, 'count')) {
    const next = sentence.next(index);
    const column = sentence.column(next);
    return column && isNumeric(column) && isGroupable(column)
      ? { grouping: { column }, items: [index, next] }
      : undefined;
  }
  const item = sentence.items[index];
  const own = sentence.column(index + 1);
  // "By smoking habit"
  if (item?.kind === 'value' && own === item.column) return { grouping: { column: own }, items: [index, index + 1] };
  const column = sentence.column(index);
  if (column) {
    if (!isGroupable(column)) return undefined;
    // "Per job" is rather `job_type` than `job_years`
    if (isNumeric(column) && !isLabel(column) && (item?.distance ?? 0) > mostOfName)
      sentence.cost += costOfPartialNumber;
    // "by date" is by day
    return { grouping: isTemporal(column) ? { column, period: 'day' } : { column }, items: [index] };
  }
  const period = sentence.term(index);
  if (period === 'weekday') return { grouping: { ...inPeriods(sentence, 'weekday') }, items: [index] };
  const isPeriod =
    period === 'month' ||
    period === 'hour' ||
    period === 'decade' ||
    period === 'year' ||
    period === 'quarter' ||
    period === 'week' ||
    period === 'day';
  return isPeriod ? { grouping: inPeriods(sentence, period), items: [index] } : undefined;
}

/** "Top 5 by population", "sorted by price": in a ranking, numbers order rather than group. */
function orderAt(sentence: Sentence, at: number, index: number) {
  const isRanked =
    sentence.is(at, 'sorted') ||
    sentence.has(...rankTerms) ||
    sentence.items.some((one) => one.kind === 'adjective' && one.form === 'superlative');
  const isSorted = sentence.items.some(
    (one, index) => sentence.is(index, 'show') && /^(rank|sort|order|arrange)/.test(one.text),
  );
  if (!(isRanked || isSorted) || sentence.is(at, 'each')) return undefined;
  const found = measureAt(sentence, index);
  if (!found) return undefined;
  sentence.use(at, ...found.items);
  if (found.measure || !found.column) return { measure: found.measure };
  return { column: found.column, aggregate: aggregateOf(sentence, found.column) };
}

/** "Top 5 states by people affected": groups by their sum or by their average, where a column does not tell which. */
function aggregateOf({ choose, context: { vocabulary } }: Sentence, column: ColumnSummary): Aggregate | undefined {
  if (isAdditive(column, vocabulary)) return 'sum';
  if (isLevel(column, vocabulary) || !isNumeric(column) || isLabel(column)) return undefined;
  return choose(['sum', 'average'] as const);
}

interface FoundMeasure {
  measure?: Measure;
  column?: ColumnSummary;
  items: number[];
}

/** "Average price", "number of players", "price". */
function measureAt(sentence: Sentence, index: number): FoundMeasure | undefined {
  const term = sentence.term(index);
  if (term === 'count') {
    const next = sentence.next(index);
    const column = sentence.column(next);
    if (column && isNumeric(column)) return { column, items: [index, next] };
    const isEntity = sentence.items[next]?.kind === 'table' || sentence.is(next, 'row', 'vague');
    return { measure: { of: 'rows' }, items: isEntity ? [index, next] : [index] };
  }
  const aggregate = term && aggregateTerms[term];
  if (aggregate) {
    const next = sentence.next(index, 'count');
    const column = sentence.column(next);
    if (!column || !isNumeric(column)) return undefined;
    return { measure: { of: 'column', aggregate, column }, items: range(index, next + 1) };
  }
  const column = sentence.column(index);
  return column && (isNumeric(column) || isTemporal(column)) ? { column, items: [index] } : undefined;
}
