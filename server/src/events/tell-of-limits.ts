import type { FastifyRequest } from 'fastify';
import type { Parts } from '../context.ts';
import { transact } from '../db/transact.ts';
import type { ErrorCode, ServiceError } from '../errors.ts';
import type { App } from '../http/server.ts';
import { findProjectIds, mayReach } from '../projects/service.ts';

/** Codes that say that something was too much. */
const limits: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'body_too_large',
  'upload_too_large',
  'too_many_rows',
  'query_time_limit',
  'query_memory_limit',
  'rate_limited',
  'queue_full',
  'too_many_listeners',
  'too_many_webhooks',
  'overloaded',
  'storage_full',
]);
const everyMs = 60_000;

/** Writes an event when a limit turns a request away; of each limit at most one a minute for a project. */
export function tellOfLimits(app: App, parts: Parts): void {
  const told = new Map<string, number>();
  const tell = async (request: FastifyRequest, { code, extensions }: ServiceError) => {
    const project = await projectOf(request, parts);
    const key = `${project} ${code}`;
    if (Date.now() - (told.get(key) ?? 0) < everyMs) return;
    told.set(key, Date.now());
    const data = {
      code,
      operation: request.routeOptions.schema?.operationId ?? null,
      limit: extensions?.limit ?? null,
    };
    await transact(parts.database, async (transaction) =>
      parts.events.write(transaction, { type: 'sibyl.limit.hit', project, subject: `limits/${code}`, data }),
    );
  };
  app.failures.on('failure', (request: FastifyRequest, error: ServiceError) => {
    if (!limits.has(error.code)) return;
    tell(request, error).catch((err) => request.log.error({ err }, 'an event of a limit was not written'));
  });
}

/** The project of the address, if its caller may know of it. */
async function projectOf({ params, caller }: FastifyRequest, { database }: Parts): Promise<string | null> {
  const { projectName } = (params ?? {}) as { projectName?: string };
  if (projectName === undefined || caller === undefined) return null;
  const [id] = await findProjectIds(database, [projectName]);
  return id !== undefined && mayReach(caller, id) ? id : null;
}
