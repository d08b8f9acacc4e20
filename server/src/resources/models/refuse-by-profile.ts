import { fewestIdentifiers, isIdentifierName } from '@sibyl/engine/columns/identifiers.ts';
import { noInputs } from '@sibyl/engine/columns/inputs.ts';
import type { FeatureRole } from '@sibyl/engine/description.ts';
import { TrainingError } from '@sibyl/engine/errors.ts';
import { refuseUnreadable } from '@sibyl/engine/forecast/axis/read-times.ts';
import { refuseSharedTimes, refuseShort } from '@sibyl/engine/forecast/series/refusals.ts';
import { hintAtParts, type PartColumn } from '@sibyl/engine/forecast/time-parts.ts';
import { refuseOtherClass } from '@sibyl/engine/target/positive-class.ts';
import {
  isWhyText,
  mostClasses,
  refuseManyClasses,
  refuseRareClasses,
  refuseSize,
  refuseTarget,
} from '@sibyl/engine/target/refusals.ts';
import { invalidField } from '../../errors.ts';
import type { ColumnProfile, TableWarning } from '../../platform/data/types.ts';
import type { NamedColumns } from './named-columns.ts';

type ProfiledColumn = Pick<ColumnProfile, 'name' | 'type' | 'nulls' | 'distinct'> & {
  min: unknown;
  max: unknown;
  examples?: readonly unknown[];
};

/** The rows that a model is to learn from, as their profile tells. */
export interface ProfiledRows {
  columns: readonly ProfiledColumn[];
  rowCount: number;
  /** The name of the table. */
  table?: string;
  /** What was said when the table was read. */
  warnings?: readonly TableWarning[];
}

/** Far beyond the limit neither several spellings of one class nor an estimate of their number are the reason. */
const surelyTooMany = 4 * mostClasses;
/** Numbers of distinct values are exact up to this many rows and columns. */
const [mostExactRows, mostExactColumns] = [100_000, 500];

/**
 * Refuses a training that the profile shows to fail, by the training's own rules and in its words. What only the rows
 * can tell is left to the training.
 */
export function refuseByProfile(question: NamedColumns, profiled: ProfiledRows): void {
  const target = profiled.columns.find(({ name }) => name === question.target);
  if (!target) return;
  refuseAt('/target', () => refuseColumn(question, target, profiled));
  refuseAt('/options/positive_class', () => refusePositiveClass(question, target));
  if (question.options.order_by === undefined) refuseAt('/target', () => refuseUseless(question, profiled));
  else refuseSeries(question, target, profiled);
}

function refuseAt(pointer: string, check: () => void): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof TrainingError)) throw error;
    throw invalidField(pointer, error.message, error.code);
  }
}

function refuseColumn({ options }: NamedColumns, column: ProfiledColumn, profiled: ProfiledRows): void {
  const { name, type, distinct, min, max } = column;
  const known = profiled.rowCount - column.nulls;
  refuseTarget({ name, known, distinct, isMoment: type === 'date' || type === 'datetime' });
  if (typeof min === 'number' && typeof max === 'number') refuseSize(name, Math.max(Math.abs(min), Math.abs(max)));
  const isOfClasses = type === 'text' ? options.order_by === undefined : options.task === 'multiclass';
  if (!isOfClasses) return;
  const why = profiled.warnings?.find((warning) => warning.column === name && isWhyText(warning.code))?.detail;
  // Several spellings may be one class, unless each row has its own, or most are numbers.
  if (isExact(profiled) && (distinct === known || why !== undefined)) refuseRareClasses(name, distinct, known, why);
  if (distinct > surelyTooMany && !mayBeAmounts(column)) refuseManyClasses(name, distinct, why);
}

/** Amounts such as `12 kg` are text in a table and numbers to a model, which sees it by more cells than examples. */
function mayBeAmounts({ type, examples = [] }: ProfiledColumn): boolean {
  return type === 'text' && examples.every((example) => /^[^\p{L}]*\d/u.test(String(example)));
}

function refusePositiveClass({ target, options: { positive_class } }: NamedColumns, column: ProfiledColumn): void {
  const two = [column.min, column.max].map(String);
  if (positive_class !== undefined && column.distinct === 2) refuseOtherClass(two, { target, name: positive_class });
}

function refuseUseless({ target, options: { ignore = [] } }: NamedColumns, profiled: ProfiledRows): void {
  const others = profiled.columns.filter(({ name }) => name !== target);
  const leftOut = others.flatMap((column) => {
    const role = ignore.includes(column.name) ? ('ignored' as const) : uselessRole(column, profiled);
    return role === undefined ? [] : [{ name: column.name, role }];
  });
  if (leftOut.length === others.length) throw noInputs(target, leftOut);
}

function uselessRole({ name, type, distinct, nulls }: ProfiledColumn, profiled: ProfiledRows): FeatureRole | undefined {
  if (distinct === 0 || (distinct === 1 && nulls === 0)) return 'constant';
  const areUnique = type === 'integer' && isExact(profiled) && distinct === profiled.rowCount;
  return areUnique && distinct >= fewestIdentifiers && isIdentifierName(name) ? 'identifier' : undefined;
}

function refuseSeries({ options }: NamedColumns, target: ProfiledColumn, profiled: ProfiledRows): void {
  const { horizon = 1, order_by: timeColumn, group_by: groupBy = [] } = options;
  const known = profiled.rowCount - target.nulls;
  refuseAt('/options/horizon', () => refuseShort(known, horizon));
  const time = profiled.columns.find(({ name }) => name === timeColumn);
  const examples = time?.type === 'text' ? (time.examples ?? []) : [];
  if (time) refuseAt('/options/order_by', () => refuseUnreadable(time.name, examples.map(String)));
  const mayShareTimes = groupBy.length > 0 || 'aggregate' in options || !isExact(profiled);
  if (time && !mayShareTimes)
    refuseAt('/options/order_by', () => {
      try {
        refuseSharedTimes(time.name, time.distinct, known - time.nulls, hasClock(time) ? 2 : 1);
      } catch (error) {
        throw hintAtParts(error, time.name, profiled.columns.map(partOf), profiled.table);
      }
    });
}

function partOf({ name, type, min, max }: ProfiledColumn): PartColumn {
  if (type === 'date' || type === 'datetime') return { name, type: 'time' };
  const [least, most] = [min, max].map(wholeOf);
  if (least === undefined || most === undefined) return { name, type: type === 'boolean' ? type : 'text' };
  return { name, type: 'number', least, most };
}

/** Months such as `01` are text, but may be cast to a number. */
function wholeOf(value: unknown): number | undefined {
  if (typeof value === 'number') return value;
  return typeof value === 'string' && /^\d{1,2}$/.test(value) ? Number(value) : undefined;
}

function hasClock({ type }: ProfiledColumn): boolean {
  return type === 'datetime' || type === 'text';
}

function isExact({ columns, rowCount }: ProfiledRows): boolean {
  return rowCount <= mostExactRows && columns.length <= mostExactColumns;
}
