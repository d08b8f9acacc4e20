import type { Transaction } from '../../../platform/db/transact.ts';
import type { ModelServices } from '../context.ts';

/** The fields of a batch that its events contain. */
interface EventBatch {
  id: string;
  project_id: string;
  model_id: string;
  model: string;
}

/** Emits the event `sibyl.prediction.…` in the transaction of the change. */
export function emitPredictionEvent(
  ctx: Pick<ModelServices, 'events'>,
  transaction: Transaction,
  event: 'queued' | 'completed' | 'failed' | 'cancelled' | 'deleted',
  { id, project_id, model_id, model }: EventBatch,
  facts: Record<string, unknown> = {},
): void {
  ctx.events.write(transaction, {
    type: `sibyl.prediction.${event}`,
    project: project_id,
    subject: `models/${model_id}/predictions/${id}`,
    data: { id, model, ...facts },
  });
}
