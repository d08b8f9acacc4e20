import { type Kysely, sql } from 'kysely';
import { addRecordColumns, bytewiseText } from './columns.ts';

async function createAgents(database: Kysely<unknown>): Promise<void> {
  await addRecordColumns(database.schema.createTable('agents'))
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('name', bytewiseText(database), (column) => column.notNull())
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('sealed_api_key', 'text')
    .addUniqueConstraint('agents_name', ['project_id', 'name'])
    .execute();
  await database.schema
    .createIndex('agents_by_creation')
    .on('agents')
    .columns(['project_id', 'created_at', 'id'])
    .execute();
  await database.schema
    .createTable('agent_versions')
    .addColumn('agent_id', 'text', (column) => column.notNull().references('agents.id').onDelete('cascade'))
    .addColumn('version', 'integer', (column) => column.notNull())
    .addColumn('settings', 'text', (column) => column.notNull())
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('created_by', 'text')
    .addPrimaryKeyConstraint('agent_versions_key', ['agent_id', 'version'])
    .execute();
}

async function createAgentSkills(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('agent_skills')
    .addColumn('agent_id', 'text', (column) => column.notNull().references('agents.id').onDelete('cascade'))
    .addColumn('skill_id', 'text', (column) => column.notNull().references('skills.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addPrimaryKeyConstraint('agent_skills_key', ['agent_id', 'skill_id'])
    .execute();
  await database.schema.createIndex('agent_skills_by_skill').on('agent_skills').column('skill_id').execute();
}

async function createConversations(database: Kysely<unknown>): Promise<void> {
  await addRecordColumns(database.schema.createTable('conversations'))
    .addColumn('agent_id', 'text', (column) => column.notNull().references('agents.id').onDelete('cascade'))
    .addColumn('name', bytewiseText(database), (column) => column.notNull())
    .addColumn('message_count', 'integer', (column) => column.notNull())
    .addColumn('turn', 'text')
    .addColumn('turn_until', 'text')
    .execute();
  await database.schema
    .createIndex('conversations_by_creation')
    .on('conversations')
    .columns(['agent_id', 'created_at', 'id'])
    .execute();
}

async function createMessages(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('messages')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('conversation_id', 'text', (column) =>
      column.notNull().references('conversations.id').onDelete('cascade'),
    )
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('role', 'text', (column) => column.notNull())
    .addColumn('content', 'text', (column) => column.notNull())
    .addColumn('answer', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addUniqueConstraint('messages_position', ['conversation_id', 'position'])
    .addCheckConstraint('messages_role', sql`role in ('system', 'user', 'assistant')`)
    .execute();
  await database.schema
    .createTable('trace_steps')
    .addColumn('message_id', 'text', (column) => column.notNull().references('messages.id').onDelete('cascade'))
    .addColumn('position', 'integer', (column) => column.notNull())
    .addColumn('step', 'text', (column) => column.notNull())
    .addPrimaryKeyConstraint('trace_steps_key', ['message_id', 'position'])
    .execute();
}

export async function up(database: Kysely<unknown>): Promise<void> {
  await createAgents(database);
  await createAgentSkills(database);
  await createConversations(database);
  await createMessages(database);
}
