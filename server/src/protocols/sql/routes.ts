import type { FastifyReply } from 'fastify';
import { Type } from 'typebox';
import { type Caller, localCaller } from '../../caller.ts';
import { invalidField, ServiceError } from '../../errors.ts';
import type { App } from '../../http/reply/app.ts';
import { serviceErrorOf } from '../../http/reply/problem.ts';
import { bodyFaults, problems } from '../../http/reply/schemas.ts';
import { sendWritten } from '../../http/reply/send-written.ts';
import { signalOf } from '../../http/request/abort.ts';
import { contextOf } from '../../http/request/caller.ts';
import { version } from '../../release.ts';
import { requireKnown } from '../../resources/keys/authenticate.ts';
import { requirePermission } from '../../resources/keys/authorize.ts';
import { sessionCookie } from '../../resources/keys/cookie.ts';
import { listModels } from '../../resources/models/service.ts';
import { requireShortSql } from '../../resources/projects/require-short-sql.ts';
import { listTables } from '../../resources/tables/service.ts';
import { catalogs } from './catalog.ts';
import type { SqlContext, SqlServices } from './context.ts';
import { everything, findProject, requireNamed } from './projects.ts';
import type { SqlResult, WrittenTable } from './result.ts';
import { runStatement } from './run.ts';

const tags = ['SQL'];
/** Maximum bytes of an unauthenticated body. */
const mostBytes = 16 * 1024;

const statement = Type.Object(
  {
    query: Type.String({ minLength: 1, description: 'One statement, of at most 100,000 bytes (`sql_bytes`).' }),
    context: Type.Optional(
      Type.Union([
        Type.Object({
          db: Type.Optional(
            Type.Union([Type.String(), Type.Null()], {
              description: 'Project of unqualified names. Default: `default`.',
            }),
          ),
        }),
        Type.Null(),
      ]),
    ),
  },
  { examples: [{ query: 'SELECT * FROM default.home_rentals_model WHERE sqft = 823' }] },
);

const answer = Type.Object(
  {
    type: Type.Enum(['table', 'ok', 'error']),
    column_names: Type.Optional(Type.Array(Type.String())),
    data: Type.Optional(Type.Array(Type.Array(Type.Unknown()), { description: 'Values in the order of the columns.' })),
    error_code: Type.Optional(Type.Integer()),
    error_message: Type.Optional(Type.String({ description: 'What is wrong, and what would be right.' })),
  },
  { title: 'SqlAnswer' },
);

/** Adds the protocol of clients that send SQL over HTTP, in which models are tables. */
export function addSqlRoutes(app: App, services: SqlServices): void {
  app.post(
    '/api/sql/query',
    {
      schema: {
        tags,
        operationId: 'runStatement',
        summary: 'Run a statement of SQL, also on models',
        description:
          'For existing clients: SELECT from tables, models (a prediction) and joins of both, CREATE MODEL, RETRAIN, DESCRIBE, SHOW, DROP, CREATE DATABASE. A failed statement gets status 200 with `type` `error`.',
        body: statement,
        response: { 200: answer, ...problems(...bodyFaults) },
      },
      config: { action: 'sql.use' },
    },
    async (request, reply) => {
      const { query, context } = request.body;
      const ctx: SqlContext = { ...contextOf(request, services), project: 'default', signal: signalOf(reply) };
      try {
        requireShortSql(query, services.config.maxSqlBytes);
        const project = (await findProject(ctx, context?.db || 'mindsdb')) ?? context?.db ?? 'default';
        const result = await runStatement({ ...ctx, project }, query);
        return 'pieces' in result ? sendTable(reply, result) : result;
      } catch (thrown) {
        return errorOf(thrown);
      }
    },
  );
  addStatusRoutes(app, services);
  addLoginRoutes(app, services);
}

function sendTable(reply: FastifyReply, { column_names, pieces }: WrittenTable): FastifyReply {
  return sendWritten(reply, `{"type":"table","column_names":${JSON.stringify(column_names)},"data":[`, pieces, ']}');
}

/** Internal errors stay failures of the request. */
function errorOf(thrown: unknown): SqlResult {
  const error = serviceErrorOf(thrown);
  if (error.status >= 500) throw error;
  const faults = (error.errors ?? []).map(({ pointer, detail }) => `${pointer} ${detail}`);
  return { type: 'error', error_code: error.status, error_message: [error.message, ...faults].join(' ') };
}

const node = Type.Object(
  {
    name: Type.String(),
    class: Type.String({ description: '`db` or `table`.' }),
    type: Type.String(),
    engine: Type.Union([Type.String(), Type.Null()]),
    deletable: Type.Boolean(),
    visible: Type.Boolean(),
  },
  { title: 'TreeNode' },
);

