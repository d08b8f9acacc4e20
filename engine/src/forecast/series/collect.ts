import { TrainingError } from '../../errors.ts';
import type { TrainRequest } from '../../request.ts';
import type { Column, Table } from '../../table.ts';
import { readTarget, type Target } from '../../target/target.ts';
import { writeTime } from '../axis/format.ts';
import { inferStep } from '../axis/infer-step.ts';
import { readTimes, type TimeReading } from '../axis/read-times.ts';
import { countSteps, moveSteps, type TimeStep } from '../axis/step.ts';
import { describeColumn, type GroupColumn, type GroupKey, joinKey, nameKey, readKeys } from './keys.ts';

/** One series on an even grid from its first to its last known value; NaN where a value is missing. */
export interface Series {
  key: GroupKey;
  /** Time of the first value. */
  start: number;
  values: Float64Array;
}

/** All series of a table on one time axis. */
export interface Panel {
  target: Target;
  timeColumn: string;
  reading: TimeReading;
  step: TimeStep;
  groupColumns: GroupColumn[];
  /** In the order of their keys. */
  series: Series[];
}

const mostGroups = 10_000;
/** Maximum number of places of a series, so that a typo in one date cannot exhaust memory. */
const mostSteps = 5_000_000;
/** Maximum share of the places of a series that may lack a value. */
const mostMissing = 0.2;

/**
 * Reads, groups and orders the rows. Throws a TrainingError that names the group when times repeat or do not fit one
 * step.
 */
export function collectPanel(table: Table, request: TrainRequest, timeColumn: string): Panel {
  const { groupBy = [] } = request;
  const target = readTarget(table, { ...request, task: 'regression' });
  const { reading, times } = readTimes(requireColumn(table, timeColumn, 'order_by'));
  const groupSources = groupBy.map((name) => requireColumn(table, name, 'group_by'));
  const groups = groupRows(groupSources, target, times);
  const ordered = groups.map((group) => orderGroup(group, target, times));
  const name = (key: GroupKey) => nameKey(groupSources, key);
  for (const { key, moments } of ordered) refuseRepeats(moments, name(key), reading, timeColumn);
  const step = inferStep(
    ordered.map(({ moments }) => moments),
    reading.format.style === 'integer',
  );
  if (!step)
    throw new TrainingError(
      'too_few_rows',
      `no series has two values in \`${request.target}\`: at least 6 are needed to forecast one`,
    );
  const series = ordered.map((group) => placeOnGrid(group, step, name(group.key), reading));
  return { target, timeColumn, reading, step, groupColumns: groupSources.map(describeColumn), series };
}

function requireColumn(table: Table, name: string, option: string): Column {
  const column = table.columns.find((one) => one.name === name);
  if (!column) throw new TrainingError('column_not_found', `the table has no column \`${name}\` for ${option}`, name);
  return column;
}

interface Group {
  key: GroupKey;
  /** Positions in the target's labelled rows. */
  places: number[];
}

function groupRows(columns: readonly Column[], { rows }: Target, times: Float64Array): Group[] {
  const keys = readKeys(columns, rows);
  const groups = new Map<string, Group>();
  for (const [place, key] of keys.entries()) {
    if (Number.isNaN(times[rows[place]])) continue;
    const text = joinKey(key);
    const group = groups.get(text) ?? { key, places: [] };
    group.places.push(place);
    groups.set(text, group);
  }
  if (groups.size <= mostGroups) return [...groups].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, group]) => group);
  const names = columns.map(({ name }) => `\`${name}\``).join(', ');
  throw new TrainingError(
    'too_many_groups',
    `${names} give ${groups.size} series: at most ${mostGroups} can be forecast at once`,
  );
}

interface OrderedGroup {
  key: GroupKey;
  moments: Float64Array;
  values: Float64Array;
}

function orderGroup({ key, places }: Group, { rows, values }: Target, times: Float64Array): OrderedGroup {
  const sorted = places.toSorted((a, b) => times[rows[a]] - times[rows[b]]);
  return {
    key,
    moments: Float64Array.from(sorted, (place) => times[rows[place]]),
    values: Float64Array.from(sorted, (place) => values[place]),
  };
}

function refuseRepeats(moments: Float64Array, name: string, { format }: TimeReading, column: string): void {
  const place = moments.findIndex((moment, index) => index > 0 && moment === moments[index - 1]);
  if (place < 0) return;
  const time = writeTime(format, moments[place]);
  throw new TrainingError(
    'times_repeated',
    `${name} has ${time} more than once in \`${column}\`: add the column that distinguishes these rows to group_by, or aggregate them first`,
    column,
  );
}

function placeOnGrid(
  { key, moments, values }: OrderedGroup,
  step: TimeStep,
  name: string,
  { format }: TimeReading,
): Series {
  const start = moments[0];
  const places = moments.map((moment) => countSteps(step, start, moment));
  const lost = places.findIndex((place, index) => Number.isNaN(place) || (index > 0 && place === places[index - 1]));
  if (lost >= 0)
    throw irregular(
      `${name} has ${writeTime(format, moments[lost])} where ${describeNext(step, start, format)} follow each other evenly`,
    );
  const length = places[places.length - 1] + 1;
  const missing = length - values.length;
  if (missing > mostMissing * length || length > mostSteps)
    throw irregular(
      `${name} lacks ${missing} of the ${length} times from ${writeTime(format, start)} on: at most a fifth may be missing`,
    );
  const grid = new Float64Array(length).fill(Number.NaN);
  for (const [index, place] of places.entries()) grid[place] = values[index];
  return { key, start, values: grid };
}

function describeNext(step: TimeStep, start: number, format: TimeReading['format']): string {
  return [0, 1, 2].map((steps) => writeTime(format, moveSteps(step, start, steps))).join(', ');
}

function irregular(message: string): TrainingError {
  return new TrainingError('times_irregular', message);
}
