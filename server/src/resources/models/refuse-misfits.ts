import { invalidField } from '../../errors.ts';
import type { ColumnType } from '../../platform/data/types.ts';
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

/** Refuses a training that must fail because of its columns, before it is queued. */
export function refuseMisfits(question: NamedColumns, columns: readonly SourceColumn[]): void {
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
  if (answered && options.order_by === undefined) refuseTarget(question, answered);
}

function refuseTarget({ options: { task, metric } }: NamedColumns, { name, type, distinct }: SourceColumn): void {
  const isNumber = numbers.has(type);
  if (moments.has(type)) throw invalidField('/target', `holds dates (${name}): predict a number or a class instead`);
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
