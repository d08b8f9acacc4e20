import type { ModelContext } from '../context.ts';
import { updatePrediction } from './store.ts';

const progressEveryMs = 500;

/** Returns a function that stores progress in the record, at most twice a second. */
export function progressWriter(ctx: Pick<ModelContext, 'database' | 'log'>, { id }: { id: string }, phase: string) {
  let last = 0;
  return (rows_done: number, row_count?: number): void => {
    if (Date.now() - last < progressEveryMs) return;
    last = Date.now();
    updatePrediction(ctx.database, id, ['running'], { phase, rows_done, row_count }).catch((error) =>
      ctx.log.error({ err: error }, 'progress could not be written'),
    );
  };
}
