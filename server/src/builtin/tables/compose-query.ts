import type { ColumnSummary } from '../grounding.ts';
import { composeRanking } from './compose-ranking.ts';
import { splitShare } from './compose-share.ts';
import { conditionsOf, figures } from './figures-query.ts';
import type { Frame } from './frame.ts';
import type { Condition, Measure, TableQuery } from './logical-form.ts';
import type { Context } from './sentence.ts';
import { mostGroups } from './sql.ts';
import { countsThings, isAdditive, isInParts, isLevel, isNumeric, isYear, nameColumn } from './traits.ts';

/** Combines the slots of a question into a query; undefined when they do not fit or one would be ignored. */
export function composeQuery(frame: Frame, context: Context): TableQuery | undefined {
  const query = composeWhole(frame, context);
  if (frame.place === undefined || query === undefined) return query;
  const isRanking = query.shape !== 'values' && query.order !== undefined && query.limit === 1;
  return isRanking ? { ...query, offset: frame.place - 1 } : undefined;
}

function composeWhole(frame: Frame, context: Context): TableQuery | undefined {
  if (contradict(frame)) return undefined;
  if (frame.ranks.length > 0 || frame.order || (frame.limit !== undefined && !frame.show))
    return composeRanking(frame, context);
  if (frame.share) return composeShare(frame, context);
  if (frame.range) return composeRange(frame, context);
  if (frame.count || frame.counted || frame.exists) return composeCount(frame, context);
  if (frame.aggregates.length > 0) return composeAggregates(frame, context);
  if (frame.figures.length + frame.labels.length > 0) return composeColumns(frame, context);
  return composeRows(frame, context);
}

/** Two equality conditions on one column match no row, so the question means something else. */
function contradict(frame: Frame): boolean {
  const equal = conditionsOf(frame).filter(
    (one) =>
      !one.negated &&
      (one.test === 'oneOf' ||
        (one.test === 'compare' && one.operator === '=') ||
        (one.test === 'during' && one.from !== undefined && one.before !== undefined)),
  );
  if (new Set(equal.map(({ column }) => column)).size < equal.length) return true;
  const bounds = conditionsOf(frame).flatMap((one) => boundsOf(one));
  return bounds.some(({ column, low, high }) =>
    bounds.some((other) => other.column === column && (other.low > high || low > other.high)),
  );
}

/** The range of numbers that a condition leaves. */
function boundsOf(condition: Condition): { column: ColumnSummary; low: number; high: number }[] {
  const { column } = condition;
  if (condition.negated) return [];
  if (condition.test === 'between') return [{ column, low: condition.low, high: condition.high }];
  if (condition.test !== 'compare' || typeof condition.value !== 'number') return [];
  const { operator, value } = condition;
  const low = operator === '<' || operator === '<=' ? Number.NEGATIVE_INFINITY : value;
  const high = operator === '>' || operator === '>=' ? Number.POSITIVE_INFINITY : value;
  return operator === '<>' ? [] : [{ column, low, high }];
}

function composeShare(frame: Frame, context: Context): TableQuery | undefined {
  const { aggregates, figures: columns, labels, counted, limit, range, distinct } = frame;
  const [amount] = columns;
  if (columns.length === 1 && isAdditive(amount, context.vocabulary) && aggregates.every((one) => one === 'sum')) {
    const split = labels.length === 0 && !counted ? splitShare(frame) : undefined;
    if (split?.measure.of !== 'share') return undefined;
    const measure: Measure = { of: 'sumShare', column: amount, conditions: split.measure.conditions };
    return { ...figures(context, frame, [measure]), conditions: split.whole };
  }
  if (aggregates.length + columns.length + labels.length > 0 || counted || limit || range || distinct) return undefined;
  if (frame.groups.length > 0 && frame.conditions.length === 0) return figures(context, frame, [{ of: 'groupShare' }]);
  const split = splitShare(frame);
  return split && { ...figures(context, frame, [split.measure]), conditions: split.whole };
}

function composeRange(frame: Frame, context: Context): TableQuery | undefined {
  const [column] = frame.figures;
  if (frame.figures.length !== 1 || frame.labels.length > 0 || frame.count) return undefined;
  return figures(context, frame, [
    { of: 'column', aggregate: 'lowest', column },
    { of: 'column', aggregate: 'highest', column },
  ]);
}

