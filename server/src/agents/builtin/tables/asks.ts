import type { ColumnSketch } from '../../../skills/toolset.ts';
import type { Term } from '../words/vocabulary.ts';
import { amountTest } from './amounts.ts';
import { comparative, conditions, orderedBy } from './conditions.ts';
import type { Aggregate, Grouping, Measure, Period } from './logical-form.ts';
import type { Extreme, Piece } from './pieces.ts';
import { isNumeric, isTemporal, type Lattice } from './readings.ts';
import {
  adjective,
  anyColumn,
  atStart,
  columnThat,
  either,
  entity,
  listOf,
  map,
  mapAll,
  maybe,
  number,
  type Parse,
  type Rule,
  sequence,
  term,
  the,
  value,
} from './rules.ts';

const orderable = columnThat((column) => isNumeric(column) || isTemporal(column));
const wholeNumber = map(number, (one) => (Number.isInteger(one) && one > 0 && one <= 1000 ? one : undefined));

const aggregates: Partial<Record<Term, Aggregate>> = {
  average: 'average',
  sum: 'sum',
  median: 'median',
  deviation: 'deviation',
};
const aggregate: Rule<Aggregate> = map(
  sequence(term('average', 'sum', 'median', 'deviation'), maybe(term('of'))),
  ([one]) => aggregates[one],
);

const entityPiece: Rule<Piece> = (lattice, at) =>
  entity(lattice, at).map(({ end, cost }) => {
    const { text } = lattice.tokens[end - 1];
    return { end, cost, value: { kind: 'entity', plural: lattice.vocabulary.singular(text) !== text } };
  });

const columnsPiece: Rule<Piece> = either<Piece>(
  map(anyColumn, (column) => ({ kind: 'columns', columns: [column] })),
  map(listOf(anyColumn, sequence(term('and'), the)), (columns) => ({ kind: 'columns', columns })),
  // "how expensive are homes in …"
  mapAll(sequence(term('how'), adjective), ([, one], lattice): Piece[] =>
    one.form === 'plain'
      ? orderedBy(one, true, lattice).map(({ column }) => ({ kind: 'columns', columns: [column] }))
      : [],
  ),
);

const head: Rule<Piece> = map(
  sequence(term('which', 'what'), the, maybe(wholeNumber), anyColumn),
  ([, , limit, column]) => (isNumeric(column) ? undefined : { kind: 'head', column, limit }),
);

const superlative: Rule<{ column: ColumnSketch; more: boolean }> = either(
  mapAll(adjective, (one, lattice) => (one.form === 'superlative' ? orderedBy(one, one.more, lattice) : [])),
  mapAll(sequence(term('most', 'least'), adjective), ([so, one], lattice) =>
    one.form === 'plain' ? orderedBy(one, one.more === (so === 'most'), lattice) : [],
  ),
);
const side = map(term('highest', 'lowest'), (one) => one === 'highest');

const extreme: Rule<Piece> = either<Extreme>(
  map(
    sequence(maybe(term('top')), maybe(wholeNumber), superlative),
    ([, limit, { column, more }]): Extreme => ({ kind: 'extreme', column, descending: more, limit, byAdjective: true }),
  ),
  map(
    sequence(maybe(wholeNumber), side, maybe(wholeNumber), maybe(aggregate), the, orderable),
    ([before, descending, after, of, , column]): Extreme => ({
      kind: 'extreme',
      column,
      descending,
      aggregate: of,
      limit: before ?? after,
      byAdjective: false,
    }),
  ),
  map(
    sequence(side, maybe(term('count')), the, entity),
    ([descending]): Extreme => ({ kind: 'extreme', descending, ofRows: true, byAdjective: false }),
  ),
  map(side, (descending): Extreme => ({ kind: 'extreme', descending, byAdjective: false })),
);

