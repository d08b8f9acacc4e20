import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors.ts';

/** One of those who change a record at the same moment succeeds each time, so this is more than ever meet. */
const mostTries = 40;
const pauseMs = 5;

/**
 * Repeats a change when somebody else changed the record between its reading and its writing: fields that are left out
 * stay as the other one left them. A caller who names a state by `If-Match` is refused instead.
 */
export async function repeatStale<Result>(request: FastifyRequest, change: () => Promise<Result>): Promise<Result> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await change();
    } catch (error) {
      const isStale = error instanceof ServiceError && error.code === 'stale_record';
      if (!isStale || request.headers['if-match'] !== undefined || tries === mostTries) throw error;
      await wait(Math.random() * pauseMs * Math.min(tries, 10));
    }
  }
}
