import { Type } from 'typebox';
import type { App } from '../../http/reply/app.ts';
import { problems } from '../../http/reply/schemas.ts';
import { signalOf } from '../../http/request/abort.ts';
import { contextOf } from '../../http/request/caller.ts';
import { addressOf } from '../../http/resource/address.ts';
import { requesterOf } from '../../platform/workers/fair-turns.ts';
import type { ModelContext, ModelServices } from './context.ts';
import { findModelFile } from './predict.ts';
import { modelPath } from './schemas.ts';
import type { ModelAddress } from './service.ts';
import { refuseGone } from './serving/refuse-gone.ts';
import type { AnsweredBackground } from './serving/served-model.ts';

const background = Type.Object(
  {
    rows: Type.Array(Type.Record(Type.String(), Type.Unknown()), {
      description: 'Rows for `predict`, with a cell for each input. Empty for forecasts and imported models.',
    }),
    weight: Type.Union([Type.Number(), Type.Null()], { description: 'Weight of each row; they sum to 1.' }),
    hidden: Type.Array(Type.String(), {
      description: 'Inputs that the rows lack, because the model does not keep their cells, such as texts.',
    }),
  },
  { title: 'Background' },
);

/** Adds the route of the rows that explanations compare with. They are training rows, so predictors may not see them. */
export function addBackgroundRoute(app: App, services: ModelServices): void {
  app.get(
    '/api/projects/:projectName/models/:modelName/background',
    {
      schema: {
        tags: ['Models'],
        operationId: 'getModelBackground',
        summary: 'List the rows that explanations compare with',
        description:
          'At most a hundred of the training rows, with numbers rounded to one of 255 values. Contributions of `params.explain` are Shapley values of the game in which inputs that are not yet known take their cells from these rows, so they can be recomputed by `predict`.',
        params: modelPath,
        response: {
          200: background,
          ...problems(
            'project_not_found',
            'model_not_found',
            'version_not_found',
            'model_not_ready',
            'model_damaged',
            'queue_full',
          ),
        },
      },
      config: { action: 'models.read_background' },
    },
    async (request, reply) => listBackground(contextOf(request, services), addressOf(request.params), signalOf(reply)),
  );
}

/** Lists the background in a thread, because to choose it takes as long as thousands of predictions. */
async function listBackground(
  ctx: ModelContext,
  address: ModelAddress,
  signal: AbortSignal,
): Promise<AnsweredBackground> {
  const { key: modelKey, modelId, projectId } = await findModelFile(ctx, address);
  const modelPath = await ctx.blobs.path(modelKey).catch(refuseGone);
  return ctx.answering.listBackground({ modelKey, modelPath, modelId, projectId }, requesterOf(ctx, projectId, signal));
}
