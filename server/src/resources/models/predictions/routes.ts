import { createReadStream } from 'node:fs';
import { Type } from 'typebox';
import type { App } from '../../../http/reply/app.ts';
import { requireFresh, sendRecord } from '../../../http/reply/etags.ts';
import { bodyFaults, documented, emptyAnswer, keyFaults, problems } from '../../../http/reply/schemas.ts';
import { signalOf } from '../../../http/request/abort.ts';
import { contextOf } from '../../../http/request/caller.ts';
import { addressOf } from '../../../http/resource/address.ts';
import { typeOfFormat } from '../../tables/media-types.ts';
import type { ModelServices } from '../context.ts';
import { fileAnswerOf, fileTypes, sendFile } from '../file-routes.ts';
import { sourceFaults } from '../routes.ts';
import { modelPath } from '../schemas.ts';
import { downloadQuery, predictionCreation, predictionPath, predictionRecord } from './schemas.ts';
import { createPrediction, deletePrediction, downloadPrediction, getPrediction, listPredictions } from './service.ts';

const tags = ['Models'];
const all = '/api/projects/:projectName/models/:modelName/predictions';
const one = `${all}/:predictionId` as const;
const missing = ['project_not_found', 'model_not_found', 'version_not_found'] as const;
const noBatch = [...missing, 'prediction_not_found'] as const;

/** Adds the routes of batches of predictions: tables of any size, computed by a job. */
export function addPredictionRoutes(app: App, services: ModelServices): void {
  app.post(
    all,
    {
      schema: {
        tags,
        operationId: 'createPredictions',
        summary: 'Predict the rows of a table or query',
        description:
          'Responds at once; a job predicts any number of rows. Poll the record, then download the result as Parquet, CSV, NDJSON or .xlsx, or name a table for it in `into`. The columns are those of a file from `predict`.',
        params: modelPath,
        body: predictionCreation,
        response: {
          202: predictionRecord,
          ...problems(
            ...keyFaults,
            ...bodyFaults,
            ...missing,
            ...sourceFaults,
            'model_not_ready',
            'name_taken',
            'queue_full',
          ),
        },
      },
      config: { action: 'predictions.create', idempotent: true },
    },
    async (request, reply) => {
      const record = await createPrediction(contextOf(request, services), addressOf(request.params), request.body);
      const address = `/api/projects/${record.project}/models/${record.model}/predictions/${record.id}`;
      reply.code(202).header('location', address);
      return sendRecord(request, reply, record);
    },
  );

  app.get(
    all,
    {
      schema: {
        tags,
        operationId: 'listPredictions',
        summary: 'List the batches of predictions of a model, the newest first',
        description: 'The latest first, with progress, number of rows and where to download the result.',
        params: modelPath,
        response: { 200: Type.Array(predictionRecord), ...problems(...missing) },
      },
      config: { action: 'predictions.list' },
    },
    async (request) => listPredictions(contextOf(request, services), addressOf(request.params)),
  );

  app.get(
    one,
    {
      schema: {
        tags,
        operationId: 'getPredictions',
        summary: 'Read a batch of predictions',
        description: 'Poll it until `status` is `complete`; `failed` says why in `error`.',
        params: predictionPath,
        response: { 200: predictionRecord, ...problems(...noBatch) },
      },
      config: { action: 'predictions.read' },
    },
    async (request, reply) =>
      sendRecord(request, reply, await getPrediction(contextOf(request, services), addressOf(request.params))),
  );

  app.delete(
    one,
    {
      schema: {
        tags,
        operationId: 'deletePredictions',
        summary: 'Cancel or delete a batch of predictions',
        description: 'A waiting or running batch is cancelled. A table made of its result stays.',
        params: predictionPath,
        response: { 204: emptyAnswer, ...problems(...noBatch, 'stale_record') },
      },
      config: { action: 'predictions.delete' },
    },
    async (request, reply) => {
      await deletePrediction(contextOf(request, services), addressOf(request.params), (current) =>
        requireFresh(request, current),
      );
      return reply.code(204).send(null);
    },
  );
  addDownloadRoute(app, services);
}

function addDownloadRoute(app: App, services: ModelServices): void {
  const file = Type.Unsafe<string>({ description: 'The columns of the source and the figures of the predictions.' });
  const types = [...fileTypes, 'application/json'];
  app.get(
    `${one}/download`,
    {
      schema: {
        tags,
        operationId: 'downloadPredictions',
        summary: 'Download a batch of predictions',
        description: 'As Parquet, or what `format` or `Accept` names. 409 while the rows are still predicted.',
        params: predictionPath,
        querystring: downloadQuery,
        response: {
          200: documented({
            description: 'The result.',
            content: Object.fromEntries(types.map((type) => [type, { schema: file }])),
          }),
          ...problems(
            ...noBatch,
            'wrong_state',
            'too_many_rows',
            'queue_full',
            'query_time_limit',
            'query_memory_limit',
          ),
        },
      },
      config: { action: 'predictions.read', answers: types },
    },
    async (request, reply) => {
      const { accept } = request.headers;
      const said = request.query.format ?? fileAnswerOf(accept);
      const format = said ?? (accept?.includes('application/json') ? 'json' : 'parquet');
      const asked = { format, formulas: request.query.formulas };
      const ctx = contextOf(request, services);
      const result = await downloadPrediction(ctx, addressOf(request.params), asked, signalOf(reply));
      reply.header('content-disposition', `attachment; filename="predictions.${format}"`);
      if (result.isCopy) return sendFile(reply, { answer: format, ...result });
      reply.type(typeOfFormat[format]).header('content-length', result.byteSize);
      return reply.send(createReadStream(result.path));
    },
  );
}
