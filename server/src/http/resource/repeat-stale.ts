import { setTimeout as wait } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import { ServiceError } from '../../errors.ts';

/** Another node may be faster each time. */
const mostTries = 40;
const pauseMs = 5;

/** The last one that waits to change a record again, by its address. */
const waiting = new Map<string, Promise<void>>();

/**
 * Repeats a change when somebody else changed the record between its reading and its writing: fields that are left out
 * stay as the other one left them. A caller who names a state by `If-Match` is refused instead.
 */
export async function repeatStale<Result>(request: FastifyRequest, change: () => Promise<Result>): Promise<Result> {
  try {
    return await change();
  } catch (error) {
    if (!isStale(error) || request.headers['if-match'] !== undefined) throw error;
    return await afterOthers(`${request.routeOptions.url} ${JSON.stringify(request.params)}`, () => tryAgain(change));
  }
}

async function tryAgain<Result>(change: () => Promise<Result>): Promise<Result> {
  for (let tries = 2; ; tries += 1) {
    try {
      return await change();
    } catch (error) {
      if (!isStale(error) || tries === mostTries) throw error;
      await wait(Math.random() * pauseMs * Math.min(tries, 10));
    }
  }
}

/**
 * Repeats of one record on this node take turns. Twenty at once would make each other stale, two hundred times in all,
 * and keep all connections to the database waiting for one row.
 */
async function afterOthers<Result>(record: string, work: () => Promise<Result>): Promise<Result> {
  const { promise: own, resolve: end } = Promise.withResolvers<void>();
  const before = waiting.get(record);
  waiting.set(record, own);
  await before;
  try {
    return await work();
  } finally {
    if (waiting.get(record) === own) waiting.delete(record);
    end();
  }
}

function isStale(error: unknown): boolean {
  return error instanceof ServiceError && error.code === 'stale_record';
}
