import type { Field } from '../columns/fields.ts';
import { type Inputs, readInputs } from '../columns/inputs.ts';
import { buildFrame, extendFrame, type Frame, type TargetEncoderPlan } from '../encoding/frame.ts';
import { planStatistics } from '../encoding/statistics.ts';
import { TrainingError } from '../errors.ts';
import type { LargeTable, SampledTable } from '../large-tables/large-table.ts';
import { growShare, searchShare } from '../large-tables/pace.ts';
import { profileSampled } from '../large-tables/profile-sampled.ts';
import type { Split } from '../learners/contract.ts';
import { makeSplits, validationRows } from '../learners/make-splits.ts';
import { lossOf } from '../metrics/measure.ts';
import type { MetricName } from '../metrics/metrics.ts';
import type { Monitor } from '../monitor.ts';
import type { TrainRequest, ValidationRequest } from '../request.ts';
import type { RowSplit } from '../splits/folds.ts';
import type { Table } from '../table.ts';
import type { Labels } from '../target/labels.ts';
import { readTarget, type Target } from '../target/target.ts';
import { fitTextColumn } from '../text/fit-text.ts';
import { planValidation, type ValidationPlan } from '../validation/plan-validation.ts';
import { drawByBudget, drawByTime } from './fewer-rows.ts';
import { decideSettings, defaultBudget, type Settings } from './settings.ts';

/** Moments of the clock (milliseconds) by which the stages of a training must end. */
export interface Deadlines {
  search: number;
  /** Bounds and calibration. */
  finish: number;
  /** Fits that are served. */
  refit: number;
  end: number;
}

/** Shares of the time budget; the rest after refitting is for the description. */
const usualShares = { search: 0.55, finish: 0.65, refit: 0.9 };
/** For large tables, trees are grown on all rows between search and finish. */
const sampleShares = { search: searchShare, finish: growShare + 0.06, refit: growShare + 0.12 };
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
  const validation = await planValidation({
    table,
    rows: target.rows,
    inputs: read,
    frame: bare,
    settings: planned,
    asked,
    pause,
  });
  const inputs = withoutEntity(read, validation);
  const bareInputs = inputs === read ? bare : buildFrame(inputs.fields, labels, []);
  const settings = { ...planned, ...validation.folds };
  const encoded = {
    ...bareInputs,
    targetEncoders: planTargetEncoders(inputs.fields, labels.classCount, validation.group),
  };
  const frame = await addTexts(encoded, validation.textSplits, monitor);
  const deadlines = decideDeadlines(monitor, settings.budgetSeconds, large ? sampleShares : usualShares);
  const splits = makeSplits(frame, validation.rowSplits.slice(0, settings.splits), settings.seed, {
    deadline: deadlines.search,
    threads: countThreads(request),
    pause,
  });
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
  const planned = { ...decideSettings(request, target.task, large.source.rowCount), ...sampleFolds };
  const read = readInputs(table, request, target.rows, (column) => profileSampled(large, column));
  return { table, target, planned, read };
}

/** Reads the table, or fewer of its rows where the budget is too short for what is done with each. */
function readInTime(whole: Table, request: TrainRequest): Read {
  const { timeBudgetSeconds = defaultBudget(whole.rowCount), seed = 0 } = request;
  const started = performance.now();
  const first = readRows(drawByBudget(whole, timeBudgetSeconds, seed), request);
  const seconds = (performance.now() - started) / 1000;
  const table = drawByTime(first.table, seconds, timeBudgetSeconds, seed + 1);
  return table === first.table ? first : readRows(table, request);
}

function readRows(table: Table, request: TrainRequest): Read {
  const target = readTarget(table, request);
  const planned = decideSettings(request, target.task, target.rows.length);
  return { table, target, planned, read: readInputs(table, request, target.rows) };
}

function labelsOf({ task, values, classes }: Target, metric: MetricName): Labels {
  return { task, values, classCount: classes?.length ?? 0, loss: lossOf(metric) };
}

function decideDeadlines(monitor: Monitor, budgetSeconds: number, shares: typeof usualShares): Deadlines {
  return {
    search: monitor.momentOf(budgetSeconds * shares.search),
    finish: monitor.momentOf(budgetSeconds * shares.finish),
    refit: monitor.momentOf(budgetSeconds * shares.refit),
    end: monitor.momentOf(budgetSeconds),
  };
}

/** Returns the number of threads, which is not a setting because the model does not depend on it. */
function countThreads({ threads = 1 }: TrainRequest): number {
  return Math.min(64, Math.max(1, Math.floor(threads)));
}

/** Removes the entity column: its values say nothing about new entities, and unusual numbers would mislead. */
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

function planTargetEncoders(fields: readonly Field[], classCount: number, group: Int32Array): TargetEncoderPlan[] {
  return fields.flatMap((field, input) => {
    const isCategory = field.type === 'text' && field.profile.kind === 'category';
    return (isCategory && planStatistics(field, input, classCount, group)) || [];
  });
}

async function addTexts(frame: Frame, rowSplits: readonly RowSplit[], monitor: Monitor): Promise<Frame> {
  let extended = frame;
  for (const [input, field] of frame.fields.entries()) {
    if (field.type !== 'text' || field.profile.kind === 'category') continue;
    await monitor.report('reading texts', 0.01);
    const { encoder, columns } = await fitTextColumn(field, input, frame.labels, rowSplits, monitor.pause);
    extended = extendFrame(extended, input, encoder, columns);
  }
  return extended;
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
