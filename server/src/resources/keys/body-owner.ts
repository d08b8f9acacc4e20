import type { FastifyRequest } from 'fastify';
import { mayReach } from '../../caller.ts';
import type { BodyOwner } from '../../http/limits/shared-bytes.ts';
import type { KeyServices } from './context.ts';

/** Returns the project that a large body counts against; a project that the caller cannot reach never counts. */
export function bodyOwnerOf({ limits }: Pick<KeyServices, 'limits'>): (request: FastifyRequest) => BodyOwner {
  return ({ caller, ip, params }) => {
    const { projectName } = (params ?? {}) as { projectName?: string };
    const project = projectName === undefined ? undefined : limits.idOf(projectName);
    const isTheirs = project !== undefined && caller !== undefined && mayReach(caller, project);
    return { project: isTheirs ? project : '', caller: caller?.actor ?? ip };
  };
}
