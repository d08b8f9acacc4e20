import type { Parts } from '../context.ts';
import { signalOf } from '../http/abort.ts';
import { contextOf } from '../http/caller.ts';
import { bodyFaults, problems, projectPath } from '../http/schemas.ts';
import type { App } from '../http/server.ts';
import { queryAnswer, queryBody } from './schemas.ts';
import { runQuery } from './service.ts';

export function addQueryRoutes(app: App, parts: Parts): void {
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
      runQuery(contextOf(request, parts), request.params.projectName, request.body, signalOf(reply)),
  );
}
