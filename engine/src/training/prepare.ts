import { type Inputs, readInputs } from '../columns/inputs.ts';
import { buildFrame, type Frame } from '../encoding/frame.ts';
import { TrainingError } from '../errors.ts';
import type { LargeTable, SampledTable } from '../large-tables/large-table.ts';
import { profileSampled } from '../large-tables/profile-sampled.ts';
import type { Split } from '../learners/contract.ts';
import { validationRows } from '../learners/make-splits.ts';
import { lossOf } from '../metrics/measure.ts';
import type { MetricName } from '../metrics/metrics.ts';
import type { Monitor } from '../monitor.ts';
import type { TrainRequest, ValidationRequest } from '../request.ts';
import type { Table } from '../table.ts';
import type { Labels } from '../target/labels.ts';
import { readTarget, type Target } from '../target/target.ts';
import { planValidation, type ValidationPlan } from '../validation/plan-validation.ts';
import { type Deadlines, decideDeadlines, sampleShares, spanOfUsual, usualShares } from './deadlines.ts';
import { encodeByTarget } from './encode-inputs.ts';
import { drawByBudget, drawByTime } from './fewer-rows.ts';
import { foldInTime } from './fold-in-time.ts';
import { budgetOf, decideSettings, type Settings } from './settings.ts';
import type { Shortening } from './shorten-search.ts';

/** Folds of a sample: a quarter is held out, once. */
const sampleFolds = { folds: 4, repeats: 1, splits: 1 };

/** The state of one training. */
export interface Training {
  /** The table that the frame is a sample of; undefined when it has all rows. */
  large: LargeTable | undefined;
  request: TrainRequest;
  /** Number of rows that were read (the table or a sample of it), including those without a target. */
  rowCount: number;
  /** Number of rows that the table in memory has; more than `rowCount` where time was too short for all. */
  rowsGiven: number;
  target: Target;
  inputs: Inputs;
  frame: Frame;
  settings: Settings;
  validation: ValidationPlan;
  splits: readonly Split[];
  /** Set where the search must be shortened. */
  shortening: Shortening | undefined;
  rows: Int32Array;
  deadlines: Deadlines;
  monitor: Monitor;
}

/** Reads the table, or the sample of a large one, and makes the splits that candidates are judged on. */
export async function prepare(
  opened: Table | SampledTable,
  request: TrainRequest,
  monitor: Monitor,
): Promise<Training> {
  const large = 'sample' in opened ? opened.large : undefined;
  const { table, target, planned, read } =
    'sample' in opened ? readSample(opened, request) : readInTime(opened, request);
  monitor.setBudget(planned.budgetSeconds);
  const labels = labelsOf(target, planned.metric);
  const bare = buildFrame(read.fields, labels, []);
  const asked = checkValidation(request, large !== undefined);
  const { pause } = monitor;
  const shares = large ? sampleShares : usualShares;
  const { validation: comparisonEnd } = decideDeadlines(monitor, planned.budgetSeconds, shares);
  const validation = await planValidation({
    table,
    rows: target.rows,
    inputs: read,
    frame: bare,
    settings: planned,
    asked,
    deadline: comparisonEnd,
    pause,
  });
  const span = spanOfUsual(validation.beyond.length);
  const deadlines = decideDeadlines(monitor, planned.budgetSeconds, shares, span);
  const inputs = withoutEntity(read, validation);
  const bareInputs = inputs === read ? bare : buildFrame(inputs.fields, labels, []);
  const frame = await encodeByTarget(bareInputs, validation, deadlines.texts, monitor);
  const circumstances = { deadline: deadlines.search, threads: countThreads(request), pause };
  const folding = await foldInTime(frame, validation, planned.seed, circumstances, large === undefined);
  const { splits, shortening } = folding;
  const settings = { ...planned, ...folding.folds };
  const rows = validationRows(splits);
  const { rowCount } = table;
  const rowsGiven = 'sample' in opened ? rowCount : opened.rowCount;
  return {
    large,
    request,
    rowCount,
    rowsGiven,
    target,
    inputs,
    frame,
    settings,
    validation,
    splits,
    shortening,
    rows,
    deadlines,
    monitor,
  };
}

