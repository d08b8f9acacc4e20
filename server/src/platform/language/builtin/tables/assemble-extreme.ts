import { isDeepStrictEqual } from 'node:util';
import type { ColumnSummary } from '../../grounding.ts';
import { askedFigures } from './asked-figures.ts';
import type { Draft } from './draft.ts';
import { figures } from './figures-query.ts';
import type { Aggregate, Measure, RowsQuery, TableQuery } from './logical-form.ts';
import { countOfRows } from './named-figures.ts';
import type { Extreme } from './pieces.ts';
import { isAdditive, isNumeric, isTemporal, type Lattice } from './readings.ts';

const severalRows = 5;

/** "The 5 cheapest homes", "which neighborhood has the most homes", "top 3 neighborhoods by average price". */
export function assembleExtreme(draft: Draft, lattice: Lattice): TableQuery | undefined {
  const known = [
    'extreme',
    'limit',
    'order',
    'columns',
    'head',
    'aggregate',
    'group',
    'show',
    'count',
    'howMuch',
  ] as const;
  if (!draft.saysOnly(...known) || draft.all('limit').length > 1 || draft.all('aggregate').length > 1) return undefined;
  if (limitsOf(draft).length > 1) return undefined;
  const extremes = draft.all('extreme');
  if (extremes.length > 1) return assembleSpread(draft, lattice, extremes);
  const orders = draft.all('order');
  const [extreme] = extremes;
  if (orders.length === 1)
    return extreme?.column || extreme?.ofRows ? undefined : assembleOrder(draft, lattice, extreme);
  if (!extreme || orders.length > 1) return undefined;
  if (draft.has('count') && !(draft.follows('count', 'columns') && draft.columns.every(isNumeric))) return undefined;
  const target = groupTarget(draft, extreme.column);
  const aggregate = draft.one('aggregate')?.aggregate ?? extreme.aggregate;
  if (target && !isLookUp(draft, extreme)) return orderGroups(draft, lattice, extreme, target, aggregate);
  if (extreme.ofRows) return undefined;
  if (isFigure(draft, extreme)) return extremeFigure(draft, lattice, extreme);
  return aggregate ? undefined : extremeRows(draft, lattice, extreme);
}

/** How many rows or groups are asked for: once, or nobody knows. */
function limitsOf(draft: Draft): number[] {
  const pieces = [...draft.all('limit'), ...draft.all('extreme'), ...draft.all('head')];
  return pieces.flatMap(({ limit }) => limit ?? []);
}

/** "Minimum, maximum and average size": figures of one column. */
function assembleSpread(draft: Draft, lattice: Lattice, extremes: readonly Extreme[]): TableQuery | undefined {
  const named = extremes.flatMap((one) => (one.column ? [one.column] : []));
  const columns = new Set([...named, ...draft.columns]);
  const arePlain = extremes.every((one) => !one.byAdjective && !one.ofRows && !one.limit && !one.aggregate);
  const [column] = columns;
  if (
    columns.size !== 1 ||
    !(isNumeric(column) || isTemporal(column)) ||
    !arePlain ||
    !draft.saysOnly('extreme', 'aggregate', 'columns', 'group', 'show')
  )
    return undefined;
  const aggregates = draft.pieces.flatMap((piece) => {
    if (piece.kind === 'extreme') return [piece.descending ? 'highest' : 'lowest'] as const;
    return piece.kind === 'aggregate' ? [piece.aggregate] : [];
  });
  return figures(
    lattice,
    draft,
    aggregates.map((aggregate): Measure => ({ of: 'column', aggregate, column })),
  );
}

/** What the answer is one of: "which neighborhood", "the cheapest neighborhood". */
function groupTarget(draft: Draft, orderedBy?: ColumnSummary): ColumnSummary | undefined {
  const named = [...draft.all('head').map(({ column }) => column), ...draft.columns];
  const columns = named.filter((column) => column !== orderedBy);
  return columns.length === 1 && !isNumeric(columns[0]) && draft.groups.length === 0 ? columns[0] : undefined;
}

/** "In which neighborhood is the cheapest home?": one row is looked for, and what it says. */
function isLookUp(draft: Draft, extreme: Extreme): boolean {
  if (extreme.ofRows || draft.has('aggregate') || extreme.aggregate) return false;
  const at = draft.indexOf('extreme');
  return draft.pieces.some(
    (piece, index) => piece.kind === 'entity' && !piece.plural && index > at === extreme.byAdjective,
  );
}

