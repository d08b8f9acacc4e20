import type { ColumnSummary } from '../grounding.ts';
import { wordsOfName } from '../words/tokens.ts';
import type { Term } from '../words/vocabulary.ts';
import { giveUp } from './choices.ts';
import type { Condition } from './logical-form.ts';
import type { Sentence } from './sentence.ts';
import type { Period } from './spans.ts';
import { daysAround, isoDay, type Span, spanAround, yearSpan } from './spans.ts';
import { isNumeric, isTemporal, isYear } from './traits.ts';

interface Found {
  span: Required<Span>;
  end: number;
  /** Only a month, of any year. */
  month?: number;
}

const periodTerms = new Set<Term>(['year', 'quarter', 'month', 'week', 'day']);

/** Reads times: "in 2019", "since March 2020", "between 1952 and 2007", "last month", "in the 1990s". */
export function readTimes(sentence: Sentence): void {
  const { columns } = sentence.context.table;
  const moments = columns.filter(isTemporal);
  const times = moments.length > 0 ? moments : columns.filter(isYear);
  if (times.length === 0) return;
  for (let at = 0; at < sentence.items.length; at += 1) {
    if (sentence.isUsed(at)) continue;
    const found = relativeAt(sentence, at) ?? spanAt(sentence, at, times);
    if (found) at = Math.max(at, readSpan(sentence, at, found, times) - 1);
  }
}

function readSpan(sentence: Sentence, at: number, found: Found, times: ColumnSummary[]): number {
  const { span, end, used } = widen(sentence, at, found, times);
  const years = sentence.context.table.columns.filter(isYear);
  const named = namedBefore(sentence, Math.min(at, ...used), [...times, ...years]);
  // "Each season in the 1990s"
  const grouped = sentence.frame.groups.find((group) => isYear(group.column))?.column;
  const column = named?.column ?? grouped ?? sentence.choose(fittingTimes(sentence, found, times));
  sentence.use(...used, named?.at);
  const condition = conditionOf(
    column,
    span,
    found.month !== undefined && used.length === found.end - at ? found.month : undefined,
  );
  const first = Math.min(at, ...used);
  const not = sentence.before(first);
  const negated = sentence.is(not, 'not');
  if (negated) sentence.use(not);
  sentence.add(at, negated ? { ...condition, negated } : condition);
  return end;
}

/** Dates that reach the named year; if none does, columns of years that do. */
function fittingTimes(sentence: Sentence, { span, month }: Found, times: ColumnSummary[]): ColumnSummary[] {
  if (month !== undefined) return times;
  const year = Number(span.from.slice(0, 4));
  const reaching = mainTimes(
    sentence,
    times.filter((time) => isWithin(year, time)),
  );
  const years = sentence.context.table.columns.filter((column) => isYear(column) && isWithin(year, column));
  return reaching.length > 0 ? reaching : years.length > 0 ? years : times;
}

/** Orders have an order date among others; it is meant where none is named. */
export function mainTimes({ context, items }: Sentence, times: ColumnSummary[]): ColumnSummary[] {
  const { singular } = context.vocabulary;
  const rows = new Set(
    [
      ...wordsOfName(context.table.name),
      ...items.flatMap((item) => (item.kind === 'table' ? wordsOfName(item.text) : [])),
    ].map(singular),
  );
  const own = times.filter(({ name }) => wordsOfName(name).some((word) => rows.has(singular(word))));
  return own.length > 0 ? own : times;
}

function namedBefore(
  sentence: Sentence,
  at: number,
  times: ColumnSummary[],
): { column: ColumnSummary; at: number } | undefined {
  const index = sentence.before(at);
  const column = sentence.column(index);
  return column && times.includes(column) && !sentence.isUsed(index) ? { column, at: index } : undefined;
}

/** "Between March and May 2013": March of that year. */
function startBefore({ span, month }: Pick<Found, 'span' | 'month'>, second: Found): string {
  if (month === undefined || second.month !== undefined) return span.from;
  return isoDay(Number(second.span.from.slice(0, 4)), month, 1);
}

