import type { Static, TSchema } from 'typebox';
import type { App } from '../../../http/reply/app.ts';
import { problems } from '../../../http/reply/schemas.ts';
import { signalOf } from '../../../http/request/abort.ts';
import { contextOf } from '../../../http/request/caller.ts';
import { addressOf } from '../../../http/resource/address.ts';
import type { TableServices } from '../context.ts';
import { tablePath } from '../schemas.ts';
import type { TableAddress } from '../service.ts';
import type { LookContext } from './ask-table.ts';
import { correlateColumns } from './correlate.ts';
import { findDuplicates } from './find-duplicates.ts';
import { hintAtTarget } from './hint-at-target.ts';
import { profileColumns } from './profile-columns.ts';
import { correlationQuery, correlations, duplicates, hintQuery, hints, lookQuery, profiles } from './schemas.ts';

interface Look<Query extends TSchema> {
  name: string;
  operationId: string;
  summary: string;
  description: string;
  query: Query;
  answer: TSchema;
  verb(ctx: LookContext, address: TableAddress, query: Static<Query>, signal: AbortSignal): Promise<object>;
}

/** Adds what can be asked about the content of a table. */
export function addLookRoutes(app: App, services: TableServices): void {
  addLook(app, services, {
    name: 'profile',
    operationId: 'profileTable',
    summary: 'Profile the columns of a table',
    description:
      'Mean, quartiles, missing and distinct cells, the most frequent values with their counts, a histogram.',
    query: lookQuery,
    answer: profiles,
    verb: (ctx, address, { columns }, signal) => profileColumns(ctx, address, columns, signal),
  });
  addLook(app, services, {
    name: 'correlations',
    operationId: 'correlateTable',
    summary: 'Correlate the columns of numbers of a table',
    description: 'Each pair once, the closest first.',
    query: correlationQuery,
    answer: correlations,
    verb: correlateColumns,
  });
  addLook(app, services, {
    name: 'duplicates',
    operationId: 'findDuplicates',
    summary: 'Find equal rows of a table',
    description: 'Rows that are equal in the named columns, or in all.',
    query: lookQuery,
    answer: duplicates,
    verb: (ctx, address, { columns }, signal) => findDuplicates(ctx, address, columns, signal),
  });
  addLook(app, services, {
    name: 'hints',
    operationId: 'hintAtTarget',
    summary: 'Ask which columns may give a target away',
    description:
      'Columns that hold three quarters of the target alone, or are a part of it (or it of them), as domestic takings are of worldwide ones.',
    query: hintQuery,
    answer: hints,
    verb: (ctx, address, { target }, signal) => hintAtTarget(ctx, address, target, signal),
  });
}

function addLook<Query extends TSchema>(app: App, services: TableServices, look: Look<Query>): void {
  const { name, operationId, summary, description, query, answer, verb } = look;
  app.get(
    `/api/projects/:projectName/tables/:tableName/${name}`,
    {
      schema: {
        tags: ['Tables'],
        operationId,
        summary,
        description,
        params: tablePath,
        querystring: query,
        response: {
          200: answer,
          ...problems(
            'invalid_input',
            'project_not_found',
            'table_not_found',
            'column_not_found',
            'query_failed',
            'query_time_limit',
            'query_memory_limit',
            'queue_full',
          ),
        },
      },
      config: { action: 'tables.read_rows' },
    },
    async (request, reply) =>
      verb(contextOf(request, services), addressOf(request.params), request.query as Static<Query>, signalOf(reply)),
  );
}
