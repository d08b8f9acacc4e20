import { ServiceError } from '../../errors.ts';
import { isPostgres } from '../db/engine.ts';
import type { Transaction } from '../db/transact.ts';

/**
 * The first step of every transaction that makes something in a project: it is not deleted before that commits, so what
 * is made in it is deleted with it.
 * @throws ServiceError `project_not_found` when it was deleted since it was found
 */
export async function holdProject(transaction: Transaction, { id, name }: { id: string; name: string }): Promise<void> {
  const query = transaction.selectFrom('projects').select('id').where('id', '=', id);
  const row = await (isPostgres(transaction) ? query.forKeyShare() : query).executeTakeFirst();
  if (!row) throw new ServiceError('project_not_found', `Project ${name} was deleted at the same moment.`);
}