function composeCount(frame: Frame, context: Context): TableQuery | undefined {
  const { labels, aggregates, counted, distinct } = frame;
  const { vocabulary } = context;
  if (frame.exists && !frame.count && !counted) {
    if (labels.length + frame.figures.length + aggregates.length + frame.groups.length > 0 || distinct)
      return undefined;
    return figures(context, frame, [{ of: 'rows' }], { says: 'exists' });
  }
  if (counted) {
    const sums = aggregates.every((one) => one === 'sum') && frame.figures.length + labels.length === 0 && !distinct;
    if (distinct && aggregates.length + frame.figures.length + labels.length === 0)
      return figures(context, frame, [{ of: 'distinct', column: counted }]);
    const isOfOneRow = conditionsOf(frame).some((one) => isOfRow(one, context));
    if (!sums || !(isOfOneRow || countsThings(counted, vocabulary) || isAdditive(counted, vocabulary)))
      return undefined;
    return figures(context, frame, [{ of: 'column', aggregate: 'sum', column: counted }]);
  }
  const [group] = frame.groups;
  const isPerGroup = aggregates.length === 1 && aggregates[0] === 'average' && frame.groups.length === 1;
  // "How many orders per day on average"
  if (isPerGroup && labels.length + frame.figures.length === 0 && !distinct)
    return figures(context, frame, [{ of: 'rowsPer', group }], { groups: [] });
  if (aggregates.length > 0 || frame.figures.length > 0) {
    const asked = labels.length === 0 && !distinct ? askedMeasures(frame) : undefined;
    if (asked) return figures(context, frame, [{ of: 'rows' }, ...asked]);
    return aggregates.length === 1 && aggregates[0] === 'sum' && frame.figures.length === 0 && labels.length === 0
      ? figures(context, frame, [{ of: 'rows' }])
      : undefined;
  }
  const isCounted = labels.every((label) => label === frame.countedLabel) || (distinct && labels.length === 1);
  const named = distinct && labels.length === 0 && frame.entity ? nameColumn(context) : undefined;
  if (!isCounted || (distinct && labels.length === 0 && !named)) return undefined;
  const [label = named] = labels;
  if (label && conditionsOf(frame).some((one) => isBoundOnParts(one, label, context))) return undefined;
  // "How many licences" of a table with the number of each counts its rows
  const isRow = label !== undefined && !distinct && (label.distinct ?? 0) >= 0.95 * context.table.row_count;
  const measure: Measure = label && !isRow ? { of: 'distinct', column: label } : { of: 'rows' };
  return figures(context, frame, [measure]);
}

/** "Orders over 100 dollars" of several rows each: the bound is on their sum, not on single rows. */
function isBoundOnParts(condition: Condition, label: ColumnSummary, { table, vocabulary }: Context): boolean {
  const isBound = condition.test === 'compare' && condition.operator !== '=' && condition.operator !== '<>';
  return isBound && isNumeric(condition.column) && !isYear(condition.column) && isInParts(label, table, vocabulary);
}

/** A number or name that one row has. */
function isOfRow({ column, test }: Condition, { table }: Context): boolean {
  return test === 'compare' && table.row_count > 1 && column.distinct === table.row_count;
}

function askedMeasures({ aggregates, figures: columns }: Frame): Measure[] | undefined {
  if (aggregates.length === 0 || columns.length === 0 || !columns.every(isNumeric)) return undefined;
  return aggregates.flatMap((aggregate) => columns.map((column): Measure => ({ of: 'column', aggregate, column })));
}

function composeAggregates(frame: Frame, context: Context): TableQuery | undefined {
  if (frame.labels.length > 0 || frame.distinct) return undefined;
  const sums = sumPerGroup(frame, context);
  if (sums) return figures(context, frame, [sums], { groups: [] });
  const isTotal = frame.figures.length === 0 && frame.entity && frame.aggregates.every((one) => one === 'sum');
  const measures = isTotal ? [{ of: 'rows' } as const] : askedMeasures(frame);
  return measures && figures(context, frame, measures);
}

/** "The average amount per order" adds up the rows of each order; of a few groups each average is told. */
function sumPerGroup({ aggregates, figures: columns, groups }: Frame, { vocabulary }: Context): Measure | undefined {
  const [column] = columns;
  const [group] = groups;
  const isOne = columns.length === 1 && groups.length === 1 && aggregates.includes('average');
  if (!isOne || group.period || (group.column.distinct ?? 0) <= mostGroups) return undefined;
  // "The average total price per order"
  if (aggregates.length === 2 && aggregates.includes('sum')) return { of: 'sumPer', column, group };
  if (aggregates.length > 1) return undefined;
  return isAdditive(column, vocabulary) || countsThings(column, vocabulary)
    ? { of: 'sumPer', column, group }
    : undefined;
}

const tellingOfAmounts = ['sum', 'average'] as const;
const tellingOfGroups = ['average', 'sum', 'lowest', 'highest'] as const;
const tellingOfLevels = ['average', 'lowest', 'highest'] as const;

