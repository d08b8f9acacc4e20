import type { Insertable, Selectable } from 'kysely';
import { runPrepared } from '../db/prepared.ts';
import type { EventTable } from '../db/schema/events.ts';
import type { Database } from '../db/schema.ts';
import type { Transaction } from '../db/transact.ts';
import { serviceStream } from './stream.ts';

export type EventRow = Selectable<EventTable>;
export type UnnumberedEvent = Omit<Insertable<EventTable>, 'sequence'>;

/**
 * Appends to one stream. Its row stays locked until the commit, so that on PostgreSQL too numbers become visible in
 * order without gaps, and a reader at N has missed nothing below it. Nothing is read, so that SQLite gets a transaction
 * of inserts in one message.
 */
export async function appendToStream(transaction: Transaction, streamId: string, events: UnnumberedEvent[]) {
  const project = streamId === serviceStream ? null : streamId;
  await runPrepared(transaction, 'count events', [streamId, project, events.length], ([id, project_id, count]) =>
    transaction
      .insertInto('event_streams')
      .values({ id, project_id, last_sequence: count })
      .onConflict((conflict) =>
        conflict.column('id').doUpdateSet((row) => ({
          last_sequence: row('event_streams.last_sequence', '+', row.ref('excluded.last_sequence')),
        })),
      ),
  );
  for (const [index, event] of events.entries()) {
    const { id, type, subject, time, data } = event;
    const values = [streamId, id, type, subject, time, data, events.length - 1 - index];
    await runPrepared(transaction, 'insert event', values, ([stream_id, id, type, subject, time, data, after]) =>
      transaction.insertInto('events').values(({ selectFrom }) => ({
        ...{ stream_id, id, type, subject, time, data },
        sequence: selectFrom('event_streams')
          .select(({ eb }) => eb('last_sequence', '-', after).as('sequence'))
          .where('id', '=', stream_id),
      })),
    );
  }
}

export interface EventSelection {
  streamId: string;
  /** Undefined: of every type. */
  types?: ReadonlySet<string>;
  subject?: string;
  since?: string;
  until?: string;
  /** Only events beyond this number, in the requested order. */
  after?: number;
  /** Only events up to this number. */
  upTo?: number;
  descending?: boolean;
  limit: number;
}

export function selectEvents(database: Database, selection: EventSelection): Promise<EventRow[]> {
  const { streamId, types, subject, since, until, after, upTo, descending = false, limit } = selection;
  let query = database.selectFrom('events').selectAll().where('stream_id', '=', streamId);
  if (types !== undefined) query = query.where('type', 'in', [...types]);
  if (subject !== undefined) query = query.where('subject', '=', subject);
  if (since !== undefined) query = query.where('time', '>=', since);
  if (until !== undefined) query = query.where('time', '<', until);
  if (after !== undefined) query = query.where('sequence', descending ? '<' : '>', after);
  if (upTo !== undefined) query = query.where('sequence', '<=', upTo);
  return query
    .orderBy('sequence', descending ? 'desc' : 'asc')
    .limit(limit)
    .execute();
}

/** Returns the oldest and the last number of a stream; `oldest` is one more than `last` when no event is stored. */
export async function selectBounds(database: Database, streamId: string): Promise<{ oldest: number; last: number }> {
  const row = await database
    .selectFrom('event_streams')
    .leftJoin('events', 'events.stream_id', 'event_streams.id')
    .select(({ fn }) => ['last_sequence', fn.min<number | null>('sequence').as('oldest')])
    .where('event_streams.id', '=', streamId)
    .groupBy(['event_streams.id', 'last_sequence'])
    .executeTakeFirst();
  const last = row?.last_sequence ?? 0;
  return { oldest: row?.oldest ?? last + 1, last };
}

/** Selects the last number of each of these streams that exists and whose project is not in the trash. */
export async function selectLastSequences(database: Database, streamIds: string[]): Promise<Map<string, number>> {
  const rows = await database
    .selectFrom('event_streams')
    .leftJoin('projects', 'projects.id', 'event_streams.project_id')
    .select(['event_streams.id', 'last_sequence'])
    .where('event_streams.id', 'in', streamIds)
    .where('projects.trashed_at', 'is', null)
    .execute();
  return new Map(rows.map((row) => [row.id, row.last_sequence]));
}

/** Deletes at most `limit` events from before `time`; returns their number. */
export async function deleteEventsBefore(database: Database, time: string, limit: number): Promise<number> {
  const old = database.selectFrom('events').select('id').where('time', '<', time).orderBy('time').limit(limit);
  const { numDeletedRows } = await database.deleteFrom('events').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}
