import type { Database } from '../../../platform/db/schema.ts';

/** Frees all turns after a crash, when no answer is being made any more. */
export async function freeTurns(database: Database): Promise<void> {
  await database
    .updateTable('conversations')
    .set({ turn: null, turn_until: null })
    .where('turn', 'is not', null)
    .execute();
}
