import type {
  FastifyReply,
  FastifyRequest,
  onRequestHookHandler,
  onSendHookHandler,
  preValidationHookHandler,
  RouteOptions,
} from 'fastify';
import type { Caller } from '../../caller.ts';
import { ServiceError } from '../../errors.ts';
import type { App } from '../../http/reply/app.ts';
import { type Action, actions, isPublic, permissionFor } from '../../http/request/permissions.ts';
import { sayAction } from '../../http/request/say-action.ts';
import { authenticate, createReauthenticator, endedMeanwhile } from './authenticate.ts';
import type { KeyServices } from './context.ts';
import { refuseProxies } from './proxies.ts';
import { followResponse, isStillAllowed } from './still-allowed.ts';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The action of the route in the table of permissions. Every route has one. */
    action?: Action;
  }
}

/**
 * Checks requests to routes declared later: the caller's role must permit the route's action.
 * Projects are not checked here: a limited caller does not find others (`requireProject`).
 */
export function authorizeRequests(
  app: App,
  services: Pick<KeyServices, 'config' | 'keys' | 'limits' | 'log' | 'sessions' | 'tokens'>,
): void {
  app.decorateRequest('caller', undefined);
  const refuse = refuseProxies(services);
  const refuseProxied: onRequestHookHandler = (request, _reply, done) => {
    refuse(request.raw);
    done();
  };
  app.addHook('onRoute', (route) => {
    const action = actionOf(route);
    documentAction(route, action);
    const admission = isPublic(action) ? [refuseProxied] : [refuseProxied, admit(services, action)];
    route.onRequest = [admission, route.onRequest ?? []].flat();
    if (isPublic(action)) return;
    route.preValidation = [readmit(services, action), route.preValidation ?? []].flat();
    route.onSend = [route.onSend ?? [], recheckStreams(services)].flat();
  });
}

/** Throws at start for a route without an action. */
function actionOf({ method, url, config }: RouteOptions): Action {
  if (config?.action === undefined) throw new Error(`${method} ${url} must name its action in its config`);
  return config.action;
}

function admit(
  services: Pick<KeyServices, 'config' | 'keys' | 'sessions' | 'tokens'>,
  action: Action,
): onRequestHookHandler {
  return (request, _reply, done) => {
    const caller = authenticate(request, services);
    if (caller instanceof Promise) caller.then((known) => letIn(request, known, action)).then(() => done(), done);
    else {
      letIn(request, caller, action);
      done();
    }
  };
}

/**
 * Admits the caller again once the body has arrived, which may be drawn out for an hour: nobody can keep requests open
 * for the time after a key is revoked.
 */
function readmit(
  services: Pick<KeyServices, 'keys' | 'limits' | 'sessions' | 'tokens'>,
  action: Action,
): preValidationHookHandler {
  return (request, _reply, done) => {
    const { caller } = request;
    const now = caller && createReauthenticator(request, caller, services)();
    if (now === undefined) throw endedMeanwhile();
    if (now !== caller) letIn(request, now, action);
    done();
  };
}

/**
 * Rechecks permissions during long responses, and before the answer of an agent, which may have taken minutes; other
 * short ones were checked when their body had arrived.
 */
function recheckStreams(services: Pick<KeyServices, 'keys' | 'limits' | 'sessions' | 'tokens'>): onSendHookHandler {
  return (request, reply, payload, done) => {
    if (isLong(payload)) followResponse(request, reply, services);
    else if (isAnswer(request, reply) && !isStillAllowed(request, services)) return done(endedMeanwhile());
    done(null, payload);
  };
}

function isAnswer({ routeOptions }: FastifyRequest, { statusCode }: FastifyReply): boolean {
  return routeOptions.config.action === 'agents.complete' && statusCode < 400;
}

const longBytes = 64 * 1024;

function isLong(payload: unknown): boolean {
  if (typeof payload === 'string' || Buffer.isBuffer(payload)) return payload.length > longBytes;
  if (typeof payload !== 'object' || payload === null) return false;
  return 'pipe' in payload || 'getReader' in payload || payload instanceof Response;
}

function letIn(request: FastifyRequest, caller: Caller, action: Action): void {
  requirePermission(caller, action);
  request.caller = caller;
}

type Holder = Pick<Caller, 'role' | 'projects'>;

/** @throws ServiceError `not_permitted` */
export function requirePermission(caller: Holder, action: Action): void {
  const detail = whyNot(caller, action);
  if (detail !== undefined) throw new ServiceError('not_permitted', detail);
}

/** Returns all actions that the caller may do. */
export function permittedTo(caller: Holder): Action[] {
  return actions.filter((action) => whyNot(caller, action) === undefined);
}

function whyNot({ role, projects }: Holder, action: Action): string | undefined {
  const { roles, everyProject } = permissionFor(action);
  if (roles !== 'anybody' && !roles.includes(role))
    return `A key of role ${role} may not ${sayAction(action)}; this takes ${roles.join(' or ')}.`;
  if (everyProject && projects !== undefined) return `A key that is limited to projects may not ${sayAction(action)}.`;
  return undefined;
}

/** Adds the action and its roles to the OpenAPI document. */
function documentAction(route: RouteOptions, action: Action): void {
  const { roles } = permissionFor(action);
  const facts = roles === 'anybody' ? { security: [] } : { 'x-action': action, 'x-roles': roles };
  route.schema = Object.assign(route.schema ?? {}, facts);
}