function orderGroups(
  draft: Draft,
  lattice: Lattice,
  extreme: Extreme,
  column: ColumnSummary,
  aggregate: Aggregate | undefined,
): TableQuery | undefined {
  const measure = measureOf(extreme, aggregate);
  if (!measure) return undefined;
  const [limit = 1] = limitsOf(draft);
  return figures(lattice, draft, [measure], {
    groups: [{ column }],
    order: { measure, descending: extreme.descending },
    limit,
  });
}

function measureOf(extreme: Extreme, aggregate: Aggregate | undefined): Measure | undefined {
  if (extreme.ofRows) return aggregate ? undefined : { of: 'rows' };
  const { column, byAdjective, descending } = extreme;
  if (!column || !isNumeric(column)) return undefined;
  return {
    of: 'column',
    aggregate: aggregate ?? (byAdjective ? 'average' : descending ? 'highest' : 'lowest'),
    column,
  };
}

/** "The highest price of homes in …" asks for the figure; "the home with the highest price" for the row. */
function isFigure(draft: Draft, extreme: Extreme): boolean {
  if (extreme.byAdjective || extreme.limit || draft.has('limit')) return false;
  const entity = draft.indexOf('entity');
  if (!extreme.column) return entity < 0 || entity > draft.indexOf('extreme');
  return !draft.has('head') && !draft.has('columns') && (entity < 0 || entity > draft.indexOf('extreme'));
}

function extremeFigure(draft: Draft, lattice: Lattice, extreme: Extreme): TableQuery | undefined {
  const column = extreme.column ?? draft.one('columns')?.columns[0];
  if (!column || extreme.aggregate || draft.has('aggregate', 'limit')) return undefined;
  return figures(lattice, draft, [{ of: 'column', aggregate: extreme.descending ? 'highest' : 'lowest', column }]);
}

function extremeRows(draft: Draft, { table }: Lattice, extreme: Extreme): RowsQuery | undefined {
  const { descending } = extreme;
  const column = extreme.column ?? (draft.columns.length === 1 ? draft.columns[0] : undefined);
  if (!column || draft.groups.length > 0) return undefined;
  const asked = [...draft.columns, ...draft.all('head').map((head) => head.column)];
  const isPlural = draft.all('entity').some(({ plural }) => plural);
  const [limit = isPlural ? severalRows : 1] = limitsOf(draft);
  const columns = asked.some((one) => one !== column) ? [...new Set([...asked, column])] : [];
  return { shape: 'rows', table, conditions: draft.conditions, columns, order: { column, descending }, limit };
}

/** "Top 3 neighborhoods by average price", "homes sorted by size", "the 3 largest orders by amount". */
function assembleOrder(draft: Draft, lattice: Lattice, extreme?: Extreme): TableQuery | undefined {
  const order = draft.one('order');
  const [limit] = limitsOf(draft);
  const direction = order?.descending ?? extreme?.descending ?? draft.one('limit')?.descending;
  if (!order || (direction === undefined && !draft.has('show', 'group'))) return undefined;
  const target = groupTarget(draft);
  const groups = target ? [{ column: target }] : draft.groups;
  if (groups.length > 0) {
    const asked = draft.has('aggregate') ? askedFigures(draft) : draft.has('count') ? [countOfRows] : [];
    if (!asked || (!target && draft.has(asked.length > 0 ? 'head' : 'columns'))) return undefined;
    const measure = order.measure ?? naturalMeasure(order.column, lattice) ?? asked[0];
    if (!measure) return undefined;
    const measures = asked.some((one) => isDeepStrictEqual(one, measure)) ? asked : [measure, ...asked];
    return figures(lattice, draft, measures, { groups, order: { measure, descending: direction ?? true }, limit });
  }
  const { column } = order;
  if (!column || draft.has('count', 'aggregate') || !draft.has('entity')) return undefined;
  const columns = draft.columns.length > 0 ? [...new Set([...draft.columns, column])] : [];
  const { table } = lattice;
  const { conditions } = draft;
  return { shape: 'rows', table, conditions, columns, order: { column, descending: direction ?? false }, limit };
}

/** By what groups are ordered when only a column is named: the sum of amounts, else the average. */
function naturalMeasure(column: ColumnSummary | undefined, { vocabulary }: Lattice): Measure | undefined {
  if (!column || !isNumeric(column)) return undefined;
  return { of: 'column', aggregate: isAdditive(column, vocabulary) ? 'sum' : 'average', column };
}
