import type { Term } from '../words/vocabulary.ts';
import { amountTest } from './amounts.ts';
import type { Grouping, Period } from './logical-form.ts';
import { countOfRows, figure } from './named-figures.ts';
import type { Piece } from './pieces.ts';
import { isNumeric, isTemporal } from './readings.ts';
import { anyColumn, either, entity, listOf, map, mapAll, maybe, type Rule, sequence, term, the } from './rules.ts';

const periods: Partial<Record<Term, Period>> = {
  year: 'year',
  quarter: 'quarter',
  month: 'month',
  week: 'week',
  day: 'day',
};

const period: Rule<Grouping> = mapAll(term('year', 'quarter', 'month', 'week', 'day'), (one, { table }) =>
  table.columns.filter(isTemporal).map((column) => ({ column, period: periods[one] })),
);

/** More groups than this are measurements: "price per square metre" asks for a ratio, not for groups. */
const mostLevels = 60;

/** A column, or a period of a column of moments. */
const grouping: Rule<Grouping> = either(
  map(anyColumn, (column) => (isNumeric(column) && (column.distinct ?? 0) > mostLevels ? undefined : { column })),
  period,
);

/** "Per neighborhood and location", "for each month", "monthly". */
export const group: Rule<Piece> = either<Piece>(
  map(sequence(term('by', 'each'), the, grouping), ([, , one]) => ({ kind: 'group', groups: [one] })),
  map(
    sequence(term('by', 'each'), the, listOf(grouping, sequence(term('and'), maybe(term('by', 'each'))))),
    ([, , groups]) => ({ kind: 'group', groups }),
  ),
  (lattice, at) =>
    term('periodic')(lattice, at).length > 0
      ? period(lattice, at).map(({ value, ...rest }) => ({ ...rest, value: { kind: 'group', groups: [value] } }))
      : [],
);

/** "With more than 700 homes", "with an average price above 3000". */
export const having: Rule<Piece> = either<Piece>(
  map(sequence(term('with', 'have'), amountTest, entity), ([, { test }]) =>
    test.test === 'compare'
      ? { kind: 'having', having: { measure: countOfRows, ...test, value: Number(test.value) } }
      : undefined,
  ),
  map(
    sequence(term('with', 'have'), the, figure, maybe(term('be')), maybe(term('of')), amountTest),
    ([, , measure, , , { test }]) =>
      test.test === 'compare' ? { kind: 'having', having: { measure, ...test, value: Number(test.value) } } : undefined,
  ),
);