/** Columns without a requested figure: the values of a text; average and range of a number. */
function composeColumns(frame: Frame, context: Context): TableQuery | undefined {
  const { labels, figures: numbers, show, entity, distinct, groups } = frame;
  const { table, vocabulary } = context;
  const columns = [...labels, ...numbers];
  const isList = show && entity && !distinct && groups.length === 0;
  const isTold = show || frame.asksEntity || frame.conditions.length > 0;
  if (isList || (labels.length > 0 && columns.length > 1 && groups.length === 0)) {
    // Rows without any choice or order answer nothing
    if (!isTold) return undefined;
    const named = labels.length === 0 ? [...namesOfRows(context, frame), ...columns] : columns;
    return { shape: 'rows', table, conditions: conditionsOf(frame), columns: named, limit: frame.limit };
  }
  if (labels.length === 1 && numbers.length === 0) {
    if (frame.howMuch) return undefined;
    if (frame.breaksDown && groups.length === 0)
      return figures(context, frame, [{ of: 'rows' }], { groups: [{ column: labels[0] }] });
    // "Countries per continent"
    if (groups.length > 0) return composeLabelOfGroups(frame, context, labels[0]);
    // "Customer K1" is no answer to what customer K1 has
    if (conditionsOf(frame).some(({ column, test }) => column === labels[0] && test === 'compare')) return undefined;
    return { shape: 'values', table, conditions: conditionsOf(frame), column: labels[0] };
  }
  if (labels.length > 0) return undefined;
  if (distinct)
    return numbers.length === 1 && groups.length === 0
      ? { shape: 'values', table, conditions: conditionsOf(frame), column: numbers[0] }
      : undefined;
  if (numbers.length > 1) return figures(context, frame, numbers.map(averageOf));
  const named = groups.length === 0 ? namesakeOf(frame, context) : undefined;
  if (named) return { shape: 'rows', table, conditions: conditionsOf(frame), columns: [named, ...numbers] };
  const [column] = numbers;
  const addsUp =
    isAdditive(column, vocabulary) || (frame.howMuch && !isLevel(column, vocabulary) && frame.entity === undefined);
  const mayAddUp = groups.length > 0 && !isLevel(column, vocabulary);
  const telling = addsUp ? tellingOfAmounts : mayAddUp ? tellingOfGroups : tellingOfLevels;
  return figures(
    context,
    frame,
    telling.map((aggregate): Measure => ({ of: 'column', aggregate, column })),
  );
}

/** The column of names where a few rows share one: their figures are neither added nor averaged. */
function namesakeOf({ conditions }: Frame, { table: { row_count } }: Context): ColumnSummary | undefined {
  const named = conditions.find(
    ({ condition: { test, column, negated } }) => test === 'compare' && !negated && /^(name|title)$/i.test(column.name),
  )?.condition.column;
  const distinct = named?.distinct ?? 0;
  return distinct >= nearlyAll * row_count && distinct < row_count ? named : undefined;
}

const nearlyAll = 0.9;

/** Figures of single rows are listed beside what names the rows. */
function namesOfRows({ table }: Context, { conditions }: Frame): ColumnSummary[] {
  const known = new Set(conditions.map(({ condition }) => condition.column));
  const texts = table.columns.filter(({ type, distinct }) => type === 'text' && (distinct ?? 0) >= leastThings);
  return texts.filter((column) => !known.has(column)).slice(0, 1);
}

const leastThings = 20;

/** "Countries per continent" counts things; "results by gender" counts the rows of each pair. */
function composeLabelOfGroups(frame: Frame, context: Context, column: ColumnSummary): TableQuery {
  const isRow = (column.distinct ?? 0) >= 0.9 * context.table.row_count;
  if (isRow) return figures(context, frame, [{ of: 'rows' }]);
  if ((column.distinct ?? 0) >= leastThings) return figures(context, frame, [{ of: 'distinct', column }]);
  return figures(context, frame, [{ of: 'rows' }], { groups: [...frame.groups, { column }] });
}

function averageOf(column: ColumnSummary): Measure {
  return { of: 'column', aggregate: 'average', column };
}

/** "Show the homes in downtown": the rows. "Homes by location": their number. "Churn by state": number and share. */
function composeRows(frame: Frame, context: Context): TableQuery | undefined {
  const { table } = context;
  if (frame.distinct || frame.howMuch) return undefined;
  const verbal = frame.conditions.filter((one) => one.verbal);
  if (frame.groups.length > 0) {
    if (frame.conditions.length === 1 && verbal.length === 1 && !frame.entity) {
      const conditions = conditionsOf(frame);
      const measures: Measure[] = [
        { of: 'rowsWith', conditions },
        { of: 'share', conditions },
      ];
      return { ...figures(context, frame, measures), conditions: [] };
    }
    return frame.entity || frame.conditions.length > 0 ? figures(context, frame, [{ of: 'rows' }]) : undefined;
  }
  if (!frame.entity && !(frame.show && frame.conditions.length > 0)) return undefined;
  // "What animals are there": all rows answer nothing
  if (frame.asksEntity && !frame.show && frame.conditions.length === 0) return undefined;
  return { shape: 'rows', table, conditions: conditionsOf(frame), columns: [], limit: frame.limit };
}
