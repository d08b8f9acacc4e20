import type { ColumnSummary } from '../../grounding.ts';
import { orderedBy } from './conditions.ts';
import type { Condition, Measure } from './logical-form.ts';
import { aggregate, figure, wholeNumber } from './named-figures.ts';
import type { Extreme, Piece } from './pieces.ts';
import { isNumeric, isTemporal } from './readings.ts';
import {
  adjective,
  anyColumn,
  columnThat,
  either,
  entity,
  farFetched,
  map,
  mapAll,
  maybe,
  type Rule,
  sequence,
  term,
  the,
  value,
} from './rules.ts';

const orderable = columnThat((column) => isNumeric(column) || isTemporal(column));

/** "cheapest", "most expensive": the columns that it may be about. */
const superlative: Rule<{ column: ColumnSummary; more: boolean }> = either(
  mapAll(adjective, (one, lattice) => (one.form === 'superlative' ? orderedBy(one, one.more, lattice) : [])),
  mapAll(sequence(term('most', 'least'), adjective), ([so, one], lattice) =>
    one.form === 'plain' ? orderedBy(one, one.more === (so === 'most'), lattice) : [],
  ),
);

const side = map(term('highest', 'lowest'), (one) => one === 'highest');

/** The 3 of "cheapest 3 homes", not the 2 of "cheapest 2 room flat". */
const numberOfRows: Rule<number> = (lattice, at) =>
  wholeNumber(lattice, at).filter(({ end }) => anyColumn(lattice, end).length === 0);

/** "The 5 cheapest", "the cheapest 5". */
const byAdjective: Rule<Extreme> = map(
  sequence(maybe(term('top')), maybe(wholeNumber), superlative, maybe(numberOfRows)),
  ([, before, { column, more }, after]) => ({
    kind: 'extreme',
    column,
    descending: more,
    limit: before ?? after,
    byAdjective: true,
  }),
);

/** "The highest price", "the 3 lowest temperatures", "the highest average price". */
const byColumn: Rule<Extreme> = map(
  sequence(maybe(wholeNumber), side, maybe(wholeNumber), maybe(aggregate), the, orderable),
  ([before, descending, after, of, , column]) => ({
    kind: 'extreme',
    column,
    descending,
    aggregate: of,
    limit: before ?? after,
    byAdjective: false,
  }),
);

/** What is counted: rows, or those with a value ("the most faults"). */
const counted: Rule<Condition | undefined> = either(
  mapAll(entity, () => [undefined]),
  map(value, ({ column, value: one }) => ({ column, test: 'compare', operator: '=', value: one })),
);

/** "The most homes", "the lowest number of orders". */
const byCount: Rule<Extreme> = either(
  map(sequence(term('most', 'least'), the, counted), ([so, , condition]) => countExtreme(so === 'most', condition)),
  map(term('commonest', 'rarest'), (which) => countExtreme(which === 'commonest', undefined)),
  map(sequence(side, term('count'), the, counted), ([most, , , condition]) => countExtreme(most, condition)),
);

function countExtreme(descending: boolean, condition: Condition | undefined): Extreme {
  return { kind: 'extreme', descending, ofRows: true, byAdjective: false, condition };
}

/** "And the highest?", "the 3 largest … by price". */
const bare: Rule<Extreme> = farFetched(
  map(sequence(maybe(wholeNumber), side, maybe(numberOfRows)), ([before, descending, after]) => ({
    kind: 'extreme',
    descending,
    byAdjective: false,
    limit: before ?? after,
  })),
);

export const extreme: Rule<Piece> = either<Piece>(byAdjective, byColumn, byCount, bare);

/** "Top 10", "first 3", "5 homes". */
export const limit: Rule<Piece> = either<Piece>(
  map(sequence(term('top', 'bottom'), wholeNumber), ([which, one]) => ({
    kind: 'limit',
    limit: one,
    descending: which === 'top',
  })),
  (lattice, at) =>
    wholeNumber(lattice, at)
      .filter(({ end }) => entity(lattice, end).length > 0)
      .map(({ end, value: one, cost }) => ({ end, cost, value: { kind: 'limit', limit: one, descending: true } })),
);

/** "By average price", "sorted by size descending", "cheapest first". */
export const order: Rule<Piece> = either<Piece>(
  map(
    sequence(
      term('by', 'sorted'),
      the,
      either<Measure | ColumnSummary>(figure, orderable),
      maybe(term('and')),
      maybe(term('descending', 'ascending')),
    ),
    ([, , by, , direction]) => {
      const descending = direction && direction === 'descending';
      return 'of' in by ? { kind: 'order', measure: by, descending } : { kind: 'order', column: by, descending };
    },
  ),
  map(sequence(maybe(term('sorted')), term('descending', 'ascending')), ([, direction]) => ({
    kind: 'order',
    descending: direction === 'descending',
  })),
  map(sequence(superlative, term('first')), ([{ column, more }]) => ({ kind: 'order', column, descending: more })),
);
