import type { Database } from '../db/schema.ts';

/** Returns what an installation has recorded of itself, on any of its nodes. */
export async function readFact(database: Database, name: string): Promise<string | undefined> {
  const row = await database.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

/** Records a fact unless it is recorded, and returns what is recorded; of two concurrent nodes, one is first. */
export async function settleFact(database: Database, name: string, value: string): Promise<string> {
  await database
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await readFact(database, name)) ?? value;
}

/** Records a fact in place of what is recorded. */
export async function replaceFact(database: Database, name: string, value: string): Promise<void> {
  await database
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute();
}
