import type { Context } from '../context.ts';
import { deleteEventsBefore } from './store.ts';

const batch = 5000;
const dayMs = 24 * 3_600_000;

/** Deletes events that are older than they need be kept, a few at a time, so that no other writer waits long. */
export async function forgetOldEvents({ database, config }: Pick<Context, 'database' | 'config'>): Promise<void> {
  const time = new Date(Date.now() - config.eventRetentionDays * dayMs).toISOString();
  while ((await deleteEventsBefore(database, time, batch)) === batch);
}