/** Applies the words around a span: "since", "between … and …", "or later". */
function widen(
  sentence: Sentence,
  at: number,
  { span, end, month }: Found,
  times: ColumnSummary[],
): { span: Span; end: number; used: number[] } {
  const own = Array.from({ length: end - at }, (_, index) => at + index);
  const previous = sentence.before(at);
  const operator = sentence.isUsed(previous) ? undefined : sentence.term(previous);
  const joint = sentence.next(end - 1);
  if (operator === 'between' || operator === 'from' || operator === 'since') {
    const second = sentence.is(joint, 'and', 'to', 'until') ? spanAt(sentence, sentence.next(joint), times) : undefined;
    if (second && second.span.before > span.from)
      return {
        span: { from: startBefore({ span, month }, second), before: second.span.before },
        end: second.end,
        used: [previous, ...own, joint, ...rangeOf(sentence.next(joint), second.end)],
      };
  }
  if (sentence.is(joint, 'onwards'))
    return {
      span: { from: span.from },
      end: joint + 1,
      used: [...own, joint, ...(operator === 'from' || operator === 'since' ? [previous] : [])],
    };
  if (sentence.is(joint, 'backwards')) return { span: { before: span.before }, end: joint + 1, used: [...own, joint] };
  if (sentence.is(joint, 'to') && !sentence.isUsed(joint)) {
    const second = spanAt(sentence, sentence.next(joint), times);
    if (second && second.span.before > span.from)
      return {
        span: { from: span.from, before: second.span.before },
        end: second.end,
        used: [...own, joint, ...rangeOf(sentence.next(joint), second.end)],
      };
  }
  const used = [previous, ...own];
  if (operator === 'after' || operator === 'more') return { span: { from: span.before }, end, used };
  if (operator === 'since' || operator === 'atLeast') return { span: { from: span.from }, end, used };
  if (operator === 'before' || operator === 'less') return { span: { before: span.from }, end, used };
  if (operator === 'until' || operator === 'atMost') return { span: { before: span.before }, end, used };
  if (operator === 'from') return { span, end, used };
  const newer = newerThan(sentence, previous);
  if (newer)
    return { span: newer.later ? { from: span.before } : { before: span.from }, end, used: [...own, ...newer.items] };
  return { span, end, used: own };
}

function isMoment(times: readonly ColumnSummary[]): boolean {
  return times.some(isTemporal);
}

/** "Newer than 2010", "older than 1990". */
function newerThan(sentence: Sentence, previous: number): { later: boolean; items: number[] } | undefined {
  if (!sentence.is(previous, 'than')) return undefined;
  const adjective = sentence.items[previous - 1];
  if (adjective?.kind !== 'adjective' || adjective.form !== 'comparative') return undefined;
  if (adjective.concept !== 'time' && adjective.concept !== 'age') return undefined;
  return { later: adjective.concept === 'time' ? adjective.more : !adjective.more, items: [previous - 1, previous] };
}

function rangeOf(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index);
}

function isYearNumber(value: number | undefined): value is number {
  return value !== undefined && Number.isInteger(value) && value >= 1000 && value <= 2200;
}

function yearAt(sentence: Sentence, at: number, times: readonly ColumnSummary[]): number | undefined {
  const value = sentence.number(at);
  if (!isYearNumber(value) || !/^\d{4}$/.test(sentence.items[at].text) || sentence.isUsed(at)) return undefined;
  const after = sentence.column(at + 1);
  if (after && isNumeric(after) && !times.includes(after) && holds(after, value)) return undefined;
  if (sentence.is(at + 1, 'money', 'orMore', 'orLess') || sentence.is(at - 1, 'money')) return undefined;
  if (sentence.is(at - 1, 'in', 'from', 'since', 'after', 'before', 'until')) return value;
  const before = sentence.before(at, 'more', 'less', 'atLeast', 'atMost', 'than', 'between');
  const column = sentence.column(before);
  if (column && isNumeric(column) && !times.includes(column) && holds(column, value)) return undefined;
  const isMeasured = sentence.is(sentence.before(at), 'more', 'less', 'atLeast', 'atMost');
  return isMeasured && !times.some((time) => isWithin(value, time)) ? undefined : value;
}

/** A life expectancy is never 1999, so that a year after it is a year. */
function holds({ min, max }: ColumnSummary, value: number): boolean {
  return typeof min !== 'number' || typeof max !== 'number' || (value >= min && value <= max);
}

function isWithin(year: number, { min, max }: ColumnSummary): boolean {
  const [first, last] = [min, max].map((one) => Number(String(one).slice(0, 4)));
  return year >= first && year <= last;
}

