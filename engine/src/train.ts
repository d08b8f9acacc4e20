import { measureDependence } from './explanations/dependence.ts';
import { asksForecast } from './forecast/settings.ts';
import { trainForecast } from './forecast/train-forecast.ts';
import type { Model, ModelDescription } from './model.ts';
import { createModel } from './prediction/trained-model.ts';
import type { TrainHooks, TrainRequest } from './request.ts';
import type { Table } from './table.ts';
import { describeModel } from './training/describe-model.ts';
import { explain } from './training/explain.ts';
import { finishBlend } from './training/finish.ts';
import { Monitor } from './training/monitor.ts';
import { prepare } from './training/prepare.ts';
import { refit } from './training/refit.ts';
import { search, select, stackUp } from './training/select.ts';

export { TrainingError, type TrainingErrorCode } from './errors.ts';
export type { Task, TrainHooks, TrainProgress, TrainRequest } from './request.ts';
export type TrainFunction = typeof train;

/**
 * Learns to predict one column of a table from the others. Throws TrainingError when the table or the request does not
 * allow it, and the signal's reason when aborted. Same table and seed: the same bytes, unless the time budget cut it short.
 */
export async function train(table: Table, request: TrainRequest, hooks: TrainHooks = {}): Promise<Model> {
  const monitor = new Monitor(hooks);
  await monitor.report('profiling', 0);
  if (asksForecast(request)) return trainForecast(table, request, monitor);
  const prepared = await prepare(table, request, monitor);
  await monitor.report('searching', 0.03);
  const found = await search(prepared);
  await monitor.report('calibrating', 0.75, found.best);
  const { training } = found;
  const selection = await stackUp(training, select(found));
  const { target, inputs, settings, frame, deadlines } = training;
  const finished = await finishBlend(training, selection.predictions);
  await monitor.report('explaining', 0.8);
  const importances = await explain(training, selection);
  await monitor.report('refitting', 0.88);
  const served = await refit(training, selection);

  const description = describeModel(training, selection, finished, importances);
  const state = {
    profiles: inputs.fields.map(({ profile }) => profile),
    targetProfile: target.profile,
    finish: finished.finish,
    ...served,
  };
  const modelOf = (dependence: ModelDescription['dependence']) =>
    createModel({ ...state, description: { ...description, dependence, trainingSeconds: monitor.seconds } });
  const dependence = await measureDependence({
    model: modelOf([]),
    fields: inputs.fields,
    rowCount: frame.rowCount,
    seed: settings.seed,
    deadline: deadlines.end,
    pause: monitor.pause,
  });
  await monitor.report('complete', 1);
  return modelOf(dependence);
}
