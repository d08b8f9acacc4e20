import { availableParallelism } from 'node:os';
import type { TrainRequest } from '@sibyl/engine/train.ts';
import { decodeJson } from '../../../platform/db/json.ts';
import type { ModelServices } from '../context.ts';
import type { ModelOptions } from '../options-schema.ts';
import { formerPositiveClass } from '../retraining/former-class.ts';
import { growthOf } from '../retraining/growth.ts';
import type { Training } from '../store.ts';

/** Returns what the engine is asked for: the options of the version, in its words, and what earlier versions say. */
export async function trainRequestOf(
  ctx: Pick<ModelServices, 'config' | 'database'>,
  { target, options, ...training }: Training,
): Promise<TrainRequest> {
  const {
    time_budget_seconds,
    order_by,
    group_by,
    known_inputs,
    positive_class,
    engine: _,
    ...same
  } = decodeJson<ModelOptions>(options);
  const renamed = {
    timeBudgetSeconds: time_budget_seconds,
    orderBy: order_by,
    groupBy: group_by,
    knownInputs: known_inputs,
    positiveClass: positive_class,
    formerPositiveClass: await formerPositiveClass(ctx.database, training),
  };
  const threads = ctx.config.trainingThreads || Math.max(1, availableParallelism() - 1);
  const grown = await growthOf(ctx, training);
  return { target, threads, ...renamed, ...(same as Omit<TrainRequest, 'target'>), ...grown };
}
