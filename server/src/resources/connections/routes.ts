import { Type } from 'typebox';
import { requireFresh, sendRecord } from '../../http/reply/etags.ts';
import { bodyFaults, emptyAnswer, keyFaults, problems, projectPath } from '../../http/reply/schemas.ts';
import { signalOf } from '../../http/request/abort.ts';
import { contextOf } from '../../http/request/caller.ts';
import { listingOf, listQuery, sendPage } from '../../http/request/listing.ts';
import { unwrapBody } from '../../http/request/unwrap-body.ts';
import type { App } from '../../http/server.ts';
import type { ConnectionServices } from './context.ts';
import {
  connectionChange,
  connectionCreation,
  connectionPath,
  connectionRecord,
  connectionTestAnswer,
} from './schemas.ts';
import {
  type ConnectionAddress,
  changeConnection,
  createConnection,
  deleteConnection,
  getConnection,
  listConnections,
} from './service.ts';
import { testConnection } from './test-connection.ts';

const tags = ['Connections'];
const collection = '/api/projects/:projectName/connections';
const one = `${collection}/:connectionName`;
const missing = ['project_not_found', 'connection_not_found'] as const;
const preValidation = unwrapBody('connection');

function addressOf(params: { projectName: string; connectionName: string }): ConnectionAddress {
  return { project: params.projectName, connection: params.connectionName };
}

export function addConnectionRoutes(
  app: App,
  services: Pick<ConnectionServices, 'database' | 'connectionPools' | 'events' | 'outgoing' | 'secrets'>,
): void {
  addReadingRoutes(app, services);

  app.post(
    collection,
    {
      schema: {
        tags,
        operationId: 'createConnection',
        summary: 'Create a connection to a database',
        description: 'For queries, skills and trainings. Nothing is connected to yet; `test` does that.',
        params: projectPath,
        body: connectionCreation,
        response: {
          201: connectionRecord,
          ...problems(...keyFaults, ...bodyFaults, 'project_not_found', 'name_taken'),
        },
      },
      config: { action: 'connections.create', idempotent: true },
      preValidation,
    },
    async (request, reply) => {
      const record = await createConnection(contextOf(request, services), request.params.projectName, request.body);
      reply.code(201).header('location', `/api/projects/${record.project}/connections/${record.name}`);
      return sendRecord(request, reply, record);
    },
  );

  app.put(
    one,
    {
      schema: {
        tags,
        operationId: 'updateConnection',
        summary: 'Change a connection',
        description: 'The password must be sent anew when host, port or encryption change.',
        params: connectionPath,
        body: connectionChange,
        response: { 200: connectionRecord, ...problems(...bodyFaults, ...missing, 'name_taken', 'stale_record') },
      },
      config: { action: 'connections.update' },
      preValidation,
    },
    async (request, reply) => {
      const check = (current: object) => requireFresh(request, current);
      const ctx = contextOf(request, services);
      return sendRecord(request, reply, await changeConnection(ctx, addressOf(request.params), request.body, check));
    },
  );

  app.delete(
    one,
    {
      schema: {
        tags,
        operationId: 'deleteConnection',
        summary: 'Delete a connection',
        params: connectionPath,
        response: { 204: emptyAnswer, ...problems(...missing, 'stale_record') },
      },
      config: { action: 'connections.delete' },
    },
    async (request, reply) => {
      const check = (current: object) => requireFresh(request, current);
      await deleteConnection(contextOf(request, services), addressOf(request.params), check);
      return reply.code(204).send(null);
    },
  );

  app.post(
    `${one}/test`,
    {
      schema: {
        tags,
        operationId: 'testConnection',
        summary: 'Test a connection',
        description: 'Asks the database once. A failure is an answer too: `status` says which it was.',
        params: connectionPath,
        response: { 200: connectionTestAnswer, ...problems(...missing) },
      },
      config: { action: 'connections.test' },
    },
    async (request, reply) => testConnection(contextOf(request, services), addressOf(request.params), signalOf(reply)),
  );
}

function addReadingRoutes(app: App, services: Pick<ConnectionServices, 'database' | 'secrets'>): void {
  app.get(
    collection,
    {
      schema: {
        tags,
        operationId: 'listConnections',
        summary: 'List connections',
        params: projectPath,
        querystring: listQuery,
        response: { 200: Type.Array(connectionRecord), ...problems('invalid_input', 'project_not_found') },
      },
      config: { action: 'connections.list' },
    },
    async (request, reply) => {
      const ctx = contextOf(request, services);
      return sendPage(request, reply, await listConnections(ctx, request.params.projectName, listingOf(request.query)));
    },
  );

  app.get(
    one,
    {
      schema: {
        tags,
        operationId: 'getConnection',
        summary: 'Read a connection',
        params: connectionPath,
        response: { 200: connectionRecord, ...problems(...missing) },
      },
      config: { action: 'connections.read' },
    },
    async (request, reply) =>
      sendRecord(request, reply, await getConnection(contextOf(request, services), addressOf(request.params))),
  );
}
