import type { Database } from '../../../platform/db/schema.ts';

/** After a crash nobody is answering any more. */
export async function freeTurns(database: Database): Promise<void> {
  await database
    .updateTable('conversations')
    .set({ turn: null, turn_until: null })
    .where('turn', 'is not', null)
    .execute();
}
