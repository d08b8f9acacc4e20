import type { FastifyRequest } from 'fastify';
import type { Parts } from '../context.ts';
import { limitOf, type ServiceError } from '../errors.ts';
import type { App } from '../http/server.ts';
import { mayReach } from '../projects/service.ts';

/** Notes each request that a limit turned away. */
export function tellOfLimits(app: App, { limits, limitHits }: Parts): void {
  app.failures.on('failure', (request: FastifyRequest, error: ServiceError) => {
    const limit = limitOf(error);
    if (limit === undefined) return;
    const operation = request.routeOptions.schema?.operationId ?? null;
    limitHits.note({ project: projectOf(request, limits), code: error.code, limit, operation });
  });
}

/** The project of the address, if its caller may know of it. */
function projectOf({ params, caller }: FastifyRequest, limits: Parts['limits']): string | null {
  const { projectName } = (params ?? {}) as { projectName?: string };
  const id = projectName === undefined ? undefined : limits.idOf(projectName);
  return id !== undefined && caller !== undefined && mayReach(caller, id) ? id : null;
}
