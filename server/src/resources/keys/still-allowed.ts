import type { FastifyReply, FastifyRequest } from 'fastify';
import { type Caller, mayReach, roles } from '../../caller.ts';
import { type Action, permissionFor } from '../../http/request/permissions.ts';
import { createReauthenticator } from './authenticate.ts';
import type { KeyServices } from './context.ts';

/** Limits a long response to what its caller is allowed at every moment. */
export function followResponse(
  request: FastifyRequest,
  reply: FastifyReply,
  services: Pick<KeyServices, 'keys' | 'limits' | 'sessions' | 'tokens'>,
): void {
  const { caller } = request;
  if (caller === undefined) return;
  const mayGoOn = permissionCheckOf(request, caller, services);
  services.keys.responses.track(reply.raw, { actor: caller.actor, mayGoOn });
}

/** Whether the caller may still have the answer; also where its secret alone ended, not its key. */
export function isStillAllowed(
  request: FastifyRequest,
  services: Pick<KeyServices, 'keys' | 'limits' | 'sessions' | 'tokens'>,
): boolean {
  return request.caller === undefined || permissionCheckOf(request, request.caller, services)();
}

function permissionCheckOf(
  request: FastifyRequest,
  then: Caller,
  services: Pick<KeyServices, 'keys' | 'limits' | 'sessions' | 'tokens'>,
): () => boolean {
  const recall = createReauthenticator(request, then, services);
  const { action } = request.routeOptions.config;
  const { projectName } = (request.params ?? {}) as { projectName?: string };
  const project = projectName === undefined ? undefined : services.limits.idOf(projectName);
  return () => {
    const now = recall();
    if (now === undefined || action === undefined || !mayStill(now, action)) return false;
    // A response without a project in its path may be about any project, so it needs all rights that the caller had.
    return project === undefined ? isNoLess(now, then) : mayReach(now, project);
  };
}

function mayStill({ role, projects }: Caller, action: Action): boolean {
  const { roles: allowed, everyProject } = permissionFor(action);
  return (allowed === 'anybody' || allowed.includes(role)) && (!everyProject || projects === undefined);
}

function isNoLess(now: Caller, then: Caller): boolean {
  if (roles.indexOf(now.role) > roles.indexOf(then.role)) return false;
  return now.projects === undefined || (then.projects?.isSubsetOf(new Set(now.projects)) ?? false);
}
