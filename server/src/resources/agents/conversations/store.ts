import type { Insertable, Selectable } from 'kysely';
import type { Json } from '../../../platform/db/json.ts';
import { fetchPage, type Listing, type Page } from '../../../platform/db/listing.ts';
import { insertRows } from '../../../platform/db/prepared.ts';
import type { ConversationTable, MessageTable, TraceStepTable } from '../../../platform/db/schema/conversations.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { countsFor } from '../../../platform/records/trash.ts';

export type ConversationRow = Selectable<ConversationTable>;
export type MessageRow = Selectable<MessageTable>;

export function insertConversation(database: Database, row: Insertable<ConversationTable>) {
  return insertRows(database, 'conversations', [row]);
}

export function insertMessages(database: Database, rows: Insertable<MessageTable>[]) {
  return insertRows(database, 'messages', rows);
}

/** Inserts the steps of one message, in order. */
export function insertSteps(database: Database, messageId: string, steps: Json[]) {
  const rows = steps.map((step, position): Insertable<TraceStepTable> => ({ message_id: messageId, position, step }));
  return insertRows(database, 'trace_steps', rows);
}

export function selectConversations(
  database: Database,
  agentId: string,
  listing: Listing,
): Promise<Page<ConversationRow>> {
  const query = database.selectFrom('conversations').selectAll().where('agent_id', '=', agentId);
  return fetchPage(query, 'conversations', listing);
}

export function selectConversation(
  database: Database,
  agentId: string,
  id: string,
): Promise<ConversationRow | undefined> {
  return database
    .selectFrom('conversations')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where('id', '=', id)
    .executeTakeFirst();
}

export function selectMessages(database: Database, conversationId: string): Promise<MessageRow[]> {
  return database
    .selectFrom('messages')
    .selectAll()
    .where('conversation_id', '=', conversationId)
    .orderBy('position')
    .execute();
}

/** Selects an answer of the agent that is the last message of its conversation. */
export function selectEndingWith(database: Database, agentId: string, messageId: string) {
  return database
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .where('conversations.agent_id', '=', agentId)
    .where('messages.id', '=', messageId)
    .whereRef('messages.position', '=', ({ selectFrom }) =>
      selectFrom('messages as all')
        .select(({ fn }) => fn.max('all.position').as('last'))
        .whereRef('all.conversation_id', '=', 'messages.conversation_id'),
    )
    .select('messages.conversation_id')
    .executeTakeFirst();
}

/** Selects an answer of any agent, with the names of where it is. */
export function selectAnswerById(database: Database, messageId: string) {
  return database
    .selectFrom('messages')
    .innerJoin('conversations', 'conversations.id', 'messages.conversation_id')
    .innerJoin('agents', 'agents.id', 'conversations.agent_id')
    .innerJoin('projects', 'projects.id', 'agents.project_id')
    .where('messages.id', '=', messageId)
    .where('messages.answer', 'is not', null)
    .where('projects.trashed_at', 'is', null)
    .select(['messages.conversation_id', 'conversations.created_by', 'agents.id as agent_id', 'agents.name as agent'])
    .select((row) => [
      row.ref('messages.answer').$notNull().as('answer'),
      'projects.id as project_id',
      'projects.name as project',
    ])
    .executeTakeFirst();
}

/** Deletes messages by their positions; their steps and the feedback on them go with them. */
export async function deleteTurnRows(
  database: Database,
  conversationId: string,
  { after, to }: { after: number; to: number },
): Promise<void> {
  const { numDeletedRows } = await database
    .deleteFrom('messages')
    .where('conversation_id', '=', conversationId)
    .where('position', '>', after)
    .where('position', '<=', to)
    .executeTakeFirst();
  await database
    .updateTable('conversations')
    .set((row) => ({
      message_count: row('message_count', '-', Number(numDeletedRows)),
      revision: row('revision', '+', 1),
    }))
    .where('id', '=', conversationId)
    .execute();
}

