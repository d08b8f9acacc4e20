import type { Draft } from './draft.ts';
import type { FiguresQuery, Measure } from './logical-form.ts';
import type { Lattice } from './readings.ts';

/** Figures of the rows that a question narrows down to, in the groups that it names. */
export function figures(
  { table }: Lattice,
  { conditions, groups }: Draft,
  measures: Measure[],
  more: Partial<FiguresQuery> = {},
): FiguresQuery {
  return { shape: 'figures', table, conditions, groups, measures, ...more };
}
