import { invalidField, ServiceError } from '../errors.ts';
import type { ModelCreation } from './schemas.ts';

type ModelOptions = NonNullable<ModelCreation['options']>;

/** What a request says of the columns of its source. */
export interface NamedColumns {
  target: string;
  options: ModelOptions;
}

/** A column that a request names, and where it does. */
interface Naming {
  pointer: string;
  column: string;
}

/** Refuses options that contradict each other or the target: a column has one part to play. */
export function refuseContradictions({ target, options }: NamedColumns): void {
  const { order_by: orderBy, ignore = [] } = options;
  const ignored = ignore.indexOf(target);
  if (ignored >= 0)
    throw invalidField(`/options/ignore/${ignored}`, 'is the target, which the model cannot ignore', 'not_allowed');
  const stray = (['group_by', 'window', 'horizon'] as const).find((option) => options[option] !== undefined);
  if (orderBy === undefined && (stray || options.task === 'forecast'))
    throw invalidField(
      `/options/${stray ?? 'task'}`,
      'needs order_by: the column of times of a forecast',
      'not_allowed',
    );
  const taken = new Set([target]);
  for (const { pointer, column } of seriesColumns(options)) {
    if (taken.has(column)) throw invalidField(pointer, 'has another part in the model already', 'not_allowed');
    taken.add(column);
  }
}

function seriesColumns({ order_by, group_by = [] }: ModelOptions): Naming[] {
  const groups = group_by.map((column, index) => ({ pointer: `/options/group_by/${index}`, column }));
  return order_by === undefined ? groups : [{ pointer: '/options/order_by', column: order_by }, ...groups];
}

/** Throws `column_not_found` for every named column that is not among those of the source. */
export function requireColumns({ target, options }: NamedColumns, columns: readonly string[]): void {
  const ignored = (options.ignore ?? []).map((column, index) => ({ pointer: `/options/ignore/${index}`, column }));
  const errors = [{ pointer: '/target', column: target }, ...ignored, ...seriesColumns(options)]
    .filter(({ column }) => !columns.includes(column))
    .map(({ pointer, column }) => ({
      pointer,
      code: 'column_not_found',
      detail: `there is no column ${column}; the columns are ${shorten(columns)}`,
    }));
  if (errors.length > 0)
    throw new ServiceError('column_not_found', `${errors[0].pointer}: ${errors[0].detail}.`, { errors });
}

function shorten(columns: readonly string[]): string {
  return columns.length > 50 ? `${columns.slice(0, 50).join(', ')} …` : columns.join(', ');
}
