import type { Term } from '../words/vocabulary.ts';
import type { Aggregate, Measure } from './logical-form.ts';
import { isNumeric } from './readings.ts';
import { columnThat, either, entity, map, maybe, number, type Rule, sequence, term, the } from './rules.ts';

/** A number of things, as in "top 5". */
export const wholeNumber: Rule<number> = map(number, (one) =>
  Number.isInteger(one) && one > 0 && one <= 1000 ? one : undefined,
);

const aggregates: Partial<Record<Term, Aggregate>> = {
  average: 'average',
  sum: 'sum',
  median: 'median',
  deviation: 'deviation',
};

export const aggregate: Rule<Aggregate> = map(
  sequence(term('average', 'sum', 'median', 'deviation'), maybe(term('of'))),
  ([one]) => aggregates[one],
);

export const countOfRows: Measure = { of: 'rows' };

/** "The average price", "the number of homes". */
export const figure: Rule<Measure> = either<Measure>(
  map(sequence(aggregate, the, columnThat(isNumeric)), ([of, , column]) => ({ of: 'column', aggregate: of, column })),
  map(sequence(term('count'), maybe(entity)), () => countOfRows),
);
