import { TrainingError } from '../../errors.ts';
import type { TrainRequest } from '../../request.ts';
import type { Column, Table } from '../../table.ts';
import type { Target } from '../../target/target.ts';
import { type TimeFormat, writeTime } from '../axis/format.ts';
import { inferStep } from '../axis/infer-step.ts';
import { inferWeekdays } from '../axis/infer-weekdays.ts';
import { readTimes, type TimeReading } from '../axis/read-times.ts';
import { dayMilliseconds, lastDayOfMonth, nameStep, type TimeStep } from '../axis/step.ts';
import { absenceOf, aggregateRows } from './aggregate.ts';
import { leaveOutExceptions } from './exceptions.ts';
import { readForecastTarget } from './forecast-target.ts';
import { describeColumn, type GroupColumn, type GroupKey, joinKey, nameKey, readKeys } from './keys.ts';
import { findRepeat, type Group, type OrderedSeries, orderRows } from './order-rows.ts';
import { placeOnGrid, type Series } from './place-on-grid.ts';
import { forRepeats } from './refusals.ts';
import { settleSummerTime } from './summer-time.ts';

/** All series of a table on one time axis. */
export interface Panel {
  target: Target;
  timeColumn: string;
  reading: TimeReading;
  step: TimeStep;
  groupColumns: GroupColumn[];
  /** In the order of their keys. */
  series: Series[];
  /** What was guessed, added or taken together, one sentence each. */
  warnings: string[];
}

const mostGroups = 10_000;
/**
 * Reads, groups and orders the rows. Throws a TrainingError that names the group when times repeat or do not fit one
 * step.
 */
export function collectPanel(table: Table, request: TrainRequest, timeColumn: string): Panel {
  const { groupBy = [], aggregate } = request;
  const target = readForecastTarget(table, request);
  const { reading, times, guesses } = readTimes(requireColumn(table, timeColumn, 'order_by'));
  const groupSources = groupBy.map((name) => requireColumn(table, name, 'group_by'));
  const ordered = groupRows(groupSources, target, times).map((group) => orderRows(group, target, times));
  if (ordered.length === 0)
    throw new TrainingError(
      'times_unreadable',
      `column \`${timeColumn}\` has no times beside values of \`${target.profile.name}\``,
      timeColumn,
    );
  const name = (key: GroupKey) => nameKey(groupSources, key);
  const settled = aggregate
    ? aggregateRows(ordered, aggregate, reading.format)
    : settleSummerTime(ordered, reading.format, timeColumn);
  const { format } = settled;
  for (const { key, moments } of settled.series) refuseRepeats(moments, name(key), format, timeColumn);
  const moments = settled.series.map((one) => one.moments);
  const step = inferStep(moments, format.style === 'integer');
  if (!step) throw tooFewTimes(request);
  const open = leaveOutExceptions(settled.series, step);
  const absence = absenceOf(aggregate);
  const { series, leftOut } = placeAll(open.series, (one) =>
    placeOnGrid(one, { step, format, ...absence }, name(one.key)),
  );
  return {
    target,
    timeColumn,
    reading: { ...reading, format },
    step,
    groupColumns: groupSources.map(describeColumn),
    series,
    warnings: [
      ...guesses,
      ...noteUntimed(target, times, timeColumn),
      ...settled.warnings,
      ...open.warnings,
      ...leftOut,
      ...noteVaryingDays(step, timeColumn),
      ...noteOtherDays(open.series, step, name),
      ...noteZeros(series, open.series, absence.absent),
      ...noteFilled(series, target.profile.name),
    ],
  };
}

/** One series that does not fit must not keep the others from a forecast; most of them say that the step is wrong. */
const mostLeftOut = 0.4;
const mostNamed = 3;

