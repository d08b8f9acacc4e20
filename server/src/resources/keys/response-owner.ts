import type { FastifyRequest } from 'fastify';
import { contextOf } from '../../http/request/caller.ts';
import { requireProject } from '../projects/service.ts';
import type { KeyServices } from './context.ts';

/** Returns the owner of a stored response, after checking that the caller still reaches the project. */
export function responseOwnerOf(
  services: Pick<KeyServices, 'database'>,
): (request: FastifyRequest) => Promise<readonly (string | null)[]> {
  return async (request) => {
    const ctx = contextOf(request, services);
    const { projectName } = (request.params ?? {}) as { projectName?: string };
    return [ctx.actor, projectName === undefined ? null : (await requireProject(ctx, projectName)).id];
  };
}
