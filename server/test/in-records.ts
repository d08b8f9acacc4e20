import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as pause } from 'node:timers/promises';
import type { TestService } from './service.ts';

/**
 * Writes to the database of a running service like another process. The service runs in this very process, which a
 * wait for a lock would block, so each attempt is short and lets it continue.
 */
export async function inRecords<Result>(
  { directory }: TestService,
  work: (database: DatabaseSync) => Result,
): Promise<Result> {
  using database = new DatabaseSync(join(directory, 'sibyl.db'), { timeout: 0 });
  for (;;) {
    try {
      return work(database);
    } catch (error) {
      if (!/locked/.test(String(error))) throw error;
      await pause(1);
    }
  }
}
