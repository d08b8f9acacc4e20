import { ServiceError } from '../../errors.ts';
import { isPostgres } from '../db/engine.ts';
import type { Transaction } from '../db/transact.ts';

/**
 * Locks the project at the start of each transaction that creates something in it, so that it cannot be deleted before
 * the commit, and its deletion includes what was created.
 * @param how `alone` lets no other transaction hold it `alone`, so that what is counted in it stays true
 * @throws ServiceError `project_not_found` when it was deleted since it was found
 */
export async function holdProject(
  transaction: Transaction,
  { id, name }: { id: string; name: string },
  how: 'share' | 'alone' = 'share',
): Promise<void> {
  const query = transaction.selectFrom('projects').select('id').where('id', '=', id).where('trashed_at', 'is', null);
  const held = how === 'alone' ? query.forNoKeyUpdate() : query.forKeyShare();
  const row = await (isPostgres(transaction) ? held : query).executeTakeFirst();
  if (!row) throw new ServiceError('project_not_found', `Project ${name} was deleted at the same moment.`);
}
