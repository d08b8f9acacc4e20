import { getHeapStatistics } from 'node:v8';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { beyondLimit, type ServiceError } from '../errors.ts';
import { BodiesUnderWay } from './bodies-under-way.ts';
import type { App } from './server.ts';

const lookEveryMs = 250;
const heapShare = 0.9;
/** Of the memory that the process may hold, for bodies that are still arriving or being worked on. */
const shareOfBodies = 0.25;

/** Bytes that the process may hold, and those that it does; without a setting, of its heap. */
function lookAtMemory(limitBytes: number): { used: number; most: number } {
  if (limitBytes > 0) return { used: process.memoryUsage.rss(), most: limitBytes };
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  return { used: used_heap_size, most: Math.floor(heapShare * heap_size_limit) };
}

/**
 * Turns requests away while memory is short, so that those being answered are; a later one finds room again. Large bodies
 * are counted as soon as they are announced: many at once would be here before anybody could look.
 */
export function turnAwayWhenFull(app: App, { memoryLimitBytes }: Pick<Config, 'memoryLimitBytes'>): void {
  let memory = lookAtMemory(memoryLimitBytes);
  const bodies = new BodiesUnderWay(Math.floor(memory.most * shareOfBodies));
  const timer = setInterval(() => {
    memory = lookAtMemory(memoryLimitBytes);
  }, lookEveryMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onRequest', (request, reply, done) => {
    if (memory.used > memory.most && !isOperations(request)) throw overloaded('memory_bytes', memory.most);
    if (!bodies.admit(request, reply)) throw overloaded('body_bytes', bodies.most);
    done();
  });
}

/** Who watches the service must see it just then. */
function isOperations({ url }: FastifyRequest): boolean {
  return url.startsWith('/health/') || url.startsWith('/metrics');
}

function overloaded(name: 'memory_bytes' | 'body_bytes', value: number): ServiceError {
  const what = name === 'memory_bytes' ? 'bytes of memory' : 'bytes of large bodies at once';
  const detail = `The service holds the ${value} ${what} that it may; try again a little later.`;
  return beyondLimit('overloaded', detail, { name, value }, { headers: { 'retry-after': '2' } });
}
