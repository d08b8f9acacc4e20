import type { Transaction } from '../../platform/db/transact.ts';
import type { ModelServices } from './context.ts';
import type { Training } from './store.ts';

/** The fields of a model that its events contain. */
export interface EventModel {
  projectId: string;
  modelId: string;
  name: string;
  version: number;
}

type ModelEvent =
  | 'queued'
  | 'started'
  | 'progress'
  | 'completed'
  | 'failed'
  | 'cancelled'
  | 'activated'
  | 'deleted'
  | 'drift'
  | 'accuracy_dropped'
  | 'coverage_lost'
  | 'stale'
  | 'challenger_ready'
  | 'retrained';

/** Emits the event `sibyl.model.…` in the transaction of the change. */
export function emitModelEvent(
  ctx: Pick<ModelServices, 'events'>,
  transaction: Transaction,
  event: ModelEvent,
  { projectId, modelId, name, version }: EventModel,
  facts: Record<string, unknown> = {},
): void {
  ctx.events.write(transaction, {
    type: `sibyl.model.${event}`,
    project: projectId,
    subject: `models/${modelId}`,
    data: { id: modelId, name, version, ...facts },
  });
}

export function eventModelOfTraining({ project_id, model_id, model_name, version }: Training): EventModel {
  return { projectId: project_id, modelId: model_id, name: model_name, version };
}