const limit: Rule<Piece> = either<Piece>(
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

const periods: Partial<Record<Term, Period>> = {
  year: 'year',
  quarter: 'quarter',
  month: 'month',
  week: 'week',
  day: 'day',
};
/** A column to group by, or a period of a column of moments. */
const grouping: Rule<Grouping> = either(
  map(anyColumn, (column) => ({ column })),
  mapAll(term('year', 'quarter', 'month', 'week', 'day'), (period, { table }) =>
    table.columns.filter(isTemporal).map((column) => ({ column, period: periods[period] })),
  ),
);

function spelled(...words: readonly string[]): Rule<true> {
  return ({ tokens }: Lattice, at: number): Parse<true>[] =>
    words.includes(tokens[at]?.text ?? '') ? [{ end: at + 1, value: true, cost: 0 }] : [];
}

const group: Rule<Piece> = either<Piece>(
  map(sequence(term('by', 'each'), the, grouping), ([, , one]) => ({ kind: 'group', groups: [one] })),
  map(
    sequence(term('by', 'each'), the, listOf(grouping, sequence(term('and'), maybe(term('by', 'each'))))),
    ([, , groups]) => ({
      kind: 'group',
      groups,
    }),
  ),
  map(
    sequence(spelled('monthly', 'yearly', 'weekly', 'daily', 'quarterly', 'annual'), (lattice, at) =>
      grouping(lattice, at - 1),
    ),
    ([, one]) => (one.period ? { kind: 'group', groups: [one] } : undefined),
  ),
);

const rows: Measure = { of: 'rows' };
const figure: Rule<Measure> = either<Measure>(
  map(sequence(aggregate, the, columnThat(isNumeric)), ([of, , column]) => ({ of: 'column', aggregate: of, column })),
  map(sequence(term('count'), maybe(entity)), () => rows),
);

/** "with more than 700 homes", "with an average price above 3000". */
const having: Rule<Piece> = either<Piece>(
  map(sequence(term('with', 'have'), amountTest, entity), ([, { test }]) =>
    test.test === 'compare'
      ? { kind: 'having', having: { measure: rows, ...test, value: Number(test.value) } }
      : undefined,
  ),
  map(
    sequence(term('with'), the, figure, maybe(term('be')), maybe(term('of')), amountTest),
    ([, , measure, , , { test }]) =>
      test.test === 'compare' ? { kind: 'having', having: { measure, ...test, value: Number(test.value) } } : undefined,
  ),
);

const order: Rule<Piece> = map(
  sequence(
    term('by', 'sorted'),
    the,
    either<Measure | ColumnSketch>(figure, orderable),
    maybe(term('descending', 'ascending')),
  ),
  ([, , by, direction]) => {
    const descending = direction && direction === 'descending';
    return 'of' in by ? { kind: 'order', measure: by, descending } : { kind: 'order', column: by, descending };
  },
);

/** "cheapest first". */
const orderAfter: Rule<Piece> = map(sequence(superlative, spelled('first')), ([{ column, more }]) => ({
  kind: 'order',
  column,
  descending: more,
}));

const comparison: Rule<Piece> = either<Piece>(
  map(comparative, ({ column, more }) => ({ kind: 'comparative', column, descending: more })),
  map(term('moreSo', 'lessSo'), (so) => ({ kind: 'comparative', descending: so === 'moreSo' })),
  map(sequence(term('moreSo', 'lessSo'), entity), ([so]) => ({
    kind: 'comparative',
    descending: so === 'moreSo',
    ofRows: true,
  })),
);

const than: Rule<Piece> = either<Piece>(
  map(sequence(term('than'), maybe(entity), maybe(term('in')), the, value), ([, , , , { column, value: one }]) => ({
    kind: 'than',
    column,
    value: one,
  })),
  map(sequence(term('more', 'less'), maybe(entity), maybe(term('in')), the, value), ([which, , , , one]) => ({
    kind: 'than',
    column: one.column,
    value: one.value,
    descending: which === 'more',
  })),
);

function sign<Kind extends 'compare' | 'share' | 'distinct' | 'show' | 'howMuch' | 'them'>(kind: Kind): Rule<Piece> {
  return map(term(kind), (): Piece => ({ kind }));
}

/** Everything that a stretch of a question may be. */
export const anyPiece: Rule<Piece> = either<Piece>(
  conditions,
  entityPiece,
  columnsPiece,
  head,
  extreme,
  limit,
  group,
  having,
  order,
  orderAfter,
  comparison,
  than,
  map(term('count'), () => ({ kind: 'count' })),
  map(aggregate, (one) => ({ kind: 'aggregate', aggregate: one })),
  map(atStart(term('exists')), () => ({ kind: 'exists' })),
  map(atStart(term('followUp')), () => ({ kind: 'followUp' })),
  sign('compare'),
  sign('share'),
  sign('distinct'),
  sign('show'),
  sign('howMuch'),
  sign('them'),
  map(term('be', 'have'), () => ({ kind: 'verb' })),
  map(term('noise'), () => ({ kind: 'noise' })),
);
