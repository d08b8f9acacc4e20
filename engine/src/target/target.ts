import { type Field, readField } from '../columns/fields.ts';
import { type ColumnProfile, profileColumn } from '../columns/profile.ts';
import type { ClassLabel } from '../description.ts';
import { TrainingError } from '../errors.ts';
import { rowNumbers } from '../random.ts';
import type { Task, TrainRequest } from '../request.ts';
import type { Column, Table } from '../table.ts';
import { choosePositive } from './positive-class.ts';
import {
  constantTarget,
  mostClasses,
  refuseManyClasses,
  refuseRareClasses,
  refuseSize,
  refuseTarget,
  whyText,
} from './refusals.ts';
import { inferNumericTask } from './task.ts';

/** The target, at the labelled rows. */
export interface Target {
  task: Task;
  profile: ColumnProfile;
  /** Rows of the table with a known target. Training numbers its rows by their index here. */
  rows: Int32Array;
  /** The same rows as the table numbers them that this one is a part of. */
  sourceRows: Int32Array;
  /** Regression: the value. Classes: index into `classes`. */
  values: Float64Array;
  /** Null for regression. */
  classes: readonly ClassLabel[] | null;
}

/** Reads the target column and decides the task. Throws TrainingError when nothing can be learned. */
export function readTarget(table: Table, request: TrainRequest): Target {
  const { target: name } = request;
  const column = table.columns.find((one) => one.name === name);
  if (!column) throw new TrainingError('target_not_found', `the table has no column \`${name}\``, name);
  const profile = profileTarget(column, table.rowCount);
  const field = readField(column, profile, rowNumbers(table.rowCount));
  const { rows, cells, labels } = labelledCells(field, profile);
  if (!labels)
    refuseSize(
      name,
      cells.reduce((most, cell) => Math.max(most, Math.abs(cell)), 0),
    );
  const task = settleTask(request, labels, cells, profile);
  const numbers = table.rows;
  const sourceRows = numbers ? rows.map((row) => numbers[row]) : rows;
  if (task === 'regression') return { task, profile, rows, sourceRows, values: cells, classes: null };
  return { task, profile, rows, sourceRows, ...classify(cells, labels, task, request) };
}

/** Refuses a target of too many classes by all of its rows, before the table is sampled or thinned out. */
export function refuseTooManyClasses({ columns, rowCount }: Table, { target, task }: TrainRequest): void {
  const column = columns.find(({ name }) => name === target);
  const mayBeClasses = column?.type === 'text' ? column.dictionary.length > mostClasses : task === 'multiclass';
  if (!column || !mayBeClasses || task === 'regression') return;
  const { kind, distinct } = profileTarget(column, rowCount);
  if (kind === 'category' || task === 'multiclass') refuseManyClasses(target, distinct, whyTextOf(column));
}

function whyTextOf(column: Column): string | undefined {
  if (column.type !== 'text') return undefined;
  return whyText(
    countLabels(
      column.codes.filter((code) => code >= 0),
      column.dictionary,
    ),
  );
}

function profileTarget(column: Column, rowCount: number): ColumnProfile {
  const profile = profileColumn(column);
  const { name, distinct, missing, kind } = profile;
  refuseTarget({ name, distinct, known: rowCount - missing, isMoment: kind === 'datetime' });
  const isNumeric = profile.kind === 'number' || (profile.kind === 'identifier' && column.type === 'number');
  if (isNumeric) return { ...profile, kind: 'number' };
  return profile.kind === 'boolean' && column.type === 'boolean' ? profile : { ...profile, kind: 'category' };
}

/** Returns the known cells as numbers, with the labels that they index when the column has words or booleans. */
function labelledCells(field: Field, profile: ColumnProfile) {
  if (field.type === 'numeric') {
    const rows = rowNumbers(field.values.length).filter((row) => !Number.isNaN(field.values[row]));
    const labels: ClassLabel[] | null = profile.kind === 'boolean' ? [false, true] : null;
    return { rows, cells: Float64Array.from(rows, (row) => field.values[row]), labels };
  }
  const rows = rowNumbers(field.codes.length).filter((row) => field.codes[row] >= 0);
  return { rows, cells: Float64Array.from(rows, (row) => field.codes[row]), labels: [...field.texts] };
}

function settleTask(
  request: TrainRequest,
  labels: readonly ClassLabel[] | null,
  cells: Float64Array,
  profile: ColumnProfile,
): Task {
  const { name } = profile;
  const distinct = new Set(cells).size;
  if (distinct === 1) throw constantTarget(name);
  const inferred = labels ? (distinct === 2 ? 'binary' : 'multiclass') : inferNumericTask(cells);
  const asked = request.task ?? inferred;
  if (asked === 'regression' && labels)
    throw new TrainingError('task_mismatch', `column \`${name}\` contains words: a regression needs numbers`, name);
  if (asked === 'binary' && distinct !== 2)
    throw new TrainingError(
      'task_mismatch',
      `column \`${name}\` has ${distinct} distinct values: binary needs two`,
      name,
    );
  if (asked === 'multiclass' && distinct === 2) return 'binary';
  if (asked === 'multiclass') refuseManyClasses(name, distinct);
  return asked;
}

/**
 * Renumbers classes in the order of their labels: numbers by size, words by code unit, false before true. Of two, the
 * positive one is the last.
 */
function classify(cells: Float64Array, labels: readonly ClassLabel[] | null, task: Task, request: TrainRequest) {
  const present = [...new Set(cells)];
  const labelOf = (cell: number): ClassLabel => (labels ? labels[cell] : cell);
  present.sort((a, b) => compareLabels(labelOf(a), labelOf(b)));
  if (task === 'multiclass' && present.length > cells.length / 2)
    refuseRareClasses(
      request.target,
      present.length,
      cells.length,
      labels ? whyText(countLabels(cells, labels)) : undefined,
    );
  if (task === 'binary') putPositiveLast(present, cells, labelOf, request);
  const indexOf = new Map(present.map((cell, index) => [cell, index]));
  return { values: cells.map((cell) => indexOf.get(cell) ?? 0), classes: present.map(labelOf) };
}

function putPositiveLast(
  present: number[],
  cells: Float64Array,
  labelOf: (cell: number) => ClassLabel,
  request: TrainRequest,
): void {
  const firstRows = cells.reduce((rows, cell) => rows + Number(cell === present[0]), 0);
  const counted = [firstRows, cells.length - firstRows].map((rows, index) => ({
    label: labelOf(present[index]),
    rows,
  }));
  if (choosePositive(counted, request) === counted[0]) present.reverse();
}

function countLabels(cells: Iterable<number>, labels: readonly ClassLabel[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const cell of cells) counts.set(String(labels[cell]), (counts.get(String(labels[cell])) ?? 0) + 1);
  return counts;
}

function compareLabels(a: ClassLabel, b: ClassLabel): number {
  if (typeof a === 'string' || typeof b === 'string') return String(a) < String(b) ? -1 : 1;
  return Number(a) - Number(b);
}