export async function countMessages(database: Database, conversationId: string): Promise<number> {
  const { count } = await database
    .selectFrom('messages')
    .where('conversation_id', '=', conversationId)
    .select(({ fn }) => fn.countAll().as('count'))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Selects what an answer is made from: the last messages of a conversation and its instructions, in order. */
export function selectRemembered(database: Database, conversationId: string, last: number): Promise<MessageRow[]> {
  const ofConversation = database.selectFrom('messages').where('conversation_id', '=', conversationId);
  return ofConversation
    .selectAll()
    .where((row) =>
      row.or([
        row('role', '=', 'system'),
        row('position', '>', (inner) =>
          inner
            .selectFrom('messages as all')
            .select(({ fn, eb }) => eb(fn.max('all.position'), '-', last).as('beginning'))
            .where('all.conversation_id', '=', conversationId),
        ),
      ]),
    )
    .orderBy('position')
    .execute();
}

/** Selects the steps of all messages of a conversation, in order. */
export function selectSteps(database: Database, conversationId: string) {
  return database
    .selectFrom('trace_steps')
    .innerJoin('messages', 'messages.id', 'trace_steps.message_id')
    .where('messages.conversation_id', '=', conversationId)
    .select(['trace_steps.message_id', 'trace_steps.step'])
    .orderBy('messages.position')
    .orderBy('trace_steps.position')
    .execute();
}

/** Selects the feedback on answers of a conversation. */
export function selectFeedback(database: Database, conversationId: string) {
  return database
    .selectFrom('message_feedback')
    .innerJoin('messages', 'messages.id', 'message_feedback.message_id')
    .where('messages.conversation_id', '=', conversationId)
    .selectAll('message_feedback')
    .execute();
}

/** Selects the steps of these messages, in order. */
export async function selectStepsOf(database: Database, messageIds: readonly string[]) {
  if (messageIds.length === 0) return [];
  return database
    .selectFrom('trace_steps')
    .select(['message_id', 'step'])
    .where('message_id', 'in', messageIds)
    .orderBy('message_id')
    .orderBy('position')
    .execute();
}

/** Takes the turn in the conversation until `until`. Returns false when another answer holds it. */
export async function takeTurn(
  database: Database,
  { id, turn, now, until, added }: { id: string; turn: string; now: string; until: string; added: number },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('conversations')
    .set((row) => ({
      turn,
      turn_until: until,
      updated_at: now,
      message_count: row('message_count', '+', added),
      revision: row('revision', '+', 1),
    }))
    .where('id', '=', id)
    .where((row) => row.or([row('turn', 'is', null), row('turn_until', '<', now)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the turn and counts one more message. Returns whether the turn was still held. */
export async function endTurn(
  database: Database,
  { id, turn, now }: { id: string; turn: string; now: string },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('conversations')
    .set((row) => ({
      turn: null,
      turn_until: null,
      updated_at: now,
      message_count: row('message_count', '+', 1),
      revision: row('revision', '+', 1),
    }))
    .where('id', '=', id)
    .where('turn', '=', turn)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Selects the turns that are held, with what their answers are of: those whose lease ended before a time, or of one. */
export function selectHeldTurns(database: Database, { before, id }: { before?: string | undefined; id?: string }) {
  return database
    .selectFrom('conversations')
    .innerJoin('agents', 'agents.id', 'conversations.agent_id')
    .innerJoin('projects', 'projects.id', 'agents.project_id')
    .innerJoin('agent_versions', (join) =>
      join.onRef('agent_versions.agent_id', '=', 'agents.id').onRef('agent_versions.version', '=', 'agents.version'),
    )
    .where('conversations.turn', 'is not', null)
    .$if(before !== undefined, (query) => query.where('conversations.turn_until', '<', before ?? ''))
    .$if(id !== undefined, (query) => query.where('conversations.id', '=', id ?? ''))
    .select(['conversations.id', 'conversations.turn', 'conversations.updated_at', 'agents.id as agent_id'])
    .select(['agents.name as agent', 'agents.version', 'agent_versions.settings'])
    .select(['agents.project_id', 'projects.trashed_at'])
    .execute();
}

/** Returns the position of the last message; -1 without one. */
export async function selectLastPosition(database: Database, conversationId: string): Promise<number> {
  const { last } = await database
    .selectFrom('messages')
    .where('conversation_id', '=', conversationId)
    .select(({ fn }) => fn.max('position').as('last'))
    .executeTakeFirstOrThrow();
  return last ?? -1;
}

/**
 * Deletes some conversations without a message since `time`, of one project with its trash or of all, and returns
 * their number. Conversations whose turn is held stay.
 */
export async function deleteConversationsBefore(
  database: Database,
  { time, limit, projectId }: { time: string; limit: number; projectId?: string },
): Promise<number> {
  const old = database
    .selectFrom('conversations')
    .innerJoin('agents', 'agents.id', 'conversations.agent_id')
    .select('conversations.id')
    .where('conversations.updated_at', '<', time)
    .where('conversations.turn', 'is', null)
    .$if(projectId !== undefined, (query) => query.where(countsFor('agents.project_id', projectId ?? '')))
    .limit(limit);
  const { numDeletedRows } = await database.deleteFrom('conversations').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}

export function deleteConversationRow(database: Database, id: string) {
  return database.deleteFrom('conversations').where('id', '=', id).execute();
}
