import type { App } from '../../../http/reply/app.ts';
import { sendRecord } from '../../../http/reply/etags.ts';
import { bodyFaults, keyFaults, problems } from '../../../http/reply/schemas.ts';
import { contextOf } from '../../../http/request/caller.ts';
import { unwrapBody } from '../../../http/request/unwrap-body.ts';
import { addressOf } from '../../../http/resource/address.ts';
import type { ModelServices } from '../context.ts';
import { sourceFaults } from '../routes.ts';
import { modelGrowth, modelPath, modelRecord } from '../schemas.ts';
import { growModel } from './grow.ts';

/** A query is the longest that a body holds. */
const bodyLimit = 1024 * 1024;

/** Adds the route by which a model learns from new rows without a search. */
export function addGrowRoute(app: App, services: ModelServices): void {
  app.post(
    '/api/projects/:projectName/models/:modelName/update',
    {
      bodyLimit,
      schema: {
        tags: ['Models'],
        operationId: 'growModel',
        summary: 'Grow on from the active version',
        description:
          'Fits what the active version is made of on all rows that its source (or `from`) has now, without trying other kinds of models: a part of the time of `retrain`, with the same figures and bounds. `grown_from` of the new version names the former one; `policy` decides which answers. 409 where this does not serve: nothing changed since, a forecast, an imported model. A warning says when the new version is worse, so that all should be tried again.',
        params: modelPath,
        body: modelGrowth,
        response: {
          202: modelRecord,
          ...problems(
            ...keyFaults,
            ...bodyFaults,
            'project_not_found',
            'model_not_found',
            'version_not_found',
            ...sourceFaults,
            'model_not_ready',
            'wrong_state',
            'queue_full',
          ),
        },
      },
      config: { action: 'models.retrain', idempotent: true, emptyBody: true },
      preValidation: unwrapBody('model'),
    },
    async (request, reply) => {
      const record = await growModel(contextOf(request, services), addressOf(request.params), request.body);
      reply.code(202).header('location', `/api/projects/${record.project}/models/${record.name}.${record.version}`);
      return sendRecord(request, reply, record);
    },
  );
}
