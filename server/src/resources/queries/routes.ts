import { bodyFaults, problems, projectPath } from '../../http/reply/schemas.ts';
import { signalOf } from '../../http/request/abort.ts';
import { contextOf } from '../../http/request/caller.ts';
import type { App } from '../../http/server.ts';
import type { QueryServices } from './context.ts';
import { queryAnswer, queryBody } from './schemas.ts';
import { runQuery } from './service.ts';

export function addQueryRoutes(app: App, services: QueryServices): void {
  app.post(
    '/api/projects/:projectName/query',
    {
      schema: {
        tags: ['Queries'],
        operationId: 'runQuery',
        summary: 'Query the tables of a project, or a connection',
        description:
          'One read-only SELECT in DuckDB SQL, or in that of a `connection`. Files and settings are out of reach.',
        params: projectPath,
        body: queryBody,
        response: {
          200: queryAnswer,
          ...problems(
            ...bodyFaults,
            'project_not_found',
            'connection_not_found',
            'connection_failed',
            'secret_unreadable',
            'address_not_allowed',
            'query_refused',
            'query_failed',
            'query_time_limit',
            'query_memory_limit',
          ),
        },
      },
      config: { action: 'queries.run' },
    },
    async (request, reply) =>
      runQuery(contextOf(request, services), request.params.projectName, request.body, signalOf(reply)),
  );
}
