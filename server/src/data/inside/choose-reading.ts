import type { ColumnType, FileOptions } from '../types.ts';
import type { ReadingName } from './cell-sql.ts';
import { bitOf, mark } from './evidence-sql.ts';

/** What a column's cells show: bits that all of them have, bits that some of them have, how many are not blank. */
export interface Evidence {
  all: number;
  some: number;
  present: number;
}

/** What the clear columns of a file tell of its doubtful ones. */
export interface Hints {
  decimalComma: boolean;
  /** Undefined: nothing tells, so dates such as 3/4/2020 stay text. */
  dateOrder: 'dmy' | 'mdy' | undefined;
}

/** Which readings a column may have, given what was said of the file and of the column. */
export function allowedReadings(type: ColumnType | undefined, said: FileOptions): number {
  const union = (...names: ReadingName[]) => names.reduce((bits, name) => bits | bitOf[name], 0);
  const numbers =
    said.decimal === undefined ? union('point', 'comma', 'either') : union(said.decimal === ',' ? 'comma' : 'point');
  const slashed = said.dateOrder === undefined ? union('dayFirst', 'monthFirst') : bitOf[dateName(said.dateOrder)];
  const dates = union('yearFirst', 'monthInWords') | slashed;
  if (type === undefined) return union('integer', 'boolean', 'json') | numbers | dates;
  if (type === 'number') return numbers;
  if (type === 'date' || type === 'datetime') return dates;
  if (type === 'text') return 0;
  return bitOf[type === 'boolean' ? 'saidBoolean' : type];
}

export function findHints(columns: readonly Evidence[], said: FileOptions): Hints {
  const shows = (reading: ReadingName, other: ReadingName, sign: number) =>
    columns.some(({ all, some }) => (all & bitOf[reading]) !== 0 && (all & bitOf[other]) === 0 && (some & sign) !== 0);
  const dayFirst = shows('dayFirst', 'monthFirst', bitOf.dayFirst);
  const monthFirst = shows('monthFirst', 'dayFirst', bitOf.monthFirst);
  const order = dayFirst ? 'dmy' : 'mdy';
  return {
    decimalComma: shows('comma', 'point', mark.sureComma) && !shows('point', 'comma', mark.surePoint),
    dateOrder: said.dateOrder ?? (dayFirst === monthFirst ? undefined : order),
  };
}

/** The reading that every cell of the column fits; undefined when it is text. */
export function chooseReading({ all, some, present }: Evidence, hints: Hints): ReadingName | undefined {
  if (present === 0) return undefined;
  const fits = (name: ReadingName) => (all & bitOf[name]) !== 0;
  if (fits('saidBoolean')) return 'saidBoolean';
  if (fits('boolean')) return 'boolean';
  if (fits('integer')) return 'integer';
  if (fits('point') && fits('comma')) return hints.decimalComma ? 'comma' : 'point';
  if (fits('point')) return 'point';
  if (fits('comma')) return 'comma';
  if (fits('either') && (some & mark.doubtfulComma) === 0) return 'either';
  if (fits('yearFirst')) return 'yearFirst';
  if (fits('monthInWords')) return 'monthInWords';
  if (fits('dayFirst') && fits('monthFirst')) return hints.dateOrder && dateName(hints.dateOrder);
  if (fits('dayFirst')) return 'dayFirst';
  if (fits('monthFirst')) return 'monthFirst';
  return fits('json') ? 'json' : undefined;
}

function dateName(order: 'dmy' | 'mdy'): ReadingName {
  return order === 'dmy' ? 'dayFirst' : 'monthFirst';
}

/** The type of a column read so. */
export function typeOf(reading: ReadingName | undefined, { some }: Evidence): ColumnType {
  switch (reading) {
    case undefined:
      return 'text';
    case 'integer':
    case 'json':
      return reading;
    case 'boolean':
    case 'saidBoolean':
      return 'boolean';
    case 'point':
    case 'comma':
    case 'either':
      return 'number';
    default:
      return (some & mark.clock) !== 0 ? 'datetime' : 'date';
  }
}
