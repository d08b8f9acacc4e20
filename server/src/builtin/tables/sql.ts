import { literal, quoteName, quoteTable } from '../../questions/words/quoting.ts';
import type { ColumnSummary, TableSummary } from '../grounding.ts';
import type { Condition, FiguresQuery, Grouping, Measure, RowsQuery, TableQuery, ValuesQuery } from './logical-form.ts';

/** Maximum rows when a question sets no limit; the answer states the total. */
const mostRows = 50;
export const mostGroups = 100;

/**
 * Writes one SELECT that DuckDB and PostgreSQL both accept. Names and texts are quoted; no text of the question is
 * copied unquoted.
 */
export function writeSql(query: TableQuery): string {
  if (query.shape === 'rows') return writeRows(query);
  return query.shape === 'values' ? writeValues(query) : writeFigures(query);
}

function writeRows({ table, columns, conditions, order, limit, offset }: RowsQuery): string {
  const shown = columns.length > 0 ? columns : table.columns;
  const ties = order && limit === 1 ? [`count(*) OVER (PARTITION BY ${nameOf(order.column)}) AS same_value`] : [];
  return lines(
    `SELECT ${[...shown.map(selected), 'count(*) OVER () AS matching_rows', ...ties].join(', ')}`,
    `FROM ${fromOf(table)}`,
    where(order ? [...conditions, { column: order.column, test: 'missing', negated: true }] : conditions),
    order && `ORDER BY ${nameOf(order.column)} ${direction(order.descending)}`,
    `LIMIT ${limit ?? mostRows}${afterFirst(offset)}`,
  );
}

function writeValues({ table, column, conditions }: ValuesQuery): string {
  return lines(
    `SELECT ${selected(column)}, count(*) AS matching_rows`,
    `FROM ${fromOf(table)}`,
    where([...conditions, { column, test: 'missing', negated: true }]),
    `GROUP BY ${nameOf(column)}`,
    `ORDER BY ${nameOf(column)}`,
    `LIMIT ${mostGroups}`,
  );
}

function writeFigures(query: FiguresQuery): string {
  const { table, measures, groups, conditions, order, limit, offset } = query;
  const labels = groups.map((group) => `${labelOf(group)} AS ${quoteName(labelName(group))}`);
  const values = measures.map((measure) => `${expressionOf(measure)} AS ${quoteName(measureName(measure))}`);
  const counts = measures.some(({ of }) => of === 'rows')
    ? []
    : ['count(*) AS matching_rows', ...(groups.length > 0 ? [] : countKnown(measures))];
  const ties =
    order && limit === 1 ? [`count(*) OVER (PARTITION BY ${expressionOf(order.measure)}) AS same_value`] : [];
  return lines(
    `SELECT ${[...labels, ...values, ...counts, ...ties].join(', ')}`,
    `FROM ${fromOf(table)}`,
    where(conditions),
    groups.length > 0 && `GROUP BY ${groups.map(labelOf).join(', ')}`,
    order && `ORDER BY ${expressionOf(order.measure)} ${direction(order.descending)}`,
    !order &&
      groups.length > 0 &&
      `ORDER BY ${hasManyGroups(groups) ? `${expressionOf(measures[0])} DESC NULLS LAST` : groups.map(sortOf).join(', ')}`,
    groups.length > 0 && `LIMIT ${limit ?? mostGroups}${afterFirst(offset)}`,
  );
}

/** A figure comes from the rows that have a value, which may be fewer than match. */
function countKnown(measures: readonly Measure[]): string[] {
  const counts = measures.map((one) => (one.of === 'column' ? `count(${nameOf(one.column)})` : undefined));
  const [first] = counts;
  return first !== undefined && counts.every((one) => one === first) ? [`${first} AS known_rows`] : [];
}

function afterFirst(offset: number | undefined): string {
  return offset === undefined ? '' : ` OFFSET ${offset}`;
}

function sortOf(group: Grouping): string {
  return group.sortedBy ? `min(${nameOf(group.sortedBy)})` : labelOf(group);
}

/** When not all groups are shown, the highest come first. */
export function hasManyGroups(groups: readonly Grouping[]): boolean {
  return groups.length === 1 && !groups[0].period && (groups[0].column.distinct ?? 0) > mostGroups;
}

function lines(...parts: (string | false | undefined)[]): string {
  return parts.filter(Boolean).join('\n');
}

export function labelName({ column, period }: Grouping): string {
  if (period === 'monthOfYear') return 'month';
  return period ?? column.name;
}

