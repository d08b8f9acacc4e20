import type { Column } from './profile.ts';

/** A column, or what is read out of its cells: the first number of a text, a part of a date, the row's place. */
export interface Field {
  /** Place of the column; -1 for the row's own place. */
  at: number;
  column: Column;
  part: 'whole' | 'number' | 'year' | PartOfYear | Period | 'place';
  kind: 'number' | 'text' | 'date' | 'boolean';
}

/** Each one of the calendar, told by its first day; of several years each has its own. */
export type Period = 'day' | 'each month' | 'each quarter';

/** What comes again with each year or day: months from 1, days of the week from Monday as 1, hours from 0. */
export type PartOfYear = 'month' | 'weekday' | 'hour';

export type Operator = '=' | '<' | '<=' | '>' | '>=';

/** A test of a row. */
export type Condition =
  | { test: 'is'; field: Field; values: readonly unknown[]; negated?: boolean }
  /** The cell holds this phrase, in any case; `cells` are all that do, where all cells are known. */
  | { test: 'holds'; field: Field; phrases: readonly string[]; cells?: readonly unknown[]; negated?: boolean }
  | { test: 'compare'; field: Field; operator: Operator; value: number }
  | { test: 'between'; field: Field; low: number; high: number }
  /** Days as ISO texts: from the first to before the second. */
  | { test: 'during'; field: Field; from?: string; before?: string }
  | { test: 'missing'; field: Field; negated?: boolean }
  /** Compares with the same field of the rows that another condition holds for, which are left out. */
  | { test: 'against'; field: Field; operator: Operator; of: Condition }
  /** One of them holds; the field is that of the first. */
  | { test: 'either'; field: Field; of: readonly Condition[] };

/** The rows with the largest or smallest values, ties included where it is one. */
export interface Pick {
  field: Field;
  descending: boolean;
  count: number;
  /** "The second largest": the one after so many. */
  skip?: number;
}

export type Step = 'next' | 'previous' | 'after' | 'before';

/** Rows for which all conditions hold, of these the picked ones, and from there to others by their place in the table. */
export interface Rows {
  conditions: readonly Condition[];
  pick?: Pick;
  step?: Step;
}

/** `own`: as the formula of a figure of groups says. */
export type Aggregate = 'sum' | 'average' | 'median' | 'highest' | 'lowest' | 'spread' | 'own';

/** What is worked out of the rows of a group. */
export type Measure =
  | { of: 'rows' }
  /** How many different values a field has. */
  | { of: 'distinct'; field: Field }
  | { of: 'field'; field: Field; aggregate: Aggregate }
  /**
   * Percentage of the rows of the group for which the condition holds; without one, of all rows those of the group. With
   * an amount, of its sum rather than of the rows.
   */
  | { of: 'share'; condition?: Condition; summed?: Field };

export type Answer =
  /** The distinct values of a field, in the order of the rows, or of several fields. */
  | { kind: 'values'; field: Field; beside?: readonly Field[] }
  /** The rows themselves, with all their columns; `counted` beside how many there are in all. */
  | { kind: 'rows'; counted?: true }
  | { kind: 'count' }
  | { kind: 'distinct'; field: Field }
  | { kind: 'figure'; field: Field; aggregate: Aggregate }
  /** Several of the same rows. */
  | { kind: 'figures'; measures: readonly Measure[] }
  /** How much the measures of two kinds of rows differ. */
  | { kind: 'difference'; measure: Measure; first: Condition; second: Condition }
  /** Percentage of the rows, or of the sum of an amount, for which the condition holds. */
  | { kind: 'share'; of: Condition; summed?: Field }
  /** A measure for each value of a field, or of two; more of them for each value of one. */
  | { kind: 'groups'; by: Field; and?: Field; measure: Measure; more?: readonly Measure[] }
  /** The values of a field with the largest or smallest measure, or this measure; or the first one for each value of another. */
  | {
      kind: 'top';
      by: Field;
      measure: Measure;
      descending: boolean;
      count: number;
      shows: 'label' | 'measure';
      each?: Field;
    }
  /** The values of a field whose measure compares so, or how many these are. */
  | { kind: 'having'; by: Field; measure: Measure; operator: Operator; value: number; shows: 'labels' | 'count' };

/** Whether a test is of one year, of dates or of a column of years. */
export function isOfYear(condition: Condition): condition is Extract<Condition, { test: 'compare' }> {
  const isValue = condition.test === 'compare' && condition.operator === '=';
  return isValue && condition.value >= 1000 && condition.value <= 2100;
}

/** Groups of rows are by these; nothing is sorted by them or added up. */
export function isPartOfYear({ part }: { part: Field['part'] }): boolean {
  return part === 'month' || part === 'weekday' || part === 'hour';
}

export function isPeriod({ part }: { part: Field['part'] }): boolean {
  return part === 'day' || part === 'each month' || part === 'each quarter';
}

/** Whether groups by it are told in its own order, as time goes: also by a column that is called year. */
export function isOfTime(field: Field): boolean {
  const { part, kind } = field;
  if (isPartOfYear(field) || isPeriod(field) || part === 'year' || (part === 'whole' && kind === 'date')) return true;
  return kind === 'number' && (isPlaceInTime(field) || isOfFew(field));
}

/** As many as people go through in order: bedrooms from 1 to 8. */
const mostInOrder = 12;

function isOfFew({ part, column: { distinct, type } }: Field): boolean {
  return part === 'whole' && type === 'integer' && distinct !== null && distinct <= mostInOrder;
}

/** Whether a column is called year, `day_of_week` and the like: its numbers are no amounts. */
export function isPlaceInTime({ part, column: { name } }: Field): boolean {
  return part === 'whole' && namesTime.test(name) && !/per[_\s]?\p{L}+$/iu.test(name);
}

const namesTime =
  /(?:^|[_\s]|\p{Ll}(?=\p{Lu}))(?:year|quarter|month|week|day|weekday|hour)(?:_?(?:no|nr|num|number))?$/iu;

/** Whether a field is a figure of all rows of a group, by a formula that was taught. */
export function isOfGroups({ column: { formula, isOfRow } }: Field): boolean {
  return formula !== undefined && isOfRow !== true;
}

/** Whether a field is a test of rows that was taught: rows are chosen by it, and compared with the others. */
export function isTaughtTest({ kind, column: { formula } }: Field): boolean {
  return kind === 'boolean' && formula !== undefined;
}

/** Whether its cells are 1 for yes and 0 for no. */
export function isOfYesAndNo({ kind, part, column: { distinct, min, max } }: Field): boolean {
  return kind === 'number' && part === 'whole' && distinct === 2 && min === 0 && max === 1;
}

/** A question as it was understood. */
export interface Reading {
  rows: Rows;
  answer: Answer;
}
