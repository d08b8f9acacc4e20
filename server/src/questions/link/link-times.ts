import type { Field, Operator, PartOfYear } from '../algebra.ts';
import { months, weekdays } from '../words/number-words.ts';
import type { Token } from '../words/tokens.ts';
import { comparingAt } from './comparators.ts';
import type { IndexedTable } from './indexed-table.ts';
import type { Proposed } from './link-values.ts';
import { type ColumnLink, maskOf } from './links.ts';

interface SaidTime {
  /** Place of the month's name. */
  at?: number;
  from: number;
  to: number;
  month: number;
  day?: number;
  year?: number;
}

/** Months and days of the question as tests of columns of dates: "in March", "after July 4, 2010". */
export function linkTimes(
  tokens: readonly Token[],
  { fields, profile, stems }: IndexedTable,
  columns: readonly ColumnLink[],
): Proposed[] {
  const all = fields.filter(({ kind, part }) => kind === 'date' && part === 'whole');
  const usual = all.filter(({ at, column: { name } }) => name === profile.timeColumn || columns[at].score > 0);
  const dates = profile.timeColumn === undefined || usual.length === 0 ? all : usual;
  if (dates.length === 0) return [];
  const days = tokens.flatMap((_, at) => {
    const time = isoDayAt(tokens, at);
    return time ? dates.flatMap((field) => proposalsOf(tokens, time, field, fields)) : [];
  });
  const named = tokens.flatMap((token, at) => {
    const repeated = weekdays.get(token.text);
    if (repeated) return dates.map((field) => partOfYear('weekday', repeated, field, fields, at));
    const season = seasons.get(token.text);
    if (season && (token.text !== 'fall' || tokens[at - 1]?.text === 'in'))
      return dates.map((field) => partOfYear('month', season, field, fields, at));
    const month = months.get(token.text);
    // "May" is a verb more often than a month.
    const isVerb =
      token.text === 'may' &&
      tokens[at + 1]?.number === undefined &&
      !/^(in|of|since|during)$/.test(tokens[at - 1]?.text);
    if (month === undefined || isVerb) return [];
    const time = timeAt(tokens, at, month);
    return dates.flatMap((field) => proposalsOf(tokens, inShortYear(time, tokens, field), field, fields));
  });
  return [...days, ...named, ...monthsBetween(tokens, dates), ...partsOfYears(tokens, dates, fields, stems)];
}

/** "Dec 24" without a year is December of 2024 where dates of several years are told, 2024 among them. */
function inShortYear(time: SaidTime, tokens: readonly Token[], { column: { min, max } }: Field): SaidTime {
  const { day, year, from, to, month } = time;
  const isBehind =
    day !== undefined && tokens[to - 1]?.number === day && !/^\d+(st|nd|rd|th)$/.test(tokens[to - 1].text);
  const saysDay = /^(on|before|after|since|until|till|by|from|to|between|and|the|of|through)$/;
  if (year !== undefined || !isBehind || saysDay.test(tokens[from - 1]?.text ?? '')) return time;
  const [first, last] = [min, max].map((one) => Number(String(one).slice(0, 4)));
  const short = 2000 + day;
  return first < last && short >= first && short <= last ? { from, to, month, year: short } : time;
}

/** "First half of 2024", "Q3", "the last quarter". */
function partsOfYears(
  tokens: readonly Token[],
  dates: readonly Field[],
  fields: readonly Field[],
  stems: IndexedTable['stems'],
): Proposed[] {
  // Of `Q1 Satisfaction` "Q1" is a question
  const isOfName = (stem: string) => stems.some((name) => name.length > 1 && name[0] === stem);
  return tokens.flatMap(({ text, stem, number }, at): Proposed[] => {
    const [, letter, digit] = /^([qh])([1-4])$/.exec(text) ?? [];
    if (letter && isOfName(stem)) return [];
    const called = /^(half|quarter)$/.test(tokens[at + 1]?.text ?? '') ? tokens[at + 1].text : undefined;
    const kind = letter ? (letter === 'q' ? 'quarter' : 'half') : called;
    const count = kind === 'half' ? 2 : 4;
    const place = digit ? Number(digit) : text === 'last' ? count : number;
    if (!kind || place === undefined || place < 1 || place > count) return [];
    const end = letter ? at + 1 : at + 2;
    const next = /^(of|in)$/.test(tokens[end]?.text ?? '') ? end + 1 : end;
    const isYear = (one: Token | undefined) => (one?.number ?? 0) >= 1000 && (one?.number ?? 0) <= 2100;
    const [from, to] = isYear(tokens[next]) ? [at, next + 1] : isYear(tokens[at - 1]) ? [at - 1, end] : [at, end];
    const said = isYear(tokens[next])
      ? tokens[next].number
      : isYear(tokens[at - 1])
        ? tokens[at - 1].number
        : undefined;
    const length = 12 / count;
    const first = (place - 1) * length + 1;
    return dates.map((field): Proposed => {
      const year = said ?? onlyYearOf(field);
      const shared = { found: 'time', words: maskOf(from, to), score: 1.5 } as const;
      if (year !== undefined) {
        const span = { from: spanOf(year, first)[0], before: spanOf(year, first + length - 1)[1] };
        return { condition: { test: 'during', field, ...span }, ...shared };
      }
      const month = fields.find((one) => one.at === field.at && one.part === 'month') as Field;
      const values = Array.from({ length }, (_, step) => first + step);
      return { condition: { test: 'is', field: month, values }, ...shared };
    });
  });
}

