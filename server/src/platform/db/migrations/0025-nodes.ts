import { type Kysely, sql } from 'kysely';

/** What the nodes of one installation share. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('installation')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('value', 'text', (column) => column.notNull())
    .execute();
  await database.schema
    .createTable('signals')
    .addColumn('id', 'integer', (column) => column.primaryKey())
    .addColumn('version', 'bigint', (column) => column.notNull())
    .execute();
  await sql`insert into signals (id, version) values (1, 0)`.execute(database);
  await database.schema
    .createTable('leases')
    .addColumn('name', 'text', (column) => column.primaryKey())
    .addColumn('holder', 'text', (column) => column.notNull())
    .addColumn('held_until', 'text', (column) => column.notNull())
    .execute();
}
