import type { FastifyRequest } from 'fastify';
import type { Parts } from '../context.ts';
import { contextOf } from '../http/caller.ts';
import { requireProject } from '../projects/service.ts';

/** Whose the answer to a request is, once the caller is found to reach the project as it and the key are now. */
export function answerOwnerOf(parts: Parts): (request: FastifyRequest) => Promise<readonly (string | null)[]> {
  return async (request) => {
    const ctx = contextOf(request, parts);
    const { projectName } = (request.params ?? {}) as { projectName?: string };
    return [ctx.actor, projectName === undefined ? null : (await requireProject(ctx, projectName)).id];
  };
}
