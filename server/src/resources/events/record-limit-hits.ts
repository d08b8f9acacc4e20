import type { FastifyRequest } from 'fastify';
import { mayReach } from '../../caller.ts';
import { limitOf, type ServiceError } from '../../errors.ts';
import type { App } from '../../http/reply/app.ts';
import type { EventServices } from './context.ts';

/** Records each request that a limit refused. */
export function recordLimitHits(app: App, { limits, limitHits }: Pick<EventServices, 'limitHits' | 'limits'>): void {
  app.failures.on('failure', (request: FastifyRequest, error: ServiceError) => {
    const limit = limitOf(error);
    if (limit === undefined) return;
    const operation = request.routeOptions.schema?.operationId ?? null;
    limitHits.record({ project: projectOf(request, limits), code: error.code, limit, operation });
  });
}

/** Returns the project of the path, if the caller may know of it. */
function projectOf({ params, caller }: FastifyRequest, limits: EventServices['limits']): string | null {
  const { projectName } = (params ?? {}) as { projectName?: string };
  const id = projectName === undefined ? undefined : limits.idOf(projectName);
  return id !== undefined && caller !== undefined && mayReach(caller, id) ? id : null;
}
