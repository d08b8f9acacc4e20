import { invalidField, mostFaults, ServiceError } from '../../errors.ts';
import { nearestOf } from '../../nearest-name.ts';
import { holidayCountries } from './holiday-countries.ts';
import type { ModelOptions } from './options-schema.ts';

/** Metrics of regressions. */
export const numberMetrics: ReadonlySet<string> = new Set(['r2', 'mae', 'rmse']);

/** The columns that a request names. */
export interface NamedColumns {
  target: string;
  options: ModelOptions;
}

/** A column that a request names, and where. */
interface Naming {
  pointer: string;
  column: string;
}

/** Refuses options that contradict each other or the target: a column has one role. */
export function refuseContradictions({ target, options }: NamedColumns): void {
  const { order_by: orderBy, ignore = [] } = options;
  const ignored = ignore.indexOf(target);
  if (ignored >= 0)
    throw invalidField(`/options/ignore/${ignored}`, 'is the target, which the model cannot ignore', 'not_allowed');
  const stray = (['group_by', 'aggregate', 'window', 'horizon', 'known_inputs', 'holidays'] as const).find(
    (option) => options[option] !== undefined,
  );
  if (orderBy === undefined && (stray || options.task === 'forecast'))
    throw invalidField(
      `/options/${stray ?? 'task'}`,
      'needs order_by: the column of times of a forecast',
      'not_allowed',
    );
  refuseInputs(options);
  refuseMetric(options);
  refusePositiveClass(options);
  refuseElsewhere(options);
  refuseValidation({ target, options });
  const taken = new Set([target]);
  for (const { pointer, column } of seriesColumns(options)) {
    if (taken.has(column)) throw invalidField(pointer, 'has another role in the model already', 'not_allowed');
    taken.add(column);
  }
}

function refuseInputs({ known_inputs = [], ignore = [], holidays }: ModelOptions): void {
  const ignored = known_inputs.findIndex((column) => ignore.includes(column));
  if (ignored >= 0)
    throw invalidField(`/options/known_inputs/${ignored}`, 'is in `ignore` too; leave it out of one', 'not_allowed');
  if (holidays !== undefined && !holidayCountries.has(holidays.slice(0, 2)))
    throw invalidField('/options/holidays', 'names no country whose holidays are known, such as DE, FR or US');
}

function refuseMetric({ task, metric, order_by }: ModelOptions): void {
  if (order_by !== undefined && task !== undefined && task !== 'forecast')
    throw invalidField(
      '/options/task',
      'is `forecast` where order_by is given; leave one of the two out',
      'not_allowed',
    );
  if (metric === undefined) return;
  if (order_by !== undefined)
    throw invalidField('/options/metric', 'is not for forecasts: they are chosen by their scaled error', 'not_allowed');
  if (task !== undefined && (task === 'regression') !== numberMetrics.has(metric))
    throw invalidField('/options/metric', `judges no ${task} model`, 'not_allowed');
}

function refusePositiveClass({ positive_class, order_by, task = 'binary' }: ModelOptions): void {
  if (positive_class === undefined || (order_by === undefined && task !== 'regression' && task !== 'forecast')) return;
  throw invalidField(
    '/options/positive_class',
    'is for a target of two classes; leave it out of forecasts and regressions',
    'not_allowed',
  );
}

/** Rows that a cluster must not see are drawn at random, and time series are learned here. */
function refuseElsewhere({ engine, order_by, validate }: ModelOptions): void {
  if (engine === undefined) return;
  if (order_by !== undefined)
    throw invalidField('/options/engine', 'does not train forecasts; leave one of the two out', 'not_allowed');
  if (validate?.group !== undefined || validate?.order !== undefined || (validate?.scheme ?? 'random') !== 'random')
    throw invalidField('/options/validate', 'must be `random` or left out where a cluster trains', 'not_allowed');
}

function refuseValidation({ target, options: { validate, order_by } }: NamedColumns): void {
  if (validate === undefined) return;
  if (order_by !== undefined)
    throw invalidField(
      '/options/validate',
      'is not for forecasts: they are always tested on what came later',
      'not_allowed',
    );
  const { scheme, group, order } = validate;
  if (group !== undefined && order !== undefined && (scheme === undefined || scheme === 'random'))
    throw invalidField(
      '/options/validate/scheme',
      'must be `group` or `forward` where both columns are named',
      'not_allowed',
    );
  if (scheme === 'group' && group === undefined && order !== undefined)
    throw invalidField('/options/validate/order', 'goes with the scheme `forward`; name a `group`', 'not_allowed');
  if (scheme === 'forward' && order === undefined && group !== undefined)
    throw invalidField('/options/validate/group', 'goes with the scheme `group`; name an `order`', 'not_allowed');
  if (scheme === 'random' && (group !== undefined || order !== undefined))
    throw invalidField('/options/validate/scheme', 'holds out no group and no order; leave it out', 'not_allowed');
  const part = (['group', 'order'] as const).find((one) => validate[one] === target);
  if (part)
    throw invalidField(`/options/validate/${part}`, 'is the target, by which no row can be held out', 'not_allowed');
}

function validationColumns({ validate = {} }: ModelOptions): Naming[] {
  return (['group', 'order'] as const).flatMap((part) => {
    const column = validate[part];
    return column === undefined ? [] : [{ pointer: `/options/validate/${part}`, column }];
  });
}

function seriesColumns({ order_by, group_by = [], known_inputs = [] }: ModelOptions): Naming[] {
  const groups = group_by.map((column, index) => ({ pointer: `/options/group_by/${index}`, column }));
  const inputs = known_inputs.map((column, index) => ({ pointer: `/options/known_inputs/${index}`, column }));
  const times = order_by === undefined ? [] : [{ pointer: '/options/order_by', column: order_by }];
  return [...times, ...groups, ...inputs];
}

/** Each is compared with all columns. */
const mostGuesses = 10;

/** Throws `column_not_found` for each named column that the source does not have. */
export function requireColumns({ target, options }: NamedColumns, columns: readonly string[]): void {
  const ignored = (options.ignore ?? []).map((column, index) => ({ pointer: `/options/ignore/${index}`, column }));
  const known = new Set(columns);
  const nearest = nearestOf(columns);
  const errors = [
    { pointer: '/target', column: target },
    ...ignored,
    ...seriesColumns(options),
    ...validationColumns(options),
  ]
    .filter(({ column }) => !known.has(column))
    .slice(0, mostFaults)
    .map(({ pointer, column }, place) => {
      const near = place < mostGuesses ? nearest(column) : undefined;
      const guess = near === undefined ? '' : `did you mean ${near}? `;
      return {
        pointer,
        code: 'column_not_found',
        detail: `there is no column ${column}; ${guess}the columns are ${shorten(columns)}`,
      };
    });
  if (errors.length > 0)
    throw new ServiceError('column_not_found', `${errors[0].pointer}: ${errors[0].detail}.`, { errors });
}

function shorten(columns: readonly string[]): string {
  return columns.length > 50 ? `${columns.slice(0, 50).join(', ')} …` : columns.join(', ');
}