/** "Between January 2024 and March 2024", "from March to May 2010". */
function monthsBetween(tokens: readonly Token[], dates: readonly Field[]): Proposed[] {
  const said = tokens.flatMap(({ text }, at) => {
    const month = months.get(text);
    return month === undefined ? [] : [timeAt(tokens, at, month)];
  });
  const [first, last] = said;
  const [lead, link] = [tokens[(first?.from ?? 0) - 1]?.text, tokens[(last?.from ?? 0) - 1]?.text];
  const year = first?.year ?? last?.year;
  if (said.length !== 2 || year === undefined || last.year === undefined) return [];
  if (!/^(between|from)$/.test(lead) || !/^(and|to|until|through)$/.test(link)) return [];
  const [from] = spanOf(year, first.month, first.day);
  const [, before] = spanOf(last.year, last.month, last.day);
  const words = maskOf(first.from - 1, last.to);
  return dates.map((field) => ({
    condition: { test: 'during', field, from, before },
    found: 'time',
    words,
    score: 1.5,
  }));
}

/** Months of the seasons, as meteorologists of the northern half count them. */
const seasons = new Map([
  ['spring', [3, 4, 5]],
  ['summer', [6, 7, 8]],
  ['autumn', [9, 10, 11]],
  ['fall', [9, 10, 11]],
  ['winter', [12, 1, 2]],
]);

function partOfYear(
  part: PartOfYear,
  values: readonly number[],
  { at }: Field,
  fields: readonly Field[],
  token: number,
): Proposed {
  const field = fields.find((one) => one.at === at && one.part === part) as Field;
  return { condition: { test: 'is', field, values }, found: 'time', words: maskOf(token, token + 1), score: 1.1 };
}

/** "2013-07-04": the words are a year, a month and a day. */
export function isoDayAt(tokens: readonly Token[], at: number): SaidTime | undefined {
  const [year, month, day] = [0, 1, 2].map((step) => tokens[at + step]?.number ?? -1);
  const isDay = year >= 1000 && year <= 2100 && month >= 1 && month <= 12 && day >= 1 && day <= 31;
  return isDay ? { from: at, to: at + 3, year, month, day } : undefined;
}

function timeAt(tokens: readonly Token[], at: number, month: number): SaidTime {
  const time: SaidTime = { at, from: at, to: at + 1, month };
  const isDay = (number: number | undefined) => number !== undefined && number >= 1 && number <= 31;
  const isYear = (number: number | undefined) => number !== undefined && number >= 1000 && number <= 2100;
  if (isDay(tokens[at + 1]?.number)) Object.assign(time, { day: tokens[at + 1].number, to: at + 2 });
  else if (tokens[at - 1]?.text === 'of' && isDay(tokens[at - 2]?.number) && tokens[at - 2].text.length < 3)
    Object.assign(time, { day: tokens[at - 2].number, from: at - 2 });
  else if (isDay(tokens[at - 1]?.number)) Object.assign(time, { day: tokens[at - 1].number, from: at - 1 });
  if (isYear(tokens[time.to]?.number)) Object.assign(time, { year: tokens[time.to].number, to: time.to + 1 });
  return time;
}

function proposalsOf(tokens: readonly Token[], time: SaidTime, field: Field, fields: readonly Field[]): Proposed[] {
  const year = time.year ?? onlyYearOf(field);
  if (year === undefined) {
    const month = fields.find(({ at, part }) => at === field.at && part === 'month') as Field;
    const condition = { test: 'compare', field: month, operator: '=', value: time.month } as const;
    // A day of no year is left
    const words =
      time.day === undefined || time.at === undefined ? maskOf(time.from, time.to) : maskOf(time.at, time.at + 1);
    return [{ condition, found: 'time', words, score: 1.2 }];
  }
  const comparing = comparingAt(tokens, time.from, time.to);
  const [first, next] = spanOf(year, time.month, time.day);
  const condition = { test: 'during', field, ...boundsOf(comparing?.operator ?? '=', first, next) } as const;
  const words = maskOf(comparing?.from ?? time.from, comparing?.to ?? time.to);
  return [{ condition, found: 'time', words, score: 1.3 }];
}

/** The year of all rows, where it is one. */
function onlyYearOf({ column: { min, max } }: Field): number | undefined {
  const [first, last] = [String(min).slice(0, 4), String(max).slice(0, 4)];
  return first === last && /^\d{4}$/.test(first) ? Number(first) : undefined;
}

function spanOf(year: number, month: number, day?: number): [string, string] {
  const iso = (time: number) => new Date(time).toISOString().slice(0, 10);
  if (day !== undefined) return [iso(Date.UTC(year, month - 1, day)), iso(Date.UTC(year, month - 1, day + 1))];
  return [iso(Date.UTC(year, month - 1, 1)), iso(Date.UTC(year, month, 1))];
}

function boundsOf(operator: Operator, first: string, next: string): { from?: string; before?: string } {
  if (operator === '>') return { from: next };
  if (operator === '>=') return { from: first };
  if (operator === '<') return { before: first };
  return operator === '<=' ? { before: next } : { from: first, before: next };
}
