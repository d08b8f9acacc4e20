import type { FastifyReply, FastifyRequest } from 'fastify';
import type { App } from '../../http/reply/app.ts';
import type { Action } from '../../http/request/permissions.ts';
import { findProjectIds } from '../projects/service.ts';
import { isAudited } from './audited.ts';
import type { AuditServices } from './context.ts';
import { type AuditTrail, beginEntry, type Entry } from './trail.ts';
import { UnknownCallerLimit } from './unknown-callers.ts';

declare module 'fastify' {
  interface FastifyRequest {
    auditEntry: Entry | undefined;
  }
}

/** Audits every request, including refused ones, to routes declared later that may change something. */
export function auditRequests(app: App, services: Pick<AuditServices, 'audit' | 'database'>): void {
  const unknown = new UnknownCallerLimit();
  app.decorateRequest('auditEntry', undefined);
  app.addHook('onRoute', (route) => {
    const action = route.config?.action;
    if (action === undefined || !isAudited(route.method, action)) return;
    // Before the key check, so that refused requests are audited as well.
    const begin = async (request: FastifyRequest) => {
      request.auditEntry = await entryOf(request, action, services);
    };
    route.onRequest = [begin, route.onRequest ?? []].flat();
    route.preHandler = [followHandler(services), route.preHandler ?? []].flat();
    const settle = async (request: FastifyRequest, reply: FastifyReply) =>
      settleEntry(request, reply, services.audit, unknown);
    route.onResponse = [settle, route.onResponse ?? []].flat();
  });
}

async function entryOf(
  request: FastifyRequest,
  action: Action,
  { database }: Pick<AuditServices, 'database'>,
): Promise<Entry> {
  const { projectName } = (request.params ?? {}) as { projectName?: string };
  const [projectId = null] = projectName === undefined ? [] : await findProjectIds(database, [projectName]);
  return beginEntry({
    actor: null,
    role: null,
    address: request.ip,
    request_id: request.id,
    action,
    project_id: projectId,
    subject: request.url.split('?')[0],
  });
}

function followHandler({ audit }: Pick<AuditServices, 'audit'>) {
  return (request: FastifyRequest, _reply: FastifyReply, done: () => void) => {
    const { auditEntry: entry } = request;
    if (!entry) return done();
    Object.assign(entry.row, callerOf(request));
    audit.record(entry, done);
  };
}

function callerOf({ caller }: FastifyRequest) {
  return caller ? { actor: caller.actor, role: caller.role } : {};
}

function settleEntry(
  request: FastifyRequest,
  reply: FastifyReply,
  audit: AuditTrail,
  unknown: UnknownCallerLimit,
): void {
  const { auditEntry: entry } = request;
  if (!entry || (reply.statusCode === 401 && !unknown.mayBeRecorded())) return;
  const made = reply.statusCode === 201 ? reply.getHeader('location') : undefined;
  audit.complete(entry, {
    ...callerOf(request),
    ...(typeof made === 'string' ? { subject: withoutPrefix(made, request.server.publicPath) } : {}),
    outcome: outcomeOf(reply.statusCode),
    status: reply.statusCode,
    code: reply.problemCode ?? null,
  });
}

/** Entries name records as the service does, wherever a proxy serves it. */
function withoutPrefix(path: string, prefix: string): string {
  return path.startsWith(`${prefix}/`) ? path.slice(prefix.length) : path;
}

function outcomeOf(status: number): 'done' | 'refused' | 'failed' {
  if (status < 400) return 'done';
  return status === 401 || status === 403 ? 'refused' : 'failed';
}
