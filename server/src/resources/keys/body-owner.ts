import type { FastifyRequest } from 'fastify';
import { mayReach } from '../../caller.ts';
import type { BodyOwner } from '../../http/limits/in-flight-bodies.ts';
import type { KeyServices } from './context.ts';

/** Whose room a large body takes; nobody takes that of a project that is none of theirs. */
export function bodyOwnerOf({ limits }: Pick<KeyServices, 'limits'>): (request: FastifyRequest) => BodyOwner {
  return ({ caller, ip, params }) => {
    const { projectName } = (params ?? {}) as { projectName?: string };
    const project = projectName === undefined ? undefined : limits.idOf(projectName);
    const isTheirs = project !== undefined && caller !== undefined && mayReach(caller, project);
    return { project: isTheirs ? project : '', caller: caller?.actor ?? ip };
  };
}
