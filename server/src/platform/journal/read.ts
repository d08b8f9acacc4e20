import type { Database } from '../db/schema.ts';
import { type EventRecord, recordOf } from './record.ts';
import { selectBounds, selectEvents } from './store.ts';

/** Returns at most `limit` events of a stream after `after`, in order. */
export async function readEventsAfter(
  database: Database,
  streamId: string,
  after: number,
  limit: number,
): Promise<EventRecord[]> {
  return (await selectEvents(database, { streamId, after, limit })).map(recordOf);
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
