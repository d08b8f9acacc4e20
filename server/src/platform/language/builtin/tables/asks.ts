import { comparison, than } from './comparisons.ts';
import { conditions, orderedBy } from './conditions.ts';
import { extreme, limit, order } from './extremes.ts';
import { group, having } from './groups.ts';
import { aggregate, wholeNumber } from './named-figures.ts';
import type { Piece } from './pieces.ts';
import { isNumeric } from './readings.ts';
import {
  adjective,
  anyColumn,
  atStart,
  either,
  entity,
  listOf,
  map,
  mapAll,
  maybe,
  type Rule,
  sequence,
  term,
  the,
} from './rules.ts';

const entityPiece: Rule<Piece> = (lattice, at) =>
  entity(lattice, at).map(({ end, cost }) => {
    const { text } = lattice.tokens[end - 1];
    return { end, cost, value: { kind: 'entity', plural: lattice.vocabulary.singular(text) !== text } };
  });

const columns: Rule<Piece> = either<Piece>(
  map(anyColumn, (column) => ({ kind: 'columns', columns: [column] })),
  map(listOf(anyColumn, sequence(term('and'), the)), (all) => ({ kind: 'columns', columns: all })),
  // "how expensive are homes in …"
  mapAll(sequence(term('how'), adjective), ([, one], lattice): Piece[] =>
    one.form === 'plain'
      ? orderedBy(one, true, lattice).map(({ column }) => ({ kind: 'columns', columns: [column] }))
      : [],
  ),
);

/** "Which neighborhood", "what are the 3 neighborhoods". */
const head: Rule<Piece> = map(
  sequence(term('which', 'what'), the, maybe(wholeNumber), anyColumn),
  ([, , most, column]) => (isNumeric(column) ? undefined : { kind: 'head', column, limit: most }),
);

function sign<Kind extends 'compare' | 'share' | 'distinct' | 'show' | 'howMuch' | 'them'>(kind: Kind): Rule<Piece> {
  return map(term(kind), (): Piece => ({ kind }));
}

/** "Are all homes …?" asks for yes or no: what starts so is no glue. */
function notWhether(rule: Rule<Piece>): Rule<Piece> {
  return (lattice, at) => {
    const asksWhether = at === 0 ? term('whether')(lattice, at).map(({ end }) => end) : [];
    return rule(lattice, at).filter(({ end }) => !asksWhether.includes(end));
  };
}

/** Everything that a stretch of a question may be. */
export const anyPiece: Rule<Piece> = either<Piece>(
  conditions,
  entityPiece,
  columns,
  head,
  extreme,
  limit,
  group,
  having,
  order,
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
  map(atStart(term('whether')), () => ({ kind: 'whether' })),
  notWhether(map(term('be', 'have'), () => ({ kind: 'verb' }))),
  notWhether(map(term('noise'), () => ({ kind: 'noise' }))),
);
