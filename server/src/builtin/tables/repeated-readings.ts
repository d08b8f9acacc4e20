import { isDeepStrictEqual } from 'node:util';
import type { TableQuery } from './logical-form.ts';

interface Told {
  query: TableQuery;
}

/** Leaves out readings whose answer is part of another's. */
export function withoutRepeated<One extends Told>(candidates: readonly One[]): One[] {
  return withoutFewerColumns(withoutRowsOfValues(withoutRowsOfFigures(candidates)));
}

/** The highest price and the row that has it are one answer. */
function withoutRowsOfFigures<One extends Told>(candidates: readonly One[]): One[] {
  const figures = new Set(
    candidates.flatMap(({ query }) =>
      query.shape === 'figures' && query.groups.length === 0
        ? query.measures.flatMap((measure) => (measure.of === 'column' ? [measure.column] : []))
        : [],
    ),
  );
  return candidates.filter(({ query }) => !(query.shape === 'rows' && query.order && figures.has(query.order.column)));
}

/** What is asked of some rows is enough where these rows are the other reading. */
function withoutRowsOfValues<One extends Told>(candidates: readonly One[]): One[] {
  const asked = candidates.flatMap(({ query }) => (query.shape === 'values' ? [query.conditions] : []));
  return candidates.filter(
    ({ query }) =>
      !(query.shape === 'rows' && asked.some((conditions) => isDeepStrictEqual(conditions, query.conditions))),
  );
}

/** Of two readings that show the same rows the one that shows more of them is enough. */
function withoutFewerColumns<One extends Told>(candidates: readonly One[]): One[] {
  const sameRows = (one: TableQuery, other: TableQuery) =>
    one.shape === 'rows' &&
    other.shape === 'rows' &&
    one.limit === other.limit &&
    isDeepStrictEqual([one.order, one.conditions], [other.order, other.conditions]);
  return candidates.filter(
    ({ query }, at) =>
      !candidates.some(({ query: other }, place) => {
        if (place === at || !sameRows(query, other) || query.shape !== 'rows' || other.shape !== 'rows') return false;
        const isWider = other.columns.length > query.columns.length;
        return isWider || (other.columns.length === query.columns.length && place < at);
      }),
  );
}
