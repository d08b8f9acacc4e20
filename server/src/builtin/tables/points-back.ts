import type { TableSummary } from '../grounding.ts';
import type { Cover } from './cover.ts';
import type { Frame } from './frame.ts';
import type { Context } from './sentence.ts';

/** "What do they cost?" after a question is of its rows; "how old is he" and "who was the customer" of its only one. */
export function pointingBack(frame: Frame, { items }: Cover, before: Frame | undefined, { table }: Context): Frame {
  if (!before || frame.leans || frame.conditions.length > 0) return frame;
  if (isOtherEnd(frame, before)) return { ...frame, leans: 'also' };
  const isOneRow = foundOneRow(before, table);
  const says = (words: RegExp) => items.some(({ kind, text }) => kind === 'term' && words.test(text));
  const asked = [...frame.labels, ...frame.figures];
  const isBare =
    frame.ranks.length + frame.groups.length + frame.aggregates.length === 0 && !frame.count && !frame.share;
  const asksOfOne = isOneRow && isBare && asked.length > 0 && !frame.distinct && frame.entity !== 'many';
  return says(/^they$/) || asksOfOne || (isOneRow && says(/^(it|he|she|him|her|his|its)$/))
    ? { ...frame, leans: 'them' }
    : frame;
}

/** "The fewest?" after "which country has the most". */
function isOtherEnd({ ranks, labels, figures, groups, entity, count }: Frame, before: Frame): boolean {
  const isBare = labels.length + figures.length + groups.length === 0 && entity === undefined && !count;
  return (
    isBare &&
    ranks.length === 1 &&
    ranks[0].ofRows === true &&
    before.ranks.length === 1 &&
    before.ranks[0].ofRows === true
  );
}

/** One row was found by its own number or name, or as the first of a ranking. */
function foundOneRow({ conditions, ranks, limit, groups, labels }: Frame, { row_count }: TableSummary): boolean {
  const isOwn = conditions.some(
    ({ condition }) =>
      condition.test === 'compare' &&
      condition.operator === '=' &&
      !condition.negated &&
      (condition.column.distinct ?? 0) >= 0.98 * row_count,
  );
  const isFirst = ranks.length === 1 && (limit ?? 1) === 1 && ranks[0].byAdjective && groups.length === 0;
  const isOfRow = labels.every(({ distinct }) => (distinct ?? 0) > 0.5 * row_count);
  return row_count > 1 && (isOwn || (isFirst === true && isOfRow));
}
