import type { Field } from '../algebra.ts';
import type { Token } from '../words/tokens.ts';
import type { IndexedTable } from './indexed-table.ts';
import type { LinkedQuestion } from './linked-question.ts';
import { type ColumnLink, type Mask, maskOf, noWords, union } from './links.ts';

/** What was taught is meant where it is said, and never guessed; of several columns of times one is. */
export function mayBeMeant({ columns }: Pick<LinkedQuestion, 'columns'>, { at, column }: Field): boolean {
  if (at >= 0 && columns[at].isOfOtherTime) return false;
  return column.formula === undefined || columns[at].isTaught === true;
}

const partWords = {
  month: /^(months?|monthly)$/,
  year: /^(years?|yearly|annual|annually)$/,
  hour: /^(hours?|hourly)$/,
  day: /^(days?|daily)$/,
  'each month': /^(months?|monthly)$/,
  'each quarter': /^(quarters?|quarterly)$/,
};

/** How well a field is named: by its column, or, where it is a part of dates, by "month" or "day of the week". */
export function linkOfField({ columns, tokens }: Pick<LinkedQuestion, 'columns' | 'tokens'>, field: Field): ColumnLink {
  const link = columns[field.at];
  if (field.part === 'whole' || field.part === 'number' || field.part === 'place') return link;
  const said = field.part === 'weekday' ? weekdaySaid(tokens) : wordSaid(tokens, partWords[field.part]);
  if (said) return { score: 1, words: union(link.words, maskOf(said.from, said.to)), from: said.from };
  return field.column.type === 'text' ? link : { ...link, score: ofPart * link.score };
}

/** "By date" asks for its months less than for a column that is named. */
const ofPart = 0.4;

interface Stretch {
  from: number;
  to: number;
}

function wordSaid(tokens: readonly Token[], word: RegExp): Stretch | undefined {
  const from = tokens.findIndex(({ text }) => word.test(text));
  return from < 0 ? undefined : { from, to: from + 1 };
}

/** The words that say a day of the week, where no column is called so: they call no other column and no value. */
export function wordsOfWeekday(
  tokens: readonly Token[],
  { stems, fields }: Pick<IndexedTable, 'stems' | 'fields'>,
): Mask {
  const said = weekdaySaid(tokens);
  const isNamed = stems.some((name) => name.some((stem) => stem === 'week' || stem === 'weekday'));
  return said && !isNamed && fields.some(({ part }) => part === 'weekday') ? maskOf(said.from, said.to) : noWords;
}

/** "Weekday", "day of the week". */
export function weekdaySaid(tokens: readonly Token[]): Stretch | undefined {
  const week = tokens.findIndex(({ text }, at) => text === 'week' && tokens[at - 1]?.text !== 'per');
  const day = tokens.findIndex(({ text }) => /^days?$/.test(text));
  const isOfWeek =
    day >= 0 && week > day && tokens.slice(day + 1, week).every(({ text }) => /^(of|the|a|in)$/.test(text));
  return isOfWeek ? { from: day, to: week + 1 } : wordSaid(tokens, /^weekdays?$/);
}
