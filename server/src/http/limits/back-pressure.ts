import type { Readable } from 'node:stream';
import { getHeapStatistics } from 'node:v8';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../../config.ts';
import { beyondLimit, type ServiceError } from '../../errors.ts';
import type { App } from '../reply/app.ts';
import { InFlightBodies } from './in-flight-bodies.ts';
import type { BodyOwner } from './shared-bytes.ts';
import { holdUnreadAnswers } from './unread-answers.ts';

const lookEveryMs = 250;
const heapShare = 0.9;
/** Share of the memory limit for bodies that are arriving or being processed. */
const shareOfBodies = 0.25;
/** Share for answers that their readers have not taken yet. */
const shareOfAnswers = 0.25;
/** A reader that takes nothing for longer has gone. */
const silenceMs = 30_000;
/** Share for bodies without a key: messages to chatbots on web pages and from chat platforms. */
const shareOfStrangers = 0.02;

/** Returns the used memory and its limit; without a setting, that of the heap. */
function lookAtMemory(limitBytes: number): { used: number; most: number } {
  if (limitBytes > 0) return { used: process.memoryUsage.rss(), most: limitBytes };
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  return { used: used_heap_size, most: Math.floor(heapShare * heap_size_limit) };
}

/**
 * Refuses requests while memory is short, so that running ones can finish. Large bodies are counted as they arrive,
 * after the check of who may send them, because many at once could arrive between two checks. Returns a function that
 * tells whether memory is short.
 */
export function turnAwayWhenFull(
  app: App,
  { memoryLimitBytes, idleTimeoutMs }: Pick<Config, 'memoryLimitBytes' | 'idleTimeoutMs'>,
  ownerOf: (request: FastifyRequest) => BodyOwner,
): () => boolean {
  let memory = lookAtMemory(memoryLimitBytes);
  const bodies = new InFlightBodies(Math.floor(memory.most * shareOfBodies));
  const ofStrangers = new InFlightBodies(Math.floor(memory.most * shareOfStrangers));
  const mostOfAnswers = Math.floor(memory.most * shareOfAnswers);
  holdUnreadAnswers(app, { mostBytes: mostOfAnswers, silenceMs: Math.min(silenceMs, idleTimeoutMs) }, ownerOf);
  const isFull = () => memory.used > memory.most;
  const timer = setInterval(() => {
    memory = lookAtMemory(memoryLimitBytes);
    for (const one of [bodies, ofStrangers]) one.dropSlow(performance.now());
  }, lookEveryMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onRequest', (request, _reply, done) => {
    if (isFull() && !isOperations(request)) throw overloaded(memory.most);
    done();
  });
  app.addHook('preParsing', (request, reply, payload, done) => {
    const whose = request.caller === undefined ? ofStrangers : bodies;
    done(
      null,
      whose.follow(request, reply, payload as Readable, () => ownerOf(request)),
    );
  });
  return isFull;
}

/** Monitoring must work when memory is short. */
function isOperations({ url }: FastifyRequest): boolean {
  return url.startsWith('/health/') || url.startsWith('/metrics');
}

function overloaded(value: number): ServiceError {
  const detail = `The service holds the ${value} bytes of memory that it may; try again a little later.`;
  return beyondLimit('overloaded', detail, { name: 'memory_bytes', value }, { headers: { 'retry-after': '2' } });
}
