import { isDeepStrictEqual } from 'node:util';
import type { ColumnSummary } from '../grounding.ts';
import { splitShare } from './compose-share.ts';
import { conditionsOf, figures } from './figures-query.ts';
import type { Frame, Rank } from './frame.ts';
import type { Aggregate, Condition, Measure, TableQuery } from './logical-form.ts';
import type { Context } from './sentence.ts';
import { isAdditive, isInParts, isLevel, isNumeric, isTemporal, nameColumn } from './traits.ts';

const severalRows = 5;
/** A label with distinct values in at least this share of the rows names single rows. */
const nearlyUnique = 0.5;

interface Ordered {
  frame: Frame;
  context: Context;
  rank: Rank;
  limit: number | undefined;
}

/** "The 5 cheapest homes", "which team has the most players", "top 3 states by charge", "the highest price". */
export function composeRanking(frame: Frame, context: Context): TableQuery | undefined {
  if (frame.range || frame.distinct || frame.exists) return undefined;
  if (frame.ranks.length > 1) return composeSpread(frame, context);
  const [first] = frame.ranks;
  const descending =
    frame.order?.descending ??
    first?.descending ??
    (frame.order && !frame.show && frame.limit !== undefined ? true : undefined);
  const rank: Rank = { ...first, descending: descending ?? false, ...orderOf(frame, first) };
  if (descending === undefined && !frame.show && frame.groups.length === 0) return undefined;
  if (frame.order && descending === undefined) rank.descending = frame.groups.length + frame.labels.length > 0;
  const ordered = { frame, context, rank, limit: frame.limit };
  const targets = soldTargets(frame, rank, context) ?? targetsOf(frame, rank);
  if (frame.counted) return targets.length + frame.groups.length > 0 ? undefined : lookUp(ordered, [frame.counted]);
  if (isFigureOfGroups(frame, rank)) return composeSpread(frame, context);
  if (targets.length > 0 || frame.groups.length > 0) return composeTargets(ordered, targets);
  if (frame.share) return undefined;
  return rank.ofRows ? undefined : composeRowsOrFigure(ordered);
}

/** "The lowest rent in each neighborhood": a figure of every group, not a ranking of groups. */
function isFigureOfGroups(
  { groups, ranksGroups, limit, order, place, ranks }: Frame,
  { column, byAdjective }: Rank,
): boolean {
  return (
    groups.length > 0 &&
    !ranksGroups &&
    ranks.length === 1 &&
    !order &&
    limit === undefined &&
    place === undefined &&
    !byAdjective &&
    column !== undefined
  );
}

function orderOf({ order }: Frame, rank: Rank | undefined): Partial<Rank> {
  if (order?.measure) return { measure: order.measure };
  if (order?.column && rank?.column && rank.column !== order.column) return {};
  return order?.column ? { column: order.column, ofRows: false } : {};
}

/** "Which pizza brings in the most": of sales, the things sold are ranked rather than single sales. */
function soldTargets(frame: Frame, { column }: Rank, context: Context): ColumnSummary[] | undefined {
  const isWhole = frame.groups.length + frame.labels.length > 0 || !(frame.asksEntity || frame.limit !== undefined);
  if (isWhole || !column || !isAdditive(column, context.vocabulary)) return undefined;
  const named = nameColumn(context);
  return named && (named.distinct ?? 0) < nearlyUnique * context.table.row_count ? [named] : undefined;
}

function targetsOf({ labels }: Frame, rank: Rank): ColumnSummary[] {
  return labels.filter((column) => column !== rank.column);
}

/** "Minimum, maximum and average size": figures of one column. */
function composeSpread(frame: Frame, context: Context): TableQuery | undefined {
  const columns = new Set([...frame.ranks.flatMap(({ column }) => column ?? []), ...frame.figures]);
  const [column] = columns;
  const isOfTime = (rank: Rank) => rank.column !== undefined && isTemporal(rank.column);
  const isPlain = frame.ranks.every((one) => (!one.byAdjective || isOfTime(one)) && !one.ofRows && !one.aggregate);
  if (columns.size !== 1 || !isPlain || frame.limit !== undefined || frame.labels.length > 0 || frame.count)
    return undefined;
  const aggregates: Aggregate[] = [
    ...frame.ranks.map(({ descending }) => (descending ? 'highest' : 'lowest') as Aggregate),
    ...frame.aggregates,
  ];
  return figures(
    context,
    frame,
    aggregates.map((aggregate): Measure => ({ of: 'column', aggregate, column })),
  );
}

/** Ranks the values of a column, or the groups. */
function composeTargets(ordered: Ordered, targets: ColumnSummary[]): TableQuery | undefined {
  const { frame, context, rank } = ordered;
  if (targets.length > 0 && frame.groups.length > 0) return undefined;
  if (targets.length > 1 || (targets.length === 1 && namesRows(ordered, targets[0]))) return lookUp(ordered, targets);
  const measure = measureOf(ordered);
  if (!measure) return undefined;
  // Of days with a row each none has the most rows
  if (
    measure.of === 'rows' &&
    targets.concat(frame.groups.map(({ column }) => column)).some((one) => isSingle(one, frame, context))
  )
    return undefined;
  const asked = otherMeasures(frame, measure);
  const isList = frame.order && frame.ranks.length === 0 && frame.limit === undefined;
  const groups = targets.length > 0 ? targets.map((column) => ({ column })) : frame.groups;
  const named: Condition[] = groups.map(({ column }) => ({ column, test: 'missing', negated: true }));
  const split = measure.of === 'share' ? splitShare(frame) : undefined;
  const conditions = [...(split?.whole ?? conditionsOf(frame)), ...(isList ? [] : named)];
  const limit = ordered.limit ?? (isList ? undefined : 1);
  return {
    ...figures(context, frame, [measure, ...asked]),
    conditions,
    groups,
    order: { measure, descending: rank.descending },
    limit,
  };
}

