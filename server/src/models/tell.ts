import type { Context } from '../context.ts';
import type { Transaction } from '../db/transact.ts';

/** What an event says of a model, whatever row it was read from. */
export interface ToldModel {
  projectId: string;
  modelId: string;
  name: string;
  version: number;
}

type ModelEvent = 'queued' | 'started' | 'progress' | 'completed' | 'failed' | 'cancelled' | 'activated' | 'deleted';

/** Writes the event `sibyl.model.…` in the transaction that makes it true. */
export function tellOfModel(
  ctx: Pick<Context, 'events'>,
  transaction: Transaction,
  event: ModelEvent,
  { projectId, modelId, name, version }: ToldModel,
  facts: Record<string, unknown> = {},
): void {
  ctx.events.write(transaction, {
    type: `sibyl.model.${event}`,
    project: projectId,
    subject: `models/${modelId}`,
    data: { id: modelId, name, version, ...facts },
  });
}
