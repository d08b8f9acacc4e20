import type { Selectable, Updateable } from 'kysely';
import type { Json } from '../../platform/db/json.ts';
import { fetchPage, type Listing, type Page } from '../../platform/db/listing.ts';
import type { ChatbotTable } from '../../platform/db/schema/chatbots.ts';
import type { Database } from '../../platform/db/schema.ts';
import { ProjectRecords } from '../../platform/records/project-records.ts';
import { isLive } from '../../platform/records/trash.ts';

export type ChatbotRow = Selectable<ChatbotTable>;

export const chatbots = new ProjectRecords({
  table: 'chatbots',
  noun: 'chatbot',
  facts: ({ channel_type }) => ({ channel: channel_type }),
  taken: 'already',
  gone: { code: 'agent_not_found', detail: 'The agent of the chatbot was deleted at the same moment.' },
});

/** @param agentId only chatbots of this agent */
export function selectChatbots(
  database: Database,
  projectId: string,
  { agentId, ...listing }: Listing & { agentId: string | undefined },
): Promise<Page<ChatbotRow>> {
  const query = database
    .selectFrom('chatbots')
    .selectAll()
    .where('project_id', '=', projectId)
    .$if(agentId !== undefined, (all) => all.where('agent_id', '=', agentId ?? ''));
  return fetchPage(query, 'chatbots', listing);
}

/** Selects by ID alone, for work of the service itself; requests also name the project. */
export function selectChatbotById(database: Database, id: string): Promise<ChatbotRow | undefined> {
  return database
    .selectFrom('chatbots')
    .selectAll()
    .where('id', '=', id)
    .where(isLive('project_id'))
    .executeTakeFirst();
}

export function selectChatbotsOfAgent(database: Database, agentId: string): Promise<ChatbotRow[]> {
  return database
    .selectFrom('chatbots')
    .selectAll()
    .where('agent_id', '=', agentId)
    .where(isLive('project_id'))
    .orderBy('name')
    .execute();
}

/** Updates the state of a running bot, whatever its settings are now. */
export function updateRunning(
  database: Database,
  id: string,
  change: Pick<Updateable<ChatbotTable>, 'status' | 'last_error' | 'identity' | 'lease' | 'lease_until'>,
) {
  return database.updateTable('chatbots').set(change).where('id', '=', id).execute();
}

/** Begins what the record of a bot says of an alarm that does not get through. */
export const ofAlarms = 'An alarm was not ';

/** What got through ends the sentence of its own kind: that alarms are posted says nothing of answers. */
export function forgetError(database: Database, id: string, kind: 'alarm' | 'answer') {
  return database
    .updateTable('chatbots')
    .set({ last_error: null })
    .where('id', '=', id)
    .where('last_error', kind === 'alarm' ? 'like' : 'not like', `${ofAlarms}%`)
    .execute();
}

/** Keeps the revision: nobody changed the chatbot. */
export function updateRefusedOrigins(database: Database, id: string, refused_origins: Json) {
  return database.updateTable('chatbots').set({ refused_origins }).where('id', '=', id).execute();
}

/** Moves the place up to which alarms were looked for. Returns false when somebody else moved it. */
export async function advanceAlarms(
  database: Database,
  id: string,
  { from, to }: { from: number; to: number },
): Promise<boolean> {
  const { numUpdatedRows } = await database
    .updateTable('chatbots')
    .set({ alarms_position: to })
    .where('id', '=', id)
    .where('alarms_position', '=', from)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

type Counter = 'received_count' | 'answered_count' | 'failed_count';

export function countMessage(
  database: Database,
  id: string,
  counter: Counter,
  change: Pick<Updateable<ChatbotTable>, 'last_message_at' | 'last_error'>,
) {
  return database
    .updateTable('chatbots')
    .set((row) => ({ ...change, [counter]: row(counter, '+', 1) }))
    .where('id', '=', id)
    .execute();
}

/** Selects bots that should run, or that the process of this lease runs. */
export function selectRunnable(database: Database, lease: string): Promise<ChatbotRow[]> {
  return database
    .selectFrom('chatbots')
    .selectAll()
    .where((row) => row.or([row('is_running', '=', 1), row('lease', '=', lease)]))
    .where(isLive('project_id'))
    .execute();
}

/** Counts bots by channel and status, without those in the trash, which wait for nothing. */
export function countChatbots(database: Database): Promise<{ channel: string; status: string; count: number }[]> {
  return database
    .selectFrom('chatbots')
    .select(({ fn }) => ['channel_type as channel', 'status', fn.countAll<number>().as('count')])
    .where(isLive('project_id'))
    .groupBy(['channel_type', 'status'])
    .execute();
}

/** Takes a bot that no living process runs. Returns whether this process runs it now. */
export async function claimChatbot(database: Database, id: string, lease: string, until: string): Promise<boolean> {
  const now = new Date().toISOString();
  const { numUpdatedRows } = await database
    .updateTable('chatbots')
    .set({ lease, lease_until: until })
    .where('id', '=', id)
    .where('is_running', '=', 1)
    .where((row) => row.or([row('lease', 'is', null), row('lease', '=', lease), row('lease_until', '<', now)]))
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Returns the IDs of the bots that still run under the lease. */
export async function renewLeases(database: Database, lease: string, until: string): Promise<Set<string>> {
  const rows = await database
    .updateTable('chatbots')
    .set({ lease_until: until })
    .where('lease', '=', lease)
    .returning('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Frees all bots after a crash, when only one process uses the database. */
export function forgetLeases(database: Database) {
  return database
    .updateTable('chatbots')
    .set({ lease: null, lease_until: null })
    .where('lease', 'is not', null)
    .execute();
}
