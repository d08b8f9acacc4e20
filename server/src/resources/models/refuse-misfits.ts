import { invalidField, type ServiceError } from '../../errors.ts';
import type { ColumnType } from '../../platform/data/types.ts';
import { quoteName } from '../../questions/words/quoting.ts';
import { type NamedColumns, numberMetrics } from './named-columns.ts';

/** What is known of a source column before the training. */
export interface SourceColumn {
  name: string;
  type: ColumnType;
  distinct?: number;
}

/** Numbers with more distinct values are never treated as classes, unless `task` says so. */
const mostNumericClasses = 10;
const [numbers, moments]: ReadonlySet<ColumnType>[] = [new Set(['integer', 'number']), new Set(['date', 'datetime'])];

/** Refuses a training of these columns, of `table` if they have one, that must fail, before it is queued. */
export function refuseMisfits(question: NamedColumns, columns: readonly SourceColumn[], table?: string): void {
  const { target, options } = question;
  const { ignore = [], validate } = options;
  if (columns.every(({ name }) => name === target))
    throw invalidField('/target', `is the only column: there is nothing to learn ${target} from`, 'not_allowed');
  if (columns.every(({ name }) => name === target || ignore.includes(name)))
    throw invalidField('/options/ignore', `leaves no column to learn ${target} from`, 'not_allowed');
  const order = columns.find(({ name }) => name === validate?.order);
  if (order && !numbers.has(order.type) && !moments.has(order.type))
    throw invalidField('/options/validate/order', `must hold dates or numbers; ${order.name} is ${order.type}`);
  const answered = columns.find(({ name }) => name === target);
  if (!answered || options.order_by !== undefined) return;
  if (moments.has(answered.type)) throw datesAsTarget(answered, columns, table);
  refuseTarget(question, answered);
}

/** A date is told as the days since another one, which a query counts. */
function datesAsTarget({ name }: SourceColumn, columns: readonly SourceColumn[], table = 'your_table'): ServiceError {
  const column = quoteName(name);
  const other = columns.find((one) => one.name !== name && moments.has(one.type));
  const start = other ? quoteName(other.name) : "DATE '2020-01-01'";
  const sql = `SELECT * EXCLUDE (${column}), date_diff('day', ${start}, ${column}) AS days FROM ${quoteName(table)}`;
  return invalidField(
    '/target',
    `holds dates (${name}): predict the days from ${other ? other.name : 'a fixed day'} to it, with target days and from {"sql": ${JSON.stringify(sql)}}`,
  );
}

function refuseTarget({ options: { task, metric } }: NamedColumns, { name, type, distinct }: SourceColumn): void {
  const isNumber = numbers.has(type);
  if (task === 'regression' && !isNumber)
    throw invalidField('/options/task', `needs a target of numbers; ${name} is ${type}`, 'not_allowed');
  if (task === 'binary' && distinct !== undefined && distinct > 2)
    throw invalidField('/options/task', `needs a target of two values; ${name} has ${distinct}`, 'not_allowed');
  if (metric === undefined) return;
  if (numberMetrics.has(metric) && !isNumber)
    throw invalidField('/options/metric', `judges numbers; ${name} is ${type}`, 'not_allowed');
  if (!numberMetrics.has(metric) && isNumber && task === undefined && (distinct ?? 0) > mostNumericClasses)
    throw invalidField(
      '/options/metric',
      `judges classes; ${name} holds ${distinct} different numbers (if they are classes, say so by task)`,
      'not_allowed',
    );
}
