import { monthNames, placeWords } from '../../questions/words/number-words.ts';
import { formatScalar } from '../format.ts';
import type { ColumnSummary } from '../grounding.ts';
import type { Condition, FiguresQuery, Grouping, Measure, TableQuery } from './logical-form.ts';
import { labelName, wordsOfAggregate } from './sql.ts';
import { isLabel } from './traits.ts';

/**
 * Describes what was understood, so that a reader sees which rows the answer covers: "Average price where city is
 * Rome".
 */
export function describeQuery(query: TableQuery): string {
  const conditions = query.conditions.map(describeCondition);
  const subject = query.shape === 'figures' ? describeFigures(query) : describeList(query);
  const where = conditions.length > 0 ? ` where ${conditions.join(' and ')}` : '';
  return capital(`${subject}${where}`);
}

function describeList(query: Exclude<TableQuery, FiguresQuery>): string {
  if (query.shape === 'values') return `the distinct values of ${query.column.name}`;
  const { order, limit, table } = query;
  const side = sideOf(order?.descending, query.offset);
  if (!order) return `rows of ${table.name}`;
  return limit === 1
    ? `the row of ${table.name} with the ${side} ${order.column.name}`
    : `rows of ${table.name}, ${side} ${order.column.name} first`;
}

function describeFigures({ measures, groups, order, limit, offset, table }: FiguresQuery): string {
  const figures = measures.map((measure) => describeMeasure(measure, table.name)).join(', ');
  const by = groups.length > 0 ? ` by ${groups.map(labelName).join(' and ')}` : '';
  if (!order || limit === undefined) return `${figures}${by}`;
  const side = sideOf(order.descending, offset);
  const { measure } = order;
  const isSide = measure.of === 'column' && measure.aggregate === (order.descending ? 'highest' : 'lowest');
  const figure = isSide ? `${side} ${measure.column.name}` : `${side} ${describeMeasure(measure, table.name)}`;
  return `the ${groups.map(labelName).join(' and ')} with the ${figure}`;
}

function sideOf(descending = false, offset = 0): string {
  return `${placeWords[offset]}${descending ? 'highest' : 'lowest'}`;
}

const dayNames = 'Monday Tuesday Wednesday Thursday Friday Saturday Sunday'.split(' ');

export function describeMeasure(measure: Measure, table: string): string {
  if (measure.of === 'rows') return `number of rows of ${table}`;
  if (measure.of === 'distinct') return `number of distinct values of ${measure.column.name}`;
  if (measure.of === 'share') return `share of rows with ${measure.conditions.map(describeCondition).join(' and ')}`;
  if (measure.of === 'rowsWith')
    return `number of rows of ${table} with ${measure.conditions.map(describeCondition).join(' and ')}`;
  if (measure.of === 'sumShare')
    return `share of the total ${measure.column.name} with ${measure.conditions.map(describeCondition).join(' and ')}`;
  if (measure.of === 'rowsPer')
    return `average number of rows of ${table} per ${labelName(measure.group)} that has any`;
  if (measure.of === 'sumPer')
    return `average total ${measure.column.name} per ${labelName(measure.group)} that has any`;
  if (measure.of === 'groupShare') return `share of the rows of ${table}`;
  return `${wordsOfAggregate[measure.aggregate]} ${measure.column.name}`;
}

function describeCondition(condition: Condition): string {
  const { column } = condition;
  const { name } = column;
  const not = condition.negated ? 'not ' : '';
  switch (condition.test) {
    case 'compare':
      if (condition.operator === '=') return `${name} is ${not}${formatValue(column, condition.value)}`;
      return `${name} ${not}${condition.operator} ${formatValue(column, condition.value)}`;
    case 'oneOf':
      return `${name} is ${not}${condition.values.map((value) => formatValue(column, value)).join(' or ')}`;
    case 'between':
      return `${name} is ${not}between ${formatValue(column, condition.low)} and ${formatValue(column, condition.high)}`;
    case 'month':
      return `${name} is ${not}in ${monthNames[condition.month]} of any year`;
    case 'contains':
      return `${name} ${condition.negated ? 'does not contain' : 'contains'} ${condition.words.map((word) => `“${word}”`).join(' and ')}`;
    case 'weekday':
      return `${name} is ${not}on ${condition.days.map((day) => dayNames[day]).join(' or ')}`;
    case 'missing':
      return `${name} is ${not}missing`;
    case 'during': {
      const from = condition.from && `from ${condition.from}`;
      const before = condition.before && `before ${condition.before}`;
      return `${name} is ${not}${[from, before].filter(Boolean).join(' and ')}`;
    }
  }
}

/** A year, a code or a shirt number is not formatted as an amount. */
export function formatValue(column: ColumnSummary, value: unknown): string {
  return typeof value === 'number' && isLabel(column) ? String(value) : formatScalar(value);
}

export function formatGroup({ column, period }: Grouping, value: unknown): string {
  if (period === 'monthOfYear') return monthNames[Number(value) - 1] ?? '–';
  if (period === 'weekday') return dayNames[Number(value) - 1] ?? '–';
  if (period === 'year') return String(value).slice(0, 4);
  if (period === 'decade') return `${String(value).slice(0, 3)}0s`;
  if (period === 'hour') return `${String(value)}:00`;
  if (period === 'quarter') return quarterOf(String(value));
  return period === 'month' ? String(value).slice(0, 7) : formatValue(column, value);
}

/** "2015-04-01" begins the second quarter. */
function quarterOf(day: string): string {
  return `${day.slice(0, 4)} Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`;
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
