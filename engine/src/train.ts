import type { Field } from './columns/fields.ts';
import { buildFrame, encodeFor, extendFrame, type Frame, type TargetEncoderPlan } from './encoding/frame.ts';
import { planStatistics } from './encoding/statistics.ts';
import { measureImportances } from './explanations/importance.ts';
import type { Model, ModelDescription } from './model.ts';
import { createModel } from './prediction/trained-model.ts';
import { createRandom, rowNumbers } from './random.ts';
import type { TrainHooks, TrainRequest } from './request.ts';
import type { Sample } from './selection/candidate.ts';
import { listCandidates } from './selection/candidates.ts';
import { blend, weighMembers } from './selection/ensemble.ts';
import type { Split } from './selection/folds.ts';
import { isBetter, measure } from './selection/score.ts';
import { type Contender, makeSamples, searchCandidates } from './selection/search.ts';
import type { Table } from './table.ts';
import { readTarget, type Target } from './target/target.ts';
import { fitTextColumn } from './text/fit.ts';
import { describeCandidates, describeFeatures, describeRanges } from './training/describe.ts';
import { type Finished, finishBlend } from './training/finish.ts';
import { heldPredictions, heldRows, splitRows } from './training/held-out.ts';
import { type Inputs, readInputs } from './training/inputs.ts';
import { Monitor } from './training/monitor.ts';
import { decideSettings, type Settings } from './training/settings.ts';

export { TrainingError, type TrainingErrorCode } from './errors.ts';
export type { Task, TrainHooks, TrainProgress, TrainRequest } from './request.ts';
export type TrainFunction = typeof train;

/** Share of the time budget after which no fit of the search goes on; the rest is for refitting and explaining. */
const searchShare = 0.65;

/** What explanations compare a row with: more rows are steadier and slower. */
const backgroundRows = 16;

/** One training, as far as it has come. */
interface Training {
  request: TrainRequest;
  target: Target;
  inputs: Inputs;
  frame: Frame;
  settings: Settings;
  samples: readonly Sample[];
  rows: Int32Array;
  monitor: Monitor;
}

/** Contenders that are served, with their weights and what their blend predicted for the held rows. */
interface Selection {
  contenders: readonly Contender[];
  weights: ReadonlyMap<Contender, number>;
  predictions: Float64Array;
}

/**
 * Learns to predict one column of a table from the others. Throws TrainingError when the table or the request does not
 * allow it, and the signal's reason when aborted. Same table and seed: the same bytes, unless the time budget cut it short.
 */
export async function train(table: Table, request: TrainRequest, hooks: TrainHooks = {}): Promise<Model> {
  const monitor = new Monitor(hooks);
  await monitor.report('profiling', 0);
  const training = await prepare(table, request, monitor);
  await monitor.report('searching', 0.03);
  const { contenders, best } = await search(training);
  await monitor.report('calibrating', 0.75, best);
  const selection = select(training, contenders);
  const { frame, samples, rows, settings } = training;
  const finished = await finishBlend(frame, samples, rows, selection.predictions, settings.folds);
  await monitor.report('explaining', 0.8);
  const importances = await explain(training, selection);
  await monitor.report('refitting', 0.88);
  const served = await refit(training, selection);
  const description = describe(training, selection, finished, importances);
  await monitor.report('complete', 1);
  const { target, inputs } = training;
  const profiles = inputs.fields.map(({ profile }) => profile);
  const trainingSeconds = monitor.seconds;
  return createModel({
    description: { ...description, trainingSeconds },
    profiles,
    targetProfile: target.profile,
    finish: finished.finish,
    ...served,
  });
}

async function prepare(table: Table, request: TrainRequest, monitor: Monitor): Promise<Training> {
  const target = readTarget(table, request);
  const settings = decideSettings(request, target.task, target.rows.length);
  const inputs = readInputs(table, request, target.rows);
  const labels = { task: target.task, values: target.values, classCount: target.classes?.length ?? 0 };
  const plain = buildFrame(inputs.fields, labels, planTargetEncoders(inputs.fields, labels.classCount));
  const splits = splitRows(plain, settings);
  const frame = await addTexts(plain, splits.slice(0, settings.folds), monitor);
  const deadline = performance.now() + Math.max(0, settings.budgetSeconds * searchShare - monitor.seconds) * 1000;
  const samples = makeSamples(frame, splits.slice(0, settings.splits), settings.seed, deadline, monitor.pause);
  return { request, target, inputs, frame, settings, samples, rows: heldRows(samples), monitor };
}

function planTargetEncoders(fields: readonly Field[], classCount: number): TargetEncoderPlan[] {
  return fields.flatMap((field, input) => {
    const isCategory = field.type === 'text' && field.profile.kind === 'category';
    return (isCategory && planStatistics(field, input, classCount)) || [];
  });
}

async function addTexts(frame: Frame, splits: readonly Split[], monitor: Monitor): Promise<Frame> {
  let extended = frame;
  for (const [input, field] of frame.fields.entries()) {
    if (field.type !== 'text' || field.profile.kind === 'category') continue;
    await monitor.report('reading texts', 0.01);
    const { encoder, columns } = await fitTextColumn(field, input, frame.labels, splits, monitor.pause);
    extended = extendFrame(extended, input, encoder, columns);
  }
  return extended;
}

