import { complete, type Findings } from './completing/complete.ts';
import { asksForecast } from './forecast/forecast-settings.ts';
import { hintAtTimes } from './forecast/hint-at-times.ts';
import { trainForecast } from './forecast/train-forecast.ts';
import { growOnAll } from './growing/grow-on-all.ts';
import { giveBackMemory } from './large-tables/give-back-memory.ts';
import { openTable, readWhole } from './large-tables/large-table.ts';
import type { Model } from './model.ts';
import { Monitor } from './monitor.ts';
import type { TrainHooks, TrainRequest } from './request.ts';
import type { Table, TableSource } from './table.ts';
import type { Training } from './training/prepare.ts';
import { prepare } from './training/prepare.ts';
import { search } from './training/select.ts';

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
  if (asksForecast(request)) return trainForecast(await readWhole(table), request, monitor, hooks.holidaysOf);
  const opened = await openTable(table, request, monitor);
  const prepared = await prepare(opened, request, monitor).catch((error) => {
    throw hintAtTimes(error, 'sample' in opened ? opened.sample : opened, request.target);
  });
  await monitor.report('searching', 0.03);
  return complete(await findModels(prepared));
}

/** Searches on all rows of a table in memory. A large table is searched on a sample, then trees are grown on all rows. */
async function findModels(prepared: Training): Promise<Findings> {
  const { large } = prepared;
  if (!large) return { found: await search(prepared) };
  const grown = await growOnAll(await search(prepared, 0.3), large);
  giveBackMemory();
  return grown;
}
