import { encodeJson } from '../../../platform/db/json.ts';
import { type Transaction, transact } from '../../../platform/db/transact.ts';
import type { ModelServices } from '../context.ts';
import { emitModelEvent, eventModelOfTraining } from '../emit-event.ts';
import type { TrainingProgress } from '../schemas.ts';
import { type Training, updateVersion } from '../store.ts';

const writtenEveryMs = 500;
const eventEveryMs = 5000;

export const noForecast = { eta_seconds: null, best_score: null };

/** Returns a function that stores progress in the record, at most twice a second, and emits it less often. */
export function progressWriter(
  ctx: Pick<ModelServices, 'database' | 'events' | 'log' | 'progress'>,
  training: Training,
): (progress: TrainingProgress) => void {
  let last = 0;
  let lastTold = 0;
  return (progress) => {
    if (Date.now() - last < writtenEveryMs) return;
    last = Date.now();
    const isTold = Date.now() - lastTold >= eventEveryMs;
    if (isTold) lastTold = Date.now();
    const write = async (transaction: Transaction) => {
      const isTraining = await updateVersion(transaction, training, ['training'], { progress: encodeJson(progress) });
      if (isTraining && isTold) emitModelEvent(ctx, transaction, 'progress', eventModelOfTraining(training), progress);
    };
    transact(ctx.database, write).then(
      () => ctx.progress.notify(training.model_id),
      (error) => ctx.log.error({ err: error }, 'progress could not be written'),
    );
  };
}