function placeAll(ordered: readonly OrderedSeries[], place: (one: OrderedSeries) => Series) {
  const series: Series[] = [];
  const faults: TrainingError[] = [];
  for (const one of ordered)
    try {
      series.push(place(one));
    } catch (error) {
      if (!(error instanceof TrainingError)) throw error;
      faults.push(error);
    }
  if (faults.length > mostLeftOut * ordered.length) throw faults[0];
  const more = faults.length > mostNamed ? `, and ${faults.length - mostNamed} more` : '';
  const [what, are] = faults.length === 1 ? ['one series', 'is'] : [`${faults.length} series`, 'are'];
  const named = faults.slice(0, mostNamed).map(({ message }) => message);
  const warning = `${what} of ${ordered.length} ${are} left out and not forecast: ${named.join('; ')}${more}`;
  return { series, leftOut: faults.length === 0 ? [] : [warning] };
}

function tooFewTimes({ target }: TrainRequest): TrainingError {
  return new TrainingError(
    'too_few_rows',
    `no series has two values in \`${target}\`: at least 6 are needed to forecast one`,
  );
}

function noteUntimed({ rows }: Target, times: Float64Array, column: string): string[] {
  const count = rows.reduce((sum, row) => sum + Number(Number.isNaN(times[row])), 0);
  const left = count === 1 ? '1 row without a time was' : `${count} rows without a time were`;
  return count === 0 ? [] : [`${left} left out of the series: \`${column}\` has no value there; add it to use them`];
}

function noteVaryingDays({ hasAnyDay, day }: TimeStep, column: string): string[] {
  if (!hasAnyDay) return [];
  const usual = day === lastDayOfMonth ? 'the last day' : `day ${day}`;
  return [`\`${column}\` has one time in each month, on varying days: the forecast is dated ${usual} of each month`];
}

/** The series share their days of the week, so that those of all of them are forecast for each. */
function noteOtherDays(series: readonly OrderedSeries[], step: TimeStep, name: (key: GroupKey) => string): string[] {
  if (series.length < 2 || (step.unit !== 'weekday' && nameStep(step) !== 'day')) return [];
  const others = series.flatMap(({ key, moments }) => {
    const own = inferWeekdays([moments], dayMilliseconds);
    const isOther = own !== undefined && (step.unit !== 'weekday' || own.weekdays.length < step.weekdays.length);
    return isOther ? [{ key, own: nameStep(own) }] : [];
  });
  if (others.length === 0) return [];
  const [{ key, own }] = others;
  const more = others.length > 1 ? ` (and ${others.length - 1} more series likewise)` : '';
  return [
    `the forecasts of all series have one value for each ${nameStep(step)}, although ${name(key)} has one for each ${own}${more}: ignore the other days, or train that series by itself`,
  ];
}

function noteZeros(series: readonly Series[], known: readonly OrderedSeries[], absent: number): string[] {
  const count = (lists: readonly { length: number }[]) => lists.reduce((sum, { length }) => sum + length, 0);
  const zeros = count(series.map(({ values }) => values)) - count(known.map(({ moments }) => moments));
  return absent === 0 && zeros > 0 ? [`${zeros} times without rows count as 0`] : [];
}

function noteFilled(series: readonly Series[], target: string): string[] {
  const [gaps, all] = series.reduce(
    ([lost, steps], { values }) => [lost + values.filter(Number.isNaN).length, steps + values.length],
    [0, 0],
  );
  if (gaps === 0) return [];
  return [
    `${gaps} of ${all} times have no value of \`${target}\`: they are filled in from their neighbours or from the same time of other seasons`,
  ];
}

function requireColumn(table: Table, name: string, option: string): Column {
  const column = table.columns.find((one) => one.name === name);
  if (!column) throw new TrainingError('column_not_found', `the table has no column \`${name}\` for ${option}`, name);
  return column;
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

function refuseRepeats(moments: Float64Array, name: string, format: TimeFormat, column: string): void {
  const place = findRepeat(moments);
  if (place < 0) return;
  const time = writeTime(format, moments[place]);
  throw new TrainingError(
    'times_repeated',
    `${name} has ${time} more than once in \`${column}\`: ${forRepeats}${format.style === 'timestamp' ? '; where the clock was put back, send times with their offset' : ''}`,
    column,
  );
}
