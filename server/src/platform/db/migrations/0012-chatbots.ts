import { type Kysely, sql } from 'kysely';
import { addRecordColumns, bytewiseText } from './columns.ts';

async function createChatbots(database: Kysely<unknown>): Promise<void> {
  await addRecordColumns(database.schema.createTable('chatbots'))
    .addColumn('project_id', 'text', (column) => column.notNull().references('projects.id').onDelete('cascade'))
    .addColumn('name', bytewiseText(database), (column) => column.notNull())
    .addColumn('agent_id', 'text', (column) => column.references('agents.id').onDelete('set null'))
    .addColumn('channel_type', 'text', (column) => column.notNull())
    .addColumn('channel', 'text', (column) => column.notNull())
    .addColumn('sealed_secrets', 'text')
    .addColumn('params', 'text', (column) => column.notNull())
    .addColumn('settings_version', 'integer', (column) => column.notNull())
    .addColumn('is_running', 'integer', (column) => column.notNull())
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('last_error', 'text')
    .addColumn('identity', 'text')
    .addColumn('last_message_at', 'text')
    .addColumn('received_count', 'integer', (column) => column.notNull())
    .addColumn('answered_count', 'integer', (column) => column.notNull())
    .addColumn('failed_count', 'integer', (column) => column.notNull())
    .addColumn('lease', 'text')
    .addColumn('lease_until', 'text')
    .addUniqueConstraint('chatbots_name', ['project_id', 'name'])
    .addCheckConstraint('chatbots_running', sql`is_running in (0, 1)`)
    .addCheckConstraint('chatbots_status', sql`status in ('stopped', 'starting', 'running', 'error')`)
    .execute();
  const byCreation = ['project_id', 'created_at', 'id'];
  await database.schema.createIndex('chatbots_by_creation').on('chatbots').columns(byCreation).execute();
  await database.schema.createIndex('chatbots_by_agent').on('chatbots').column('agent_id').execute();
}

async function createConversations(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('chatbot_conversations')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('chatbot_id', 'text', (column) => column.notNull().references('chatbots.id').onDelete('cascade'))
    .addColumn('platform_key', bytewiseText(database), (column) => column.notNull())
    .addColumn('author_name', 'text', (column) => column.notNull())
    .addColumn('begins_after', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('updated_at', 'text', (column) => column.notNull())
    .addColumn('message_count', 'integer', (column) => column.notNull())
    .addUniqueConstraint('chatbot_conversations_key', ['chatbot_id', 'platform_key'])
    .execute();
  const byCreation = ['chatbot_id', 'created_at', 'id'];
  await database.schema
    .createIndex('chatbot_conversations_by_creation')
    .on('chatbot_conversations')
    .columns(byCreation)
    .execute();
}

async function createMessages(database: Kysely<unknown>): Promise<void> {
  await database.schema
    .createTable('chatbot_messages')
    .addColumn('id', 'text', (column) => column.primaryKey())
    .addColumn('chatbot_id', 'text', (column) => column.notNull().references('chatbots.id').onDelete('cascade'))
    .addColumn('conversation_id', 'text', (column) =>
      column.notNull().references('chatbot_conversations.id').onDelete('cascade'),
    )
    .addColumn('direction', 'text', (column) => column.notNull())
    .addColumn('received_id', bytewiseText(database))
    .addColumn('posted_id', 'text')
    .addColumn('platform_order', bytewiseText(database), (column) => column.notNull())
    .addColumn('author_id', 'text')
    .addColumn('author_name', 'text')
    .addColumn('text', 'text', (column) => column.notNull())
    .addColumn('kind', 'text', (column) => column.notNull())
    .addColumn('address', 'text', (column) => column.notNull())
    .addColumn('citations', 'text')
    .addColumn('reply_to', 'text')
    .addColumn('status', 'text', (column) => column.notNull())
    .addColumn('attempts', 'integer', (column) => column.notNull())
    .addColumn('run_at', 'text')
    .addColumn('error', 'text')
    .addColumn('trace_id', 'text')
    .addColumn('created_at', 'text', (column) => column.notNull())
    .addColumn('settled_at', 'text')
    .addUniqueConstraint('chatbot_messages_received', ['chatbot_id', 'received_id'])
    .addCheckConstraint('chatbot_messages_direction', sql`direction in ('in', 'out')`)
    .execute();
}

/** Queries look up open work by bot and status, history by conversation, rates by author. */
async function indexMessages(database: Kysely<unknown>): Promise<void> {
  const index = (name: string, columns: string[]) =>
    database.schema.createIndex(name).on('chatbot_messages').columns(columns).execute();
  await index('chatbot_messages_by_conversation', ['conversation_id', 'id']);
  await index('chatbot_messages_open', ['conversation_id', 'status']);
  await index('chatbot_messages_by_status', ['chatbot_id', 'status']);
  await index('chatbot_messages_by_author', ['chatbot_id', 'author_id', 'created_at']);
}

export async function up(database: Kysely<unknown>): Promise<void> {
  await createChatbots(database);
  await createConversations(database);
  await createMessages(database);
  await indexMessages(database);
}
