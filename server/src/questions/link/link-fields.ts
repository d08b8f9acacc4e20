import type { Field } from '../algebra.ts';
import type { LinkedQuestion } from './linked-question.ts';
import { type ColumnLink, maskOf, union } from './links.ts';

/** What was taught is meant where it is said, and never guessed. */
export function mayBeMeant({ columns }: Pick<LinkedQuestion, 'columns'>, { at, column }: Field): boolean {
  return column.formula === undefined || columns[at].isTaught === true;
}

const partWords = { month: /^(months?|monthly)$/, year: /^(years?|yearly|annual|annually)$/ };

/** How well a field is named: by its column, or, where it is a part of dates, by "month" or "year". */
export function linkOfField({ columns, tokens }: Pick<LinkedQuestion, 'columns' | 'tokens'>, field: Field): ColumnLink {
  const link = columns[field.at];
  if (field.part !== 'month' && field.part !== 'year') return link;
  const from = tokens.findIndex(({ text }) => partWords[field.part as 'month' | 'year'].test(text));
  return from < 0 ? link : { score: 1, words: union(link.words, maskOf(from, from + 1)), from };
}
