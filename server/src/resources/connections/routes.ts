import type { App } from '../../http/reply/app.ts';
import { problems } from '../../http/reply/schemas.ts';
import { signalOf } from '../../http/request/abort.ts';
import { contextOf } from '../../http/request/caller.ts';
import { addResource } from '../../http/resource/add-resource.ts';
import { addressOf } from '../../http/resource/address.ts';
import type { ConnectionServices } from './context.ts';
import {
  connectionChange,
  connectionCreation,
  connectionPath,
  connectionRecord,
  connectionTestAnswer,
} from './schemas.ts';
import { changeConnection, createConnection, deleteConnection, getConnection, listConnections } from './service.ts';
import { testConnection } from './test-connection.ts';

const path = '/api/projects/:projectName/connections/:connectionName';

export function addConnectionRoutes(
  app: App,
  services: Pick<ConnectionServices, 'database' | 'connectionPools' | 'events' | 'secrets'>,
): void {
  addResource(app, services, {
    name: 'connection',
    tag: 'Connections',
    path,
    params: connectionPath,
    record: connectionRecord,
    list: { verb: (ctx, { project }, listing) => listConnections(ctx, project, listing) },
    create: {
      summary: 'Create a connection to a database',
      description: 'For queries, skills and trainings. It connects only with `test`; testConnection does so later.',
      faults: ['connection_failed'],
      body: connectionCreation,
      verb: (ctx, { project }, body) => createConnection(ctx, project, body),
    },
    read: { verb: getConnection },
    update: {
      description:
        'Secrets must be sent again when the place that they are sent to changes, such as host, port or encryption.',
      body: connectionChange,
      faults: ['connection_failed'],
      verb: changeConnection,
    },
    delete: { verb: deleteConnection },
  });

  app.post(
    `${path}/test`,
    {
      schema: {
        tags: ['Connections'],
        operationId: 'testConnection',
        summary: 'Test a connection',
        description: 'Queries the database once. A failure is a result too, shown in `status`.',
        params: connectionPath,
        response: { 200: connectionTestAnswer, ...problems('project_not_found', 'connection_not_found') },
      },
      config: { action: 'connections.test' },
    },
    async (request, reply) => testConnection(contextOf(request, services), addressOf(request.params), signalOf(reply)),
  );
}
