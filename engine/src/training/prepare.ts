import type { Field } from '../columns/fields.ts';
import { type Inputs, readInputs } from '../columns/inputs.ts';
import { buildFrame, extendFrame, type Frame, type TargetEncoderPlan } from '../encoding/frame.ts';
import { planStatistics } from '../encoding/statistics.ts';
import { TrainingError } from '../errors.ts';
import type { LargeTable, SampledTable } from '../large-tables/large-table.ts';
import { growShare, searchShare } from '../large-tables/pace.ts';
import { profileSampled } from '../large-tables/profile-sampled.ts';
import type { Split } from '../learners/contract.ts';
import { type Circumstances, makeSplits, validationRows } from '../learners/make-splits.ts';
import { lossOf } from '../metrics/measure.ts';
import type { MetricName } from '../metrics/metrics.ts';
import type { Monitor } from '../monitor.ts';
import type { TrainRequest, ValidationRequest } from '../request.ts';
import { splitsToHold } from '../search/race.ts';
import type { RowSplit } from '../splits/folds.ts';
import type { Table } from '../table.ts';
import type { Labels } from '../target/labels.ts';
import { readTarget, type Target } from '../target/target.ts';
import { fitTextColumn } from '../text/fit-text.ts';
import { planValidation, type ValidationPlan } from '../validation/plan-validation.ts';
import { drawByBudget, drawByTime } from './fewer-rows.ts';
import { findHaste, type Haste, joinFolds } from './haste.ts';
import { budgetOf, decideSettings, type Settings } from './settings.ts';

/** Moments of the clock (milliseconds) by which the stages of a training must end. */
export interface Deadlines {
  /** Comparing ways to hold rows out. */
  validation: number;
  texts: number;
  search: number;
  /** Bounds and calibration. */
  finish: number;
  importances: number;
  /** Learning to answer incomplete rows. */
  incomplete: number;
  /** Fits that are served. */
  refit: number;
  end: number;
}

/** Shares of the time budget; the rest after refitting is for the description. */
const usualShares = {
  validation: 0.12,
  texts: 0.3,
  search: 0.55,
  finish: 0.65,
  importances: 0.73,
  incomplete: 0.83,
  refit: 0.92,
};
/** For large tables, trees are grown on all rows between search and finish. What is learned before is not hurried. */
const sampleShares = {
  validation: Number.POSITIVE_INFINITY,
  texts: Number.POSITIVE_INFINITY,
  search: searchShare,
  finish: growShare + 0.06,
  importances: growShare + 0.08,
  incomplete: growShare + 0.11,
  refit: growShare + 0.14,
};
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
  haste: Haste | undefined;
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
  const deadlines = decideDeadlines(monitor, planned.budgetSeconds, large ? sampleShares : usualShares);
  const validation = await planValidation({
    table,
    rows: target.rows,
    inputs: read,
    frame: bare,
    settings: planned,
    asked,
    deadline: deadlines.validation,
    pause,
  });
  const inputs = withoutEntity(read, validation);
  const bareInputs = inputs === read ? bare : buildFrame(inputs.fields, labels, []);
  const encoded = {
    ...bareInputs,
    targetEncoders: planTargetEncoders(inputs.fields, labels.classCount, validation.group),
  };
  const frame = await addTexts(encoded, validation.textSplits, deadlines.texts, monitor);
  const circumstances = { deadline: deadlines.search, threads: countThreads(request), pause };
  const folding = await foldInTime(frame, validation, planned.seed, circumstances, large === undefined);
  const { splits, haste } = folding;
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
    haste,
    rows,
    deadlines,
    monitor,
  };
}

/** Makes the splits; in haste, folds are joined so that all rows are judged by fewer fits. */
async function foldInTime(
  frame: Frame,
  { rowSplits, folds, scheme }: ValidationPlan,
  seed: number,
  circumstances: Circumstances,
  isWatched: boolean,
) {
  const wanted = rowSplits.slice(0, folds.splits);
  const [first] = makeSplits(frame, wanted.slice(0, 1), seed, circumstances);
  const held = splitsToHold(wanted, frame.rowCount);
  const haste = isWatched ? await findHaste(first, held) : undefined;
  if (!haste || scheme === 'forward' || haste.folds >= held) {
    const others = wanted.slice(1);
    return { haste, folds, splits: [first, ...makeSplits(frame, others, seed + 1, circumstances)] };
  }
  const joined = joinFolds(rowSplits.slice(0, folds.folds), haste.folds);
  return {
    haste,
    folds: { folds: haste.folds, repeats: 1, splits: haste.folds },
    splits: makeSplits(frame, joined, seed, circumstances),
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

function decideDeadlines(monitor: Monitor, budgetSeconds: number, shares: typeof usualShares): Deadlines {
  const momentOf = (share: number) => monitor.momentOf(budgetSeconds * share);
  return {
    validation: momentOf(shares.validation),
    texts: momentOf(shares.texts),
    search: momentOf(shares.search),
    finish: momentOf(shares.finish),
    importances: momentOf(shares.importances),
    incomplete: momentOf(shares.incomplete),
    refit: momentOf(shares.refit),
    end: momentOf(1),
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

async function addTexts(
  frame: Frame,
  rowSplits: readonly RowSplit[],
  deadline: number,
  monitor: Monitor,
): Promise<Frame> {
  let extended = frame;
  const texts = [...frame.fields.entries()].flatMap(([input, field]) =>
    field.type === 'text' && field.profile.kind !== 'category' ? [{ input, field }] : [],
  );
  for (const [place, { input, field }] of texts.entries()) {
    await monitor.report('reading texts', 0.01);
    const now = performance.now();
    const { encoder, columns } = await fitTextColumn(field, input, frame.labels, rowSplits, {
      deadline: now + (deadline - now) / (texts.length - place),
      pause: monitor.pause,
    });
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
