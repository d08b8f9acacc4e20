import { type Kysely, sql } from 'kysely';
import { addRecordColumns, bytewiseText } from './columns.ts';

async function createWebhooks(database: Kysely<unknown>): Promise<void> {
  await addRecordColumns(database.schema.createTable('webhooks'))
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('name', bytewiseText(database), (column) => column.notNull())
    .addColumn('url', 'text', (column) => column.notNull())
    .addColumn('types', 'text')
    .addColumn('enabled', 'integer', (column) => column.notNull())
    .addColumn('disabled_reason', 'text')
    .addColumn('secret', 'text', (column) => column.notNull())
    .addColumn('former_secret', 'text')
    .addColumn('former_until', 'text')
    .addColumn('position', 'bigint', (column) => column.notNull())
    .addColumn('failing_since', 'text')
    .addUniqueConstraint('webhooks_name', ['project_id', 'name'])
    .addCheckConstraint('webhooks_enabled', sql`enabled in (0, 1)`)
    .execute();
}

async function createDeliveries(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('webhook_deliveries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('webhook_id', 'text', (column) => column.notNull().references('webhooks.id').onDelete('cascade'))
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('event_id', 'text', (column) => column.notNull())
    .addColumn('event_type', 'text', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('next_attempt_at', 'text')
    .addColumn('last_attempt_at', 'text')
    .addColumn('response_status', 'integer')
    .addColumn('error', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addCheckConstraint('webhook_deliveries_status', sql`status in ('pending', 'delivered', 'failed')`)
    .execute();
  const index = (name: string) => database.schema.createIndex(`webhook_deliveries_${name}`).on('webhook_deliveries');
  await index('due').columns(['status', 'next_attempt_at']).execute();
  await index('log').columns(['webhook_id', 'id']).execute();
  await index('by_age').column('created_at').execute();
}

async function createAudit(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('audit_entries')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('time', 'text', (column) => column.notNull())
    .addColumn('actor', 'text')
    .addColumn('role', 'text')
    .addColumn('address', 'text')
    .addColumn('request_id', 'text', (column) => column.notNull())
    .addColumn('action', 'text', (column) => column.notNull())
    .addColumn('project_id', 'text')
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('outcome', 'text', (column) => column.notNull())
    .addColumn('status', 'integer')
    .addColumn('code', 'text')
    .execute();
  for (const column of ['time', 'actor', 'project_id'])
    await database.schema
      .createIndex(`audit_entries_by_${column}`)
      .on('audit_entries')
      .columns([column, 'id'])
      .execute();
}

export async function up(database: Kysely<unknown>): Promise<void> {
  await createWebhooks(database);
  await createDeliveries(database);
  await createAudit(database);
  await database.schema.alterTable('projects').addColumn('limits', 'text').execute();
}