async function search({ frame, samples, rows, settings, monitor }: Training) {
  const { metric } = settings;
  let best: number | undefined;
  const contenders = await searchCandidates({
    samples,
    candidates: listCandidates(frame),
    deadline: samples[0].deadline,
    async onTried(contender, done) {
      const score = scoreOf(frame, rows, contender, metric);
      if (contender.tried === samples.length && (best === undefined || isBetter(metric, score, best))) best = score;
      await monitor.report('searching', 0.03 + 0.7 * done, best);
    },
  });
  return { contenders, best };
}

/** A contender's held-out value of the metric, over the splits it was tried on. */
function scoreOf(frame: Frame, rows: Int32Array, { settled }: Contender, metric: Settings['metric']): number {
  const predictions = heldPredictions(settled.held);
  const tried = rows.subarray(0, settled.held.reduce((sum, held) => sum + held.length, 0) / outputsOf(frame));
  return measure(frame.labels, tried, predictions)[metric] ?? 0;
}

function outputsOf({ labels }: Frame): number {
  return Math.max(labels.classCount, 1);
}

/** Weighs the contenders that ran on all splits; tiny weights are dropped, since each member costs time in every answer. */
function select({ frame, samples, rows }: Training, contenders: readonly Contender[]): Selection {
  const complete = contenders.filter(({ tried }) => tried === samples.length);
  const members = complete.map(({ name, settled }) => ({ name, predictions: heldPredictions(settled.held) }));
  const raw = weighMembers(frame.labels, rows, members).map((weight) => (weight < 0.05 ? 0 : weight));
  const total = raw.reduce((sum, weight) => sum + weight, 0);
  const shares = raw.map((weight) => weight / total);
  const weights = new Map(complete.map((contender, index) => [contender, shares[index]]));
  return { contenders, weights, predictions: blend(members, shares) };
}

function chosen({ weights }: Selection): [Contender, number][] {
  return [...weights].filter(([, weight]) => weight > 0);
}

async function explain({ samples, inputs, settings }: Training, selection: Selection): Promise<number[]> {
  const blends = samples.slice(0, settings.folds).map((sample, split) => ({
    sample,
    members: chosen(selection).map(([{ settled }, weight]) => ({ part: settled.parts[split], weight })),
  }));
  return measureImportances(blends, inputs.fields.length, settings.seed);
}

/** Some encoded rows, drawn by the seed, row-major. */
function pickBackground(columns: readonly Float64Array[], rowCount: number, seed: number): Float64Array {
  const random = createRandom(seed);
  const rows = Array.from({ length: Math.min(backgroundRows, rowCount) }, () => Math.floor(random() * rowCount));
  return Float64Array.from(rows.flatMap((row) => columns.map((column) => column[row])));
}

/** Fits the chosen contenders anew on all rows. */
async function refit({ frame, samples, settings, monitor }: Training, selection: Selection) {
  const all = rowNumbers(frame.rowCount);
  const encoded = encodeFor(frame, all, settings.seed);
  const sample = { ...samples[0], encoded, train: all, held: new Int32Array(0), seed: settings.seed };
  const members = [];
  for (const [index, [{ settled }, weight]] of chosen(selection).entries()) {
    members.push({ weight, part: await settled.refit(sample) });
    await monitor.report('refitting', 0.88 + (0.1 * (index + 1)) / chosen(selection).length);
  }
  const background = pickBackground(encoded.columns, frame.rowCount, settings.seed);
  return { members, encoders: encoded.encoders, featureCount: encoded.features.length, background };
}

function describe(
  { request, target, inputs, frame, settings, samples, rows }: Training,
  selection: Selection,
  finished: Finished,
  importances: readonly number[],
): Omit<ModelDescription, 'trainingSeconds'> {
  const { metric } = settings;
  const selected = chosen(selection);
  const inputNames = inputs.fields.map(({ profile }) => profile.name);
  const headline = finished.accuracies[target.task === 'regression' ? 'r2_score' : 'accuracy'] ?? 0;
  const ensemble = selected.length > 1 ? ['ensemble'] : [];
  return {
    target: request.target,
    task: target.task,
    inputs: inputNames,
    knownColumns: inputs.columns.filter(({ role }) => role !== 'target').map(({ profile }) => profile.name),
    classes: target.classes ? [...target.classes] : null,
    rowCount: frame.rowCount,
    accuracies: finished.accuracies,
    accuracy: Math.min(1, Math.max(0, headline)),
    columnImportances: Object.fromEntries(inputNames.map((name, input) => [name, importances[input]])),
    stages: ['clean', 'encode', ...selected.map(([{ name }]) => name), ...ensemble, finished.stage],
    features: describeFeatures(inputs.columns, samples[0].encoded.encoders, importances),
    candidates: describeCandidates(selection.contenders, selection.weights, metric, (contender) =>
      scoreOf(frame, rows, contender, metric),
    ),
    ranges: describeRanges(inputs.fields),
    calibration: finished.calibration,
    confusionMatrix: finished.confusionMatrix,
    plan: describePlan(target, settings, inputs, selected),
  };
}

function describePlan(
  { task }: Target,
  settings: Settings,
  inputs: Inputs,
  selected: readonly [Contender, number][],
): Record<string, unknown> {
  const { budgetSeconds, ...kept } = settings;
  return {
    task,
    ...kept,
    time_budget_seconds: budgetSeconds,
    columns: Object.fromEntries(
      inputs.columns.map(({ profile, role }) => [profile.name, { type: profile.kind, role }]),
    ),
    ensemble: selected.map(([{ name, settled }, weight]) => ({ name, weight, settings: settled.settings })),
  };
}