/** What was read of a table. */
interface Read {
  table: Table;
  target: Target;
  planned: Settings;
  read: Inputs;
}

function readSample({ large, sample: table }: SampledTable, request: TrainRequest): Read {
  const target = readTarget(table, request);
  const planned = { ...decideSettings(request, target, large.source.rowCount), ...sampleFolds };
  const read = readInputs(table, request, target.rows, (column) => profileSampled(large, column));
  return { table, target, planned, read };
}

/** Reads the table, or fewer of its rows where the budget is too short for what is done with each. */
function readInTime(whole: Table, request: TrainRequest): Read {
  const { seed = 0 } = request;
  const budgetSeconds = budgetOf(request, whole.rowCount);
  const affordable = drawByBudget(whole, budgetSeconds, seed);
  const timeRows = (some: Table) => {
    readIfFit(some, request);
    const started = performance.now();
    readIfFit(some, request);
    return (performance.now() - started) / 1000;
  };
  const drawn = drawByTime(affordable, timeRows, budgetSeconds, seed + 1);
  const read = drawn === affordable ? undefined : readIfFit(drawn, request);
  return read ?? readRows(affordable, request);
}

/** Reads some rows; undefined where these cannot be learned from, as when all of them are of one class. */
function readIfFit(some: Table, request: TrainRequest): Read | undefined {
  try {
    return readRows(some, request);
  } catch (error) {
    if (error instanceof TrainingError) return undefined;
    throw error;
  }
}

function readRows(table: Table, request: TrainRequest): Read {
  const target = readTarget(table, request);
  const planned = decideSettings(request, target, target.rows.length);
  return { table, target, planned, read: readInputs(table, request, target.rows) };
}

function labelsOf({ task, values, classes }: Target, metric: MetricName): Labels {
  return { task, values, classCount: classes?.length ?? 0, loss: lossOf(metric) };
}

/** Returns the number of threads, which is not a setting because the model does not depend on it. */
function countThreads({ threads = 1 }: TrainRequest): number {
  return Math.min(64, Math.max(1, Math.floor(threads)));
}

/**
 * Removes the column of entities where rows of new ones are asked for: its values say nothing about these, and unusual
 * numbers would mislead.
 */
function withoutEntity(inputs: Inputs, { scheme, column }: ValidationPlan): Inputs {
  const fields = inputs.fields.filter(({ profile }) => profile.name !== column);
  if (scheme !== 'group' || fields.length === 0 || fields.length === inputs.fields.length) return inputs;
  const columns = inputs.columns.map((one) => (one.profile.name === column ? { ...one, role: 'group' as const } : one));
  return { columns, fields };
}

/**
 * Refuses validation by groups or time for a large table: it is judged on rows of its sample, and related rows may be
 * among those that trees are grown on.
 */
function checkValidation({ validate = {} }: TrainRequest, isLarge: boolean): ValidationRequest {
  if (!isLarge) return validate;
  if (validate.group === undefined && validate.order === undefined && (validate.scheme ?? 'random') === 'random')
    return { scheme: 'random' };
  throw new TrainingError(
    'bad_validation',
    'the table is too large to hold rows out by group or by time: draw a sample of it by SQL, or leave `validate` out',
  );
}

/**
 * Fewest splits for a bag: two fits together have seen all rows, and the mean of this many fits is better than one fit
 * on all rows.
 */
const fewestBagged = 3;

/** Returns whether the mean of the splits' models can be served. */
export function canBag({ splits, settings, validation }: Training): boolean {
  // Fits of forward validation have not seen the latest rows.
  return validation.scheme !== 'forward' && splits.length >= Math.min(settings.folds, fewestBagged);
}
