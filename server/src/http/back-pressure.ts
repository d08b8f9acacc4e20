import { getHeapStatistics } from 'node:v8';
import type { FastifyRequest } from 'fastify';
import type { Config } from '../config.ts';
import { ServiceError } from '../errors.ts';
import type { App } from './server.ts';

const lookEveryMs = 250;
const heapShare = 0.9;

/** Whether the process has as much memory as it may. */
function isFull(limitBytes: number): boolean {
  if (limitBytes > 0) return process.memoryUsage.rss() > limitBytes;
  const { used_heap_size, heap_size_limit } = getHeapStatistics();
  return used_heap_size > heapShare * heap_size_limit;
}

/** Turns requests away while memory is short, so that those being answered are; a later one finds room again. */
export function turnAwayWhenFull(app: App, { memoryLimitBytes }: Pick<Config, 'memoryLimitBytes'>): void {
  let full = false;
  const timer = setInterval(() => {
    full = isFull(memoryLimitBytes);
  }, lookEveryMs).unref();
  app.addHook('onClose', async () => clearInterval(timer));
  app.addHook('onRequest', (request, _reply, done) => {
    if (full && !isOperations(request)) throw overloaded();
    done();
  });
}

/** Who watches the service must see it just then. */
function isOperations({ url }: FastifyRequest): boolean {
  return url.startsWith('/health/') || url.startsWith('/metrics');
}

function overloaded(): ServiceError {
  const detail = 'The service has no memory to spare at this moment; try again a little later.';
  return new ServiceError('overloaded', detail, { headers: { 'retry-after': '2' } });
}