function otherMeasures({ aggregates, figures: columns }: Frame, measure: Measure): Measure[] {
  const all = aggregates.flatMap((aggregate) =>
    columns.map((column): Measure => ({ of: 'column', aggregate, column })),
  );
  return all.filter((one) => !isDeepStrictEqual(one, measure));
}

function measureOf({ frame, context, rank }: Ordered): Measure | undefined {
  if (frame.share) return splitShare(frame)?.measure;
  if (rank.measure) return rank.measure;
  if (rank.ofRows) return frame.aggregates.length + frame.figures.length > 0 ? undefined : { of: 'rows' };
  const column = rank.column ?? frame.figures[0];
  const rated = flagAsked(frame, column);
  if (rated) return rated;
  if (!column)
    return frame.aggregates.length === 0 &&
      !rank.aggregate &&
      (frame.limit !== undefined || frame.count || frame.entity)
      ? { of: 'rows' }
      : undefined;
  if (!isNumeric(column)) return undefined;
  const aggregate = rank.aggregate ?? frame.aggregates[0] ?? naturalAggregate(rank, column, frame, context);
  return { of: 'column', aggregate, column };
}

/** "Which state has the highest churn": the share of rows where it is true. */
function flagAsked(frame: Frame, column: ColumnSummary | undefined): Measure | undefined {
  const verbal = frame.conditions.filter((one) => one.verbal);
  if (column || verbal.length !== 1 || frame.ranks.length !== 1 || frame.count) return undefined;
  const conditions = [verbal[0].condition];
  frame.conditions = frame.conditions.filter((one) => one !== verbal[0]);
  return { of: 'share', conditions };
}

function naturalAggregate(rank: Rank, column: ColumnSummary, frame: Frame, { table, vocabulary }: Context): Aggregate {
  // What an order costs is what its rows cost together
  const targets = [...frame.labels, ...frame.groups.map((group) => group.column)];
  if (targets.some((one) => isInParts(one, table, vocabulary))) return 'sum';
  if (frame.order?.aggregate) return frame.order.aggregate;
  if (frame.order) return isAdditive(column, vocabulary) ? 'sum' : 'average';
  if (rank.most === 'sum' || (rank.most && isOfGroups(frame) && !isLevel(column, vocabulary))) return 'sum';
  if (rank.best && isLevel(column, vocabulary)) return 'average';
  return rank.byAdjective ? 'average' : rank.descending ? 'highest' : 'lowest';
}

function isSingle(column: ColumnSummary, { groups }: Frame, { table }: Context): boolean {
  const period = groups.find((group) => group.column === column)?.period ?? 'day';
  return period === 'day' && table.row_count > 1 && (column.distinct ?? 0) >= 0.98 * table.row_count;
}

function isOfGroups({ groups, labels }: Frame): boolean {
  return groups.length + labels.length > 0;
}

function namesRows({ frame, context, rank }: Ordered, column: ColumnSummary): boolean {
  const { row_count } = context.table;
  if (rank.ofRows || rank.measure || rank.aggregate || frame.aggregates.length > 0 || frame.share) return false;
  if (!rank.column && frame.figures.length === 0) return false;
  // "In which neighborhood is the cheapest home?": finds one row and shows the requested columns
  const isLookUp = frame.entity === 'one' && rank.byAdjective;
  return isLookUp || (column.distinct ?? 0) >= nearlyUnique * row_count;
}

function lookUp({ frame, context, rank, limit }: Ordered, targets: ColumnSummary[]): TableQuery | undefined {
  const column = rank.column ?? frame.figures[0];
  if (!column || frame.aggregates.length > 0 || frame.count || rank.aggregate || rank.measure) return undefined;
  const columns = [...new Set([...targets, ...namesBeside(context, frame, limit), ...frame.figures, column])];
  const order = { column, descending: rank.descending };
  return { shape: 'rows', table: context.table, conditions: conditionsOf(frame), columns, order, limit: limit ?? 1 };
}

const mostBeside = 3;

/** The names that tell of a single row beside what was asked. */
function namesBeside({ table }: Context, { conditions }: Frame, limit: number | undefined): ColumnSummary[] {
  if (limit !== undefined && limit > 1) return [];
  const known = new Set(conditions.map(({ condition }) => condition.column));
  return table.columns.filter((column) => column.type === 'text' && !known.has(column)).slice(0, mostBeside);
}

function composeRowsOrFigure({ frame, context, rank, limit }: Ordered): TableQuery | undefined {
  const column = rank.column ?? (frame.figures.length === 1 ? frame.figures[0] : undefined);
  if (!column || rank.aggregate || rank.measure || frame.aggregates.length > 0 || frame.count) return undefined;
  const isRow =
    frame.asksEntity ||
    frame.place !== undefined ||
    rank.byAdjective ||
    limit !== undefined ||
    frame.order ||
    frame.show;
  const others = frame.figures.filter((one) => one !== column);
  if (!isRow && others.length === 0)
    return figures(context, frame, [{ of: 'column', aggregate: rank.descending ? 'highest' : 'lowest', column }]);
  const most =
    frame.order && frame.ranks.length === 0
      ? limit
      : (limit ?? (frame.entity === 'many' && !frame.place ? severalRows : 1));
  const columns = others.length > 0 ? [...others, column] : [];
  const order = { column, descending: rank.descending };
  return { shape: 'rows', table: context.table, conditions: conditionsOf(frame), columns, order, limit: most };
}