function addStatusRoutes(app: App, services: SqlServices): void {
  app.get(
    '/api/status',
    {
      schema: {
        tags,
        operationId: 'getStatus',
        summary: 'Status, as these clients read it first',
        description: 'Existing clients read version and kind of the service before they log in.',
        response: {
          200: Type.Object({
            environment: Type.String(),
            mindsdb_version: Type.String({ description: 'The version of this service.' }),
            auth: Type.Object({
              confirmed: Type.Boolean(),
              http_auth_enabled: Type.Boolean(),
              provider: Type.String(),
            }),
          }),
          ...problems(),
        },
      },
      config: { action: 'service.health' },
    },
    async () => ({
      environment: 'local',
      mindsdb_version: version,
      auth: { confirmed: services.keys.isOpen, http_auth_enabled: !services.keys.isOpen, provider: 'sibyl' },
    }),
  );
  const tree = { tags, response: { 200: Type.Array(node), ...problems('project_not_found') } };
  const config = { action: 'tables.list' } as const;
  app.get(
    '/api/tree',
    {
      schema: {
        ...tree,
        operationId: 'listTree',
        summary: 'List projects and connections as a tree',
        description: 'What an editor of SQL shows at its side.',
      },
      config,
    },
    async (request, reply) => {
      const ctx: SqlContext = { ...contextOf(request, services), project: 'default', signal: signalOf(reply) };
      const rows = await catalogs.databases(ctx);
      return rows.map(({ NAME, TYPE, ENGINE }) => {
        return { ...leaf(String(NAME), 'db', String(TYPE)), engine: String(ENGINE), deletable: TYPE !== 'system' };
      });
    },
  );
  app.get(
    '/api/tree/:projectName',
    {
      schema: {
        ...tree,
        operationId: 'listTreeOfProject',
        summary: 'List tables and models of a project as a tree',
        description: 'The tables and models of one project, each with its kind.',
        params: Type.Object({ projectName: Type.String({ description: 'Name of the project.' }) }),
      },
      config,
    },
    async (request, reply) => {
      const ctx: SqlContext = { ...contextOf(request, services), project: 'default', signal: signalOf(reply) };
      requirePermission(ctx, 'tables.list');
      const project = await requireNamed(ctx, request.params.projectName);
      const tables = await listTables(ctx, project, everything);
      const models = await listModels(ctx, project, { ...everything, status: undefined });
      return [
        ...tables.items.map(({ name }) => leaf(name, 'table', 'table')),
        ...models.items.map(({ name }) => leaf(name, 'table', 'model')),
      ];
    },
  );
}

function leaf(name: string, kind: string, type: string) {
  return { name, class: kind, type, engine: null as string | null, deletable: true, visible: true };
}

const login = Type.Object(
  {
    password: Type.Union([Type.String({ maxLength: 300 }), Type.Null()], { description: 'The secret of a key.' }),
    username: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: 'Ignored.' })),
    email: Type.Optional(Type.Union([Type.String(), Type.Null()], { description: 'Ignored.' })),
  },
  { examples: [{ username: 'any', password: 'sib_…' }] },
);

/** A client that gets 401 or 403 logs in again; the answer to a login must be neither, or it does so without end. */
function ownerOf(keys: SqlServices['keys'], secret: string): Caller {
  try {
    return requireKnown(keys.find(secret), secret);
  } catch (error) {
    throw error instanceof ServiceError ? invalidField('/password', `is not a key: ${error.message}`) : error;
  }
}

function addLoginRoutes(app: App, { config: settings, keys, sessions }: SqlServices): void {
  for (const [url, operationId] of [
    ['/api/login', 'logIn'],
    ['/cloud/login', 'logInToCloud'],
  ] as const)
    app.post(
      url,
      {
        schema: {
          tags,
          operationId,
          summary: 'Log in with a key as the password',
          description: 'Sets the cookie `session`, which is only for programs: browsers sign in at `/api/session`.',
          body: login,
          response: {
            200: Type.Object({ token: Type.String({ description: 'To send as `Authorization: Bearer …`.' }) }),
            ...problems(...bodyFaults),
          },
        },
        bodyLimit: mostBytes,
        config: { action: 'session.begin' },
      },
      async (request, reply) => {
        const secret = request.body.password ?? '';
        const caller = keys.isOpen ? localCaller : ownerOf(keys, secret);
        if (request.headers.origin !== undefined)
          throw new ServiceError('forbidden_origin', 'Pages sign in at /api/session; this door is for programs.');
        reply.header('cache-control', 'no-store');
        if (keys.isOpen) {
          reply.header('set-cookie', 'session=open; Path=/; HttpOnly; SameSite=Strict'); // clients look for one
          return { token: 'open' };
        }
        request.caller = caller; // for the audit
        reply.header('set-cookie', sessionCookie(sessions.begin(caller, 'program'), request.headers, settings));
        return { token: secret };
      },
    );
}
