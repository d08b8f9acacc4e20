import type { Caller } from '../../caller.ts';
import type { App } from '../../http/reply/app.ts';
import { bodyFaults, problems, projectPath } from '../../http/reply/schemas.ts';
import { sendWritten } from '../../http/reply/send-written.ts';
import { signalOf } from '../../http/request/abort.ts';
import { contextOf } from '../../http/request/caller.ts';
import { type QueryBody, queryAnswer, queryBody } from './schemas.ts';
import type { WrittenAnswer } from './service.ts';

/** Runs a query for a caller: `writeQuery`, or a runner that understands more than tables. */
export type QueryRunner = (
  caller: Caller,
  projectName: string,
  body: QueryBody,
  signal: AbortSignal,
) => Promise<WrittenAnswer>;

/** The runner has its own services. */
const nobodysServices = {};

export function addQueryRoutes(app: App, run: QueryRunner): void {
  app.post(
    '/api/projects/:projectName/query',
    {
      schema: {
        tags: ['Queries'],
        operationId: 'runQuery',
        summary: 'Query the tables of a project, or a connection',
        description:
          "One read-only SELECT in DuckDB SQL, or in that of a `connection`. Files and settings are out of reach. `predict('rent', (select …))` stands for a table: the rows of the inner query with what the model predicts of each, in the columns of a predicted file; columns that the model does not know are kept, dates become text.",
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
            'query_too_long',
            'query_failed',
            'query_time_limit',
            'query_memory_limit',
            'model_not_found',
            'version_not_found',
            'model_not_ready',
            'too_many_rows',
            'queue_full',
          ),
        },
      },
      config: { action: 'queries.run' },
    },
    async (request, reply) => {
      const { projectName } = request.params;
      const { columns, pieces, ...rest } = await run(
        contextOf(request, nobodysServices),
        projectName,
        request.body,
        signalOf(reply),
      );
      const before = `{"columns":${JSON.stringify(columns)},"rows":[`;
      return sendWritten(reply, before, pieces, `],${JSON.stringify(rest).slice(1)}`);
    },
  );
}