/** Returns the column name of a figure in the answer's table. */
export function measureName(measure: Measure): string {
  if (measure.of === 'rows') return 'rows';
  if (measure.of === 'distinct') return `distinct ${measure.column.name}`;
  if (measure.of === 'rowsWith') return 'with';
  if (measure.of === 'rowsPer') return `rows per ${labelName(measure.group)}`;
  if (measure.of === 'sumPer') return `${measure.column.name} per ${labelName(measure.group)}`;
  if (measure.of === 'column') return `${wordsOfAggregate[measure.aggregate]} ${measure.column.name}`;
  return 'percent';
}

export const wordsOfAggregate = {
  average: 'average',
  sum: 'total',
  median: 'median',
  deviation: 'standard deviation of',
  highest: 'highest',
  lowest: 'lowest',
} as const;

function labelOf({ column, period }: Grouping): string {
  if (period === 'monthOfYear') return `CAST(extract(month FROM ${nameOf(column)}) AS integer)`;
  if (period === 'hour') return `CAST(extract(hour FROM ${nameOf(column)}) AS integer)`;
  if (period === 'weekday') return `CAST(extract(isodow FROM ${nameOf(column)}) AS integer)`;
  return period ? `CAST(date_trunc('${period}', ${nameOf(column)}) AS date)` : nameOf(column);
}

function expressionOf(measure: Measure): string {
  if (measure.of === 'rows') return 'count(*)';
  if (measure.of === 'distinct') return `count(DISTINCT ${nameOf(measure.column)})`;
  if (measure.of === 'rowsPer') return `1.0 * count(*) / nullif(count(DISTINCT ${labelOf(measure.group)}), 0)`;
  if (measure.of === 'sumPer')
    return `1.0 * sum(${nameOf(measure.column)}) / nullif(count(DISTINCT ${labelOf(measure.group)}), 0)`;
  if (measure.of === 'groupShare') return '100.0 * count(*) / sum(count(*)) OVER ()';
  if (measure.of === 'sumShare') {
    const [holds, name] = [holdsAll(measure.conditions), nameOf(measure.column)];
    return `100.0 * sum(${name}) FILTER (WHERE ${holds}) / nullif(sum(${name}), 0)`;
  }
  if (measure.of === 'rowsWith' || measure.of === 'share') {
    const holding = `count(*) FILTER (WHERE ${holdsAll(measure.conditions)})`;
    return measure.of === 'share' ? `100.0 * ${holding} / nullif(count(*), 0)` : holding;
  }
  const name = nameOf(measure.column);
  if (measure.aggregate === 'median') return `percentile_cont(0.5) WITHIN GROUP (ORDER BY ${name})`;
  return `${functions[measure.aggregate]}(${name})`;
}

const functions = { average: 'avg', sum: 'sum', deviation: 'stddev_samp', highest: 'max', lowest: 'min' } as const;

function holdsAll(conditions: readonly Condition[]): string {
  return conditions.map((one) => writeCondition(one)).join(' AND ');
}

function where(conditions: readonly Condition[]): string | undefined {
  return conditions.length > 0 ? `WHERE ${conditions.map((one) => writeCondition(one)).join(' AND ')}` : undefined;
}

/** A negated condition does not hold for a missing value: "not in downtown" means another location. */
function writeCondition(condition: Condition): string {
  const positive = writeTest(condition);
  return condition.negated ? `NOT (${positive})` : positive;
}

function writeTest(condition: Condition): string {
  const name = nameOf(condition.column);
  switch (condition.test) {
    case 'compare':
      return `${name} ${condition.operator} ${literal(condition.value)}`;
    case 'oneOf':
      return `${name} IN (${condition.values.map(literal).join(', ')})`;
    case 'between':
      return `${name} BETWEEN ${literal(condition.low)} AND ${literal(condition.high)}`;
    case 'month':
      return `extract(month FROM ${name}) = ${condition.month + 1}`;
    case 'contains':
      return `(${condition.words.map((word) => `lower(${name}) LIKE ${literal(`%${word.replaceAll(/[\\%_]/g, '')}%`)}`).join(' AND ')})`;
    case 'weekday':
      return `extract(isodow FROM ${name}) IN (${condition.days.map((day) => day + 1).join(', ')})`;
    case 'missing':
      return `${name} IS NULL`;
    case 'during':
      return [
        condition.from && `${name} >= ${literal(condition.from)}`,
        condition.before && `${name} < ${literal(condition.before)}`,
      ]
        .filter(Boolean)
        .join(' AND ');
  }
}

function direction(descending: boolean): string {
  return `${descending ? 'DESC' : 'ASC'} NULLS LAST`;
}

export function nameOf({ name, formula, source }: ColumnSummary): string {
  return formula ?? source ?? quoteName(name);
}

function selected(column: ColumnSummary): string {
  const name = nameOf(column);
  return name === quoteName(column.name) ? name : `${name} AS ${quoteName(column.name)}`;
}

/** A joined table says itself where its rows come from. */
function fromOf({ name, from }: TableSummary): string {
  return from ?? quoteTable(name);
}
