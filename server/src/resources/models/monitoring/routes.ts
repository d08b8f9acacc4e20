import { Type } from 'typebox';
import type { App } from '../../../http/reply/app.ts';
import { bodyFaults, keyFaults, problems } from '../../../http/reply/schemas.ts';
import { signalOf } from '../../../http/request/abort.ts';
import { contextOf } from '../../../http/request/caller.ts';
import { beforeMoment, fromMoment } from '../../../http/request/moments.ts';
import { addressOf } from '../../../http/resource/address.ts';
import type { ModelServices } from '../context.ts';
import { modelPath } from '../schemas.ts';
import { getErrors } from './by-column/get-errors.ts';
import { errorsByColumn } from './by-column/schemas.ts';
import { getMonitoring } from './get-monitoring.ts';
import { getSample } from './sample/get-sample.ts';
import { sample, sampleQuery } from './sample/schemas.ts';
import { monitoring, truthsBody, truthsReceived } from './schemas.ts';
import { receiveTruths } from './truths.ts';

const tags = ['Models'];
const path = '/api/projects/:projectName/models/:modelName';
const missing = ['project_not_found', 'model_not_found', 'version_not_found'] as const;

/** Adds the routes of watched models. */
export function addMonitorRoutes(app: App, services: ModelServices): void {
  app.get(
    `${path}/monitor`,
    {
      schema: {
        tags,
        operationId: 'getModelMonitoring',
        summary: 'Read what a watched model was asked and answered',
        description:
          'By windows of an hour or a day: how many rows, how far they are from the training rows in each column, in the answers and in all columns together, how accurate the model is by truths, and by an estimate without. At most the newest 200 windows.',
        params: modelPath,
        querystring: Type.Object(
          { from: Type.Optional(fromMoment), to: Type.Optional(beforeMoment) },
          { additionalProperties: false },
        ),
        response: { 200: monitoring, ...problems(...missing) },
      },
      config: { action: 'models.read_monitor' },
    },
    async (request) => getMonitoring(contextOf(request, services), addressOf(request.params), request.query),
  );

  app.get(
    `${path}/monitor/errors`,
    {
      schema: {
        tags,
        operationId: 'getModelErrors',
        summary: 'Say where a watched model errs more, by columns',
        description:
          'Truths since `from` (default: the newest window with truths) are sorted by the values of each column. A part with at least 30 truths is compared with all other rows, and with the same part in the windows before. Chances count all parts looked at. At most 50,000 truths of the newest windows are read.',
        params: modelPath,
        querystring: Type.Object({ from: Type.Optional(fromMoment) }, { additionalProperties: false }),
        response: { 200: errorsByColumn, ...problems(...missing, 'model_not_ready') },
      },
      config: { action: 'models.read_monitor' },
    },
    async (request) => getErrors(contextOf(request, services), addressOf(request.params), request.query),
  );

  app.get(
    `${path}/monitor/sample`,
    {
      schema: {
        tags,
        operationId: 'getModelSample',
        summary: 'Read rows that a watched model predicted',
        description:
          'Rows drawn at random of all that were predicted, as they were sent, with their predictions; those of the newest window come first. `monitor.sample_rows` says how many are kept of a window, and `monitor.exclude` which columns are not.',
        params: modelPath,
        querystring: sampleQuery,
        response: { 200: sample, ...problems(...missing) },
      },
      config: { action: 'models.read_sample' },
    },
    async (request) => getSample(contextOf(request, services), addressOf(request.params), request.query),
  );

  app.post(
    `${path}/truths`,
    {
      schema: {
        tags,
        operationId: 'sendTruths',
        summary: 'Tell a watched model what was true',
        description:
          'A truth counts in the window of the newest prediction of its ID, or of that at `predicted_at`: a month, a day or a moment. Sent again it counts once; rows without an ID count in the window of their arrival.',
        params: modelPath,
        body: truthsBody,
        response: {
          200: truthsReceived,
          ...problems(
            ...keyFaults,
            ...bodyFaults,
            ...missing,
            'model_not_ready',
            'wrong_state',
            'too_many_rows',
            'too_many_records',
            'queue_full',
          ),
        },
      },
      config: { action: 'models.send_truths', idempotent: true },
    },
    async (request, reply) =>
      receiveTruths(contextOf(request, services), addressOf(request.params), request.body, signalOf(reply)),
  );
}
