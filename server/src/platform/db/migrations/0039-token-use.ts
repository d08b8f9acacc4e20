import type { Kysely } from 'kysely';

/** Tokens that agents used, added up by day, and how many a key may use in a day. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema.alterTable('api_keys').addColumn('tokens_a_day', 'bigint').execute();
  await database.schema
    .createTable('token_use')
    .addColumn('day', 'text', (column) => column.notNull())
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('agent_id', 'text', (column) => column.notNull())
    .addColumn('actor', 'text', (column) => column.notNull())
    .addColumn('provider', 'text', (column) => column.notNull())
    .addColumn('model_name', 'text', (column) => column.notNull())
    .addColumn('calls', 'bigint', (column) => column.notNull())
    .addColumn('estimated_calls', 'bigint', (column) => column.notNull())
    .addColumn('input_tokens', 'bigint', (column) => column.notNull())
    .addColumn('output_tokens', 'bigint', (column) => column.notNull())
    .addColumn('cached_tokens', 'bigint', (column) => column.notNull())
    .addColumn('cost', 'double precision', (column) => column.notNull())
    .addColumn('priced_calls', 'bigint', (column) => column.notNull())
    .addPrimaryKeyConstraint('token_use_key', ['project_id', 'day', 'agent_id', 'actor', 'provider', 'model_name'])
    .execute();
  await database.schema.createIndex('token_use_of_actor').on('token_use').columns(['actor', 'day']).execute();
  await database.schema.createIndex('token_use_of_day').on('token_use').column('day').execute();
}
