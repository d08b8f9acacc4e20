import type { Kysely } from 'kysely';
import { bytewiseText } from './columns.ts';

/** Workspaces that a chatbot was installed to, and installations that were begun. */
export async function up(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('chatbot_installations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('chatbot_id', 'text', (column) => column.notNull().references('chatbots.id').onDelete('cascade'))
    .addColumn('tenant', bytewiseText(database), (column) => column.notNull())
    .addColumn('name', 'text', (column) => column.notNull())
    .addColumn('bot_id', 'text', (column) => column.notNull())
    .addColumn('sealed_token', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('chatbot_installations_tenant', ['chatbot_id', 'tenant'])
    .execute();
  await database.schema
    .createTable('chatbot_install_states')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('chatbot_id', 'text', (column) => column.notNull().references('chatbots.id').onDelete('cascade'))
    .addColumn('expires_at', 'text', (column) => column.notNull())
    .execute();
}
