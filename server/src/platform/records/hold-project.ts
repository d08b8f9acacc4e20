import { ServiceError } from '../../errors.ts';
import { isPostgres } from '../db/engine.ts';
import type { Transaction } from '../db/transact.ts';

/**
 * Locks the project at the start of each transaction that creates something in it, so that it cannot be deleted before
 * the commit, and its deletion includes what was created.
 * @throws ServiceError `project_not_found` when it was deleted since it was found
 */
export async function holdProject(transaction: Transaction, { id, name }: { id: string; name: string }): Promise<void> {
  const query = transaction.selectFrom('projects').select('id').where('id', '=', id);
  const row = await (isPostgres(transaction) ? query.forKeyShare() : query).executeTakeFirst();
  if (!row) throw new ServiceError('project_not_found', `Project ${name} was deleted at the same moment.`);
}
