import { limitOf, ServiceError } from '../../../errors.ts';
import type { Transaction } from '../../../platform/db/transact.ts';
import { requireWithinStored } from '../../projects/stored-bytes.ts';
import type { ModelServices } from '../context.ts';
import { TrainingRefused } from './messages.ts';

/** What a project may not store ends its training: waiting would not help. */
export async function requireRoom(
  ctx: Pick<ModelServices, 'limits'>,
  transaction: Transaction,
  { project_id: id, project_name: name }: { project_id: string; project_name: string },
): Promise<void> {
  await requireWithinStored(transaction, ctx, { id, name }).catch((error) => {
    const limit = error instanceof ServiceError ? limitOf(error) : undefined;
    throw limit ? new TrainingRefused(error.message, limit, 'project_full') : error;
  });
}
