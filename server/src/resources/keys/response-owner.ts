import type { FastifyRequest } from 'fastify';
import { contextOf } from '../../http/request/caller.ts';
import { requireProject } from '../projects/service.ts';
import type { KeyServices } from './context.ts';

/** Whose the answer to a request is, once the caller is found to reach the project as it and the key are now. */
export function responseOwnerOf(
  services: Pick<KeyServices, 'database'>,
): (request: FastifyRequest) => Promise<readonly (string | null)[]> {
  return async (request) => {
    const ctx = contextOf(request, services);
    const { projectName } = (request.params ?? {}) as { projectName?: string };
    return [ctx.actor, projectName === undefined ? null : (await requireProject(ctx, projectName)).id];
  };
}
