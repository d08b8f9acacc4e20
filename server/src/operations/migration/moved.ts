import type { Database } from '../../platform/db/schema.ts';
import type { Transaction } from '../../platform/db/transact.ts';

/** What a migration brought to a database, recorded in its transaction. */
export interface Move {
  /** Mark of the directory at that moment. */
  from: string;
  records: number;
  files: number;
  bytes: number;
}

const name = 'moved_from';

export async function recordMove(target: Transaction, move: Move): Promise<void> {
  await target
    .insertInto('installation')
    .values({ name, value: JSON.stringify(move) })
    .execute();
}

export async function readMove(database: Database): Promise<Move | undefined> {
  const row = await database.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirst();
  return row && JSON.parse(row.value);
}
