import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { type Caller, localCaller, roles } from '../../caller.ts';
import type { App } from '../../http/reply/app.ts';
import { bodyFaults, emptyAnswer, problems, timestamp } from '../../http/reply/schemas.ts';
import { contextOf } from '../../http/request/caller.ts';
import { actions } from '../../http/request/permissions.ts';
import type { Nodes } from '../../platform/nodes/nodes.ts';
import { requireKnown } from './authenticate.ts';
import { permittedTo } from './authorize.ts';
import type { KeyServices } from './context.ts';
import { emptyCookies, sessionCookie, sessionsIn } from './cookie.ts';
import { signOut } from './sign-out.ts';

const tags = ['Keys'];
/** Maximum bytes of an unauthenticated body. */
const mostBytes = 16 * 1024;

const session = Type.Object(
  {
    actor: Type.String({ description: 'ID of the key; `local` in the open local mode.' }),
    role: Type.Enum(roles),
    every_project: Type.Boolean({ description: 'False for a key that is limited to some projects.' }),
    may: Type.Array(Type.Enum(actions), {
      description: 'The actions that it may do; each operation names its own in `x-action`.',
    }),
    expires_at: Type.Union([timestamp, Type.Null()], { description: 'Expiry of the cookie; null without one.' }),
  },
  { title: 'Session' },
);

const signIn = Type.Object(
  { key: Type.String({ maxLength: 300, description: 'The secret of a key.' }) },
  { additionalProperties: false, examples: [{ key: 'sib_01JZ0000000000000000000000_…' }] },
);

function sessionOf(caller: Caller, expires: number | null = null) {
  const { actor, role, projects } = caller;
  const expires_at = expires === null ? null : new Date(expires).toISOString();
  return { actor, role, every_project: projects === undefined, may: permittedTo(caller), expires_at };
}

/** Adds the routes by which a browser exchanges a key for a cookie that scripts cannot read. */
export function addSessionRoutes(
  app: App,
  services: Pick<KeyServices, 'config' | 'database' | 'keys' | 'sessions'> & { nodes: Nodes },
): void {
  app.post(
    '/api/session',
    {
      schema: {
        tags,
        operationId: 'createSession',
        summary: 'Sign a browser in',
        description: 'Sets an HttpOnly cookie for twelve hours. Before the first key exists, no sign-in is needed.',
        body: signIn,
        response: { 200: session, ...problems(...bodyFaults) },
      },
      bodyLimit: mostBytes,
      config: { action: 'session.begin' },
    },
    async (request, reply) => {
      noStore(reply);
      if (services.keys.isOpen) return sessionOf(localCaller);
      const caller = requireKnown(services.keys.find(request.body.key), request.body.key);
      request.caller = caller; // for the audit
      const begun = services.sessions.begin(caller, 'browser');
      reply.header('set-cookie', sessionCookie(begun, request.headers, services.config));
      return sessionOf(caller, begun.expires);
    },
  );

  app.get(
    '/api/session',
    {
      schema: {
        tags,
        operationId: 'getSession',
        summary: 'Who am I',
        description:
          'Role and projects of the key behind the cookie or header; in the open local mode those of everybody.',
        response: { 200: session, ...problems() },
      },
      config: { action: 'session.read' },
    },
    async (request, reply) => {
      noStore(reply);
      return sessionOf(contextOf(request, services));
    },
  );

  app.delete(
    '/api/session',
    {
      schema: {
        tags,
        operationId: 'deleteSession',
        summary: 'Sign out',
        description: 'Ends every session in the cookies of the request, also one of `/api/login`, and takes them back.',
        response: { 204: emptyAnswer, ...problems() },
      },
      config: { action: 'session.end' },
    },
    async (request, reply) => {
      const shown = sessionsIn(request.headers);
      for (const { token, kind } of shown) request.caller ??= services.sessions.find(token, kind); // for the audit
      const ended = await signOut(services, shown);
      const kinds = new Set(['browser' as const, ...ended.map(({ kind }) => kind)]);
      noStore(reply).header('set-cookie', emptyCookies([...kinds], request.headers, services.config));
      return reply.code(204).send(null);
    },
  );
}

function noStore(reply: FastifyReply): FastifyReply {
  return reply.header('cache-control', 'no-store');
}
