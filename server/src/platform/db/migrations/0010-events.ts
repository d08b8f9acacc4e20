import { type Kysely, sql } from 'kysely';

async function createStreams(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('event_streams')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('project_id', 'text', (column) => column.references('projects.id').onDelete('cascade'))
    .addColumn('last_sequence', 'bigint', (column) => column.notNull())
    .execute();
  // Not unique: on PostgreSQL one of two concurrent first writers would fail on it, since "on conflict" names only the
  // key.
  await database.schema.createIndex('event_streams_project').on('event_streams').column('project_id').execute();
  await sql`insert into event_streams (id, project_id, last_sequence) select id, id, 0 from projects`.execute(database);
  await sql`insert into event_streams (id, project_id, last_sequence) values ('service', null, 0)`.execute(database);
}

async function createEvents(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('events')
    .addColumn('stream_id', 'text', (column) => column.notNull().references('event_streams.id').onDelete('cascade'))
    .addColumn('sequence', 'bigint', (column) => column.notNull())
    .addColumn('id', 'text', (column) => column.notNull())
    .addColumn('type', 'text', (column) => column.notNull())
    .addColumn('subject', 'text', (column) => column.notNull())
    .addColumn('time', 'text', (column) => column.notNull())
    .addColumn('data', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('events_key', ['stream_id', 'sequence'])
    .execute();
  await database.schema.createIndex('events_by_time').on('events').column('time').execute();
}

export async function up(database: Kysely<unknown>): Promise<void> {
  await createStreams(database);
  await createEvents(database);
}
