import type { Kysely } from 'kysely';

/** The code knows the types of skills (`resources/skills/kinds.ts`), so a new one needs no migration. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('skills').dropConstraint('skills_type').execute();
}