function spanAt(sentence: Sentence, at: number, times: readonly ColumnSummary[]): Found | undefined {
  const item = sentence.items[at];
  if (!item || sentence.isUsed(at)) return undefined;
  if (item.kind === 'date') return { span: item.span, end: at + 1 };
  if (item.kind === 'decade') return { span: yearSpan(item.year, item.year + 9), end: at + 1 };
  if (sentence.is(at, 'year') && yearAt(sentence, at + 1, times)) return spanAt(sentence, at + 1, times);
  const day = sentence.number(at);
  const following = sentence.items[sentence.next(at)];
  if (day !== undefined && following?.kind === 'month')
    return dayAt(sentence, day, following.month, sentence.next(at), times);
  if (item.kind === 'month') {
    const second = sentence.number(at + 1);
    const isDay = second !== undefined && second >= 1 && second <= 31;
    return isDay ? dayAt(sentence, second, item.month, at + 1, times) : partAt(sentence, at, item.month, 1, times);
  }
  if (item.kind === 'quarter') return partAt(sentence, at, item.quarter * 3, 3, times);
  const year = yearAt(sentence, at, times);
  return year === undefined ? undefined : { span: yearSpan(year), end: at + 1 };
}

function dayAt(
  sentence: Sentence,
  day: number,
  month: number,
  at: number,
  times: readonly ColumnSummary[],
): Found | undefined {
  const index = sentence.next(at, 'and');
  const year = yearAt(sentence, index, times) ?? onlyYear(times);
  if (year === undefined || !Number.isInteger(day) || day < 1 || day > 31) return undefined;
  const end = yearAt(sentence, index, times) === undefined ? at + 1 : index + 1;
  return { span: { from: isoDay(year, month, day), before: isoDay(year, month, day + 1) }, end };
}

/** A month or quarter of the named year, or of the only year in the table. */
function partAt(
  sentence: Sentence,
  at: number,
  month: number,
  months: number,
  times: readonly ColumnSummary[],
): Found | undefined {
  const index = sentence.next(at);
  const named = yearAt(sentence, index, times);
  const year = named ?? onlyYear(times);
  if (year === undefined) {
    if (months > 1 || !isMoment(times)) return undefined;
    return { span: yearSpan(2000), end: at + 1, month };
  }
  const span = { from: isoDay(year, month, 1), before: isoDay(year, month + months, 1) };
  return { span, end: named === undefined ? at + 1 : index + 1 };
}

function onlyYear(times: readonly ColumnSummary[]): number | undefined {
  const years = times.flatMap(({ min, max }) => [min, max].map((one) => Number(String(one).slice(0, 4))));
  return new Set(years).size === 1 && isYearNumber(years[0]) ? years[0] : undefined;
}

function relativeAt(sentence: Sentence, at: number): Found | undefined {
  const { now } = sentence.context;
  if (sentence.is(at, 'today')) return { span: spanAround('day', now, 0), end: at + 1 };
  if (sentence.is(at, 'yesterday')) return { span: spanAround('day', now, -1), end: at + 1 };
  if (!sentence.is(at, 'thisPeriod', 'lastPeriod', 'last')) return undefined;
  const isThis = sentence.is(at, 'thisPeriod');
  // "The last date" is no yesterday
  const period = /^date/.test(sentence.items[at + 1]?.text ?? '') ? undefined : sentence.term(at + 1);
  if (period && periodTerms.has(period))
    return { span: spanAround(period as Period, now, isThis ? 0 : -1), end: at + 2 };
  const count = sentence.number(at + 1);
  const unit = sentence.term(at + 2);
  if (isThis || count === undefined || !unit || !periodTerms.has(unit)) return undefined;
  const days = { day: 1, week: 7, month: 30, quarter: 91, year: 365 }[unit as 'day'];
  if (unit === 'day' || unit === 'week') return { span: daysAround(now, -count * days, 1), end: at + 3 };
  return {
    span: { from: spanAround(unit as Period, now, -count).from, before: spanAround(unit as Period, now, 0).from },
    end: at + 3,
  };
}

/** For a column of years as numbers. */
function conditionOf(column: ColumnSummary, { from, before }: Span, month: number | undefined): Condition {
  if (isTemporal(column))
    return month === undefined ? { column, test: 'during', from, before } : { column, test: 'month', month };
  const first = from === undefined ? undefined : Number(from.slice(0, 4));
  const last = before === undefined ? undefined : Number(before.slice(0, 4)) - 1;
  if (first !== undefined && first === last) return { column, test: 'compare', operator: '=', value: first };
  if (first !== undefined && last !== undefined && last < first) giveUp();
  if (first !== undefined && last !== undefined) return { column, test: 'between', low: first, high: last };
  return first !== undefined
    ? { column, test: 'compare', operator: '>=', value: first }
    : { column, test: 'compare', operator: '<=', value: last ?? 0 };
}
