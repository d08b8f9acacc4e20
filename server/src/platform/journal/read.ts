import type { Database } from '../db/schema.ts';
import { type EventRecord, recordOf } from './record.ts';
import { selectBounds, selectEvents } from './store.ts';
import type { EventType } from './types.ts';

/** Returns at most `limit` events of a stream after `after`, in order. */
export async function readEventsAfter(
  database: Database,
  streamId: string,
  after: number,
  limit: number,
): Promise<EventRecord[]> {
  return (await selectEvents(database, { streamId, after, limit })).map(recordOf);
}

/**
 * Returns events of some types after `after`, and up to which number was looked: at most `most` events are, whatever their
 * type.
 */
export async function readEventsOf(
  database: Database,
  streamId: string,
  { types, after, most }: { types: ReadonlySet<EventType>; after: number; most: number },
): Promise<{ events: EventRecord[]; position: number }> {
  const { oldest, last } = await selectBounds(database, streamId);
  // Events that are no longer kept have numbers too.
  const from = Math.max(after, Math.min(oldest - 1, last));
  const position = Math.max(after, Math.min(last, from + most));
  if (position === after) return { events: [], position };
  const events = await selectEvents(database, { streamId, types, after: from, upTo: position, limit: most });
  return { events: events.map(recordOf), position };
}

/** Returns undefined when the event is no longer kept. */
export async function findEvent(
  database: Database,
  streamId: string,
  sequence: number,
): Promise<EventRecord | undefined> {
  const [event] = await readEventsAfter(database, streamId, sequence - 1, 1);
  return event?.sequence === sequence ? event : undefined;
}

/** Returns the number of the last event of a stream; 0 before the first. */
export async function lastSequenceOf(database: Database, streamId: string): Promise<number> {
  return (await selectBounds(database, streamId)).last;
}
