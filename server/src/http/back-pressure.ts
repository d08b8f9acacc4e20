import { getHeapStatistics } from 'node:v8';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { beyondLimit, type ServiceError } from '../errors.ts';
import type { App } from './server.ts';

const lookEveryMs = 250;
const heapShare = 0.9;

/** Bytes that the process may hold, and those that it does; without a setting, of its heap. */
function lookAtMemory(limitBytes: number): { used: number; most: number } {
  if (limitBytes > 0) return { used: process.memoryUsage.rss(), most: limitBytes };
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  return { used: used_heap_size, most: Math.floor(heapShare * heap_size_limit) };
}

/** Turns requests away while memory is short, so that those being answered are; a later one finds room again. */
export function turnAwayWhenFull(app: App, { memoryLimitBytes }: Pick<Config, 'memoryLimitBytes'>): void {
  let memory = { used: 0, most: 0 };
  const timer = setInterval(() => {
    memory = lookAtMemory(memoryLimitBytes);
  }, lookEveryMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onRequest', (request, _reply, done) => {
    if (memory.used > memory.most && !isOperations(request)) throw overloaded(memory.most);
    done();
  });
}

/** Who watches the service must see it just then. */
function isOperations({ url }: FastifyRequest): boolean {
  return url.startsWith('/health/') || url.startsWith('/metrics');
}

function overloaded(most: number): ServiceError {
  const detail = `The service holds the ${most} bytes of memory that it may; try again a little later.`;
  return beyondLimit('overloaded', detail, { name: 'memory_bytes', value: most }, { headers: { 'retry-after': '2' } });
}
