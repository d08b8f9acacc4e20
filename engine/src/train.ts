import { describeModel } from './describing/describe-model.ts';
import { evaluateBlend } from './evaluation/evaluate.ts';
import { measureDependence } from './explanations/dependence.ts';
import { type Importance, measureImportances } from './explanations/importance.ts';
import { asksForecast } from './forecast/forecast-settings.ts';
import { trainForecast } from './forecast/train-forecast.ts';
import { type Grown, growOnAll } from './growing/grow-on-all.ts';
import { giveBackMemory } from './large-tables/give-back-memory.ts';
import { openTable, readWhole } from './large-tables/large-table.ts';
import type { Model, ModelDescription } from './model.ts';
import { Monitor } from './monitor.ts';
import { createModel } from './prediction/trained-model.ts';
import { orderRows } from './reference-rows/order-rows.ts';
import type { TrainHooks, TrainRequest } from './request.ts';
import type { Table, TableSource } from './table.ts';
import { fitIncomplete } from './training/fit-incomplete.ts';
import type { Training } from './training/prepare.ts';
import { prepare } from './training/prepare.ts';
import { refit } from './training/refit.ts';
import { search, select, stackUp } from './training/select.ts';
import { chosen, type Found, type Selection } from './training/selection.ts';

export { TrainingError, type TrainingErrorCode } from './errors.ts';
export type { Task, TrainHooks, TrainProgress, TrainRequest } from './request.ts';
export type TrainFunction = typeof train;

/**
 * Learns to predict one column of a table from the others. Throws TrainingError when table or request does not allow
 * it, and the signal's reason when aborted. The same table and seed give the same bytes, unless the time budget cut the
 * search short.
 */
export async function train(table: Table | TableSource, request: TrainRequest, hooks: TrainHooks = {}): Promise<Model> {
  const monitor = new Monitor(hooks);
  await monitor.report('profiling', 0);
  if (asksForecast(request)) return trainForecast(await readWhole(table), request, monitor);
  const prepared = await prepare(await openTable(table, request, monitor), request, monitor);
  await monitor.report('searching', 0.03);
  const { found, sampling } = await findModels(prepared);
  await monitor.report('calibrating', 0.75, found.best);
  const { training } = found;
  const selection = await stackUp(training, await select(found));
  const { target, inputs, settings, frame, deadlines } = training;
  const evaluation = await evaluateBlend(training, selection);
  await monitor.report('explaining', 0.8);
  const importances = await importancesOf(training, selection);
  const incomplete = await fitIncomplete(training, selection, importances);
  await monitor.report('refitting', 0.88);
  const served = await refit(training, selection, evaluation.finish);

  const description = describeModel(training, selection, evaluation, importances, sampling);
  const state = {
    profiles: inputs.fields.map(({ profile }) => profile),
    targetProfile: target.profile,
    finish: evaluation.finish,
    incomplete,
    ...served,
  };
  const modelOf = (dependence: ModelDescription['dependence']) =>
    createModel({ ...state, description: { ...description, dependence, trainingSeconds: monitor.seconds } });
  const dependence = await measureDependence({
    model: modelOf([]),
    fields: inputs.fields,
    targets: frame.labels.values,
    order: orderRows(frame.fields, frame.labels.values, settings.seed),
    deadline: deadlines.end,
    pause: monitor.pause,
  });
  await monitor.report('complete', 1);
  return modelOf(dependence);
}

/** Returns each input's importance, measured with the models of splits on rows that they did not learn from. */
function importancesOf({ splits, inputs, settings }: Training, selection: Selection): Promise<Importance[]> {
  const blends = splits.slice(0, settings.folds).map((split, splitIndex) => ({
    split,
    members: chosen(selection).map(([{ result }, weight]) => ({ model: result.models[splitIndex], weight })),
  }));
  return measureImportances(blends, inputs.fields.length, settings.seed);
}

/** Searches on all rows of a table in memory. A large table is searched on a sample, then trees are grown on all rows. */
async function findModels(prepared: Training): Promise<{ found: Found; sampling?: Grown['sampling'] }> {
  const { large } = prepared;
  if (!large) return { found: await search(prepared) };
  const grown = await growOnAll(await search(prepared, 0.3), large);
  giveBackMemory();
  return grown;
}
