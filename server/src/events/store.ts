import type { Insertable } from 'kysely';
import type { EventTable } from '../db/schema.ts';
import type { Transaction } from '../db/transact.ts';
import { serviceStream } from './stream.ts';

export type UnnumberedEvent = Omit<Insertable<EventTable>, 'sequence'>;

/**
 * Appends to one stream. Its row stays locked until the commit, so numbers become visible in their order and without a
 * gap on PostgreSQL too: whoever has read up to N misses nothing below it.
 */
export async function appendToStream(transaction: Transaction, streamId: string, events: UnnumberedEvent[]) {
  const { last_sequence } = await transaction
    .insertInto('event_streams')
    .values({
      id: streamId,
      project_id: streamId === serviceStream ? null : streamId,
      last_sequence: events.length,
    })
    .onConflict((conflict) =>
      conflict.column('id').doUpdateSet((row) => ({
        last_sequence: row('event_streams.last_sequence', '+', events.length),
      })),
    )
    .returning('last_sequence')
    .executeTakeFirstOrThrow();
  const first = last_sequence - events.length + 1;
  await transaction
    .insertInto('events')
    .values(events.map((event, index) => ({ ...event, sequence: first + index })))
    .execute();
}
