import type { Frame } from './frame.ts';
import type { Condition, FiguresQuery, Measure } from './logical-form.ts';
import type { Context } from './sentence.ts';

/** Makes a query for figures of the selected rows in the named groups. */
export function figures(
  { table }: Context,
  frame: Frame,
  measures: Measure[],
  more: Partial<FiguresQuery> = {},
): FiguresQuery {
  return { shape: 'figures', table, conditions: conditionsOf(frame), groups: frame.groups, measures, ...more };
}

export function conditionsOf({ conditions }: Frame): Condition[] {
  return conditions.map(({ condition }) => condition);
}
