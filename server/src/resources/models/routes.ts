import { Type } from 'typebox';
import { requireFresh, sendRecord } from '../../http/reply/etags.ts';
import { bodyFaults, emptyAnswer, keyFaults, problems, projectPath } from '../../http/reply/schemas.ts';
import { contextOf } from '../../http/request/caller.ts';
import { listingOf, sendPage } from '../../http/request/listing.ts';
import { unwrapBody } from '../../http/request/unwrap-body.ts';
import type { App } from '../../http/server.ts';
import type { ModelServices } from './context.ts';
import { createModel, retrainModel } from './create.ts';
import { modelChange, modelCreation, modelListQuery, modelPath, modelRecord, modelRetraining } from './schemas.ts';
import {
  activateVersion,
  cancelTraining,
  deleteModel,
  getModel,
  listModels,
  listVersions,
  type ModelAddress,
} from './service.ts';

const tags = ['Models'];
const preValidation = unwrapBody('model');
const collection = '/api/projects/:projectName/models';
const one = `${collection}/:modelName`;
const missing = ['project_not_found', 'model_not_found', 'version_not_found'] as const;

export function addressOf({ projectName, modelName }: { projectName: string; modelName: string }): ModelAddress {
  return { project: projectName, model: modelName };
}

/** What may be wrong with the source of a training. */
const sourceFaults = [
  'table_not_found',
  'connection_not_found',
  'connection_failed',
  'secret_unreadable',
  'address_not_allowed',
  'column_not_found',
  'query_refused',
  'query_failed',
  'query_time_limit',
  'query_memory_limit',
] as const;

export function addModelRoutes(app: App, services: ModelServices): void {
  app.post(
    collection,
    {
      schema: {
        tags,
        operationId: 'createModel',
        summary: 'Create a model and train it',
        description: 'Answers at once; the training goes on. Poll the record or listen to its events.',
        params: projectPath,
        body: modelCreation,
        response: {
          201: modelRecord,
          ...problems(...keyFaults, ...bodyFaults, 'project_not_found', ...sourceFaults, 'name_taken', 'queue_full'),
        },
      },
      config: { action: 'models.create', idempotent: true },
      preValidation,
    },
    async (request, reply) => {
      const record = await createModel(contextOf(request, services), request.params.projectName, request.body);
      reply.code(201).header('location', `/api/projects/${record.project}/models/${record.name}`);
      return sendRecord(request, reply, record);
    },
  );

  app.get(
    collection,
    {
      schema: {
        tags,
        operationId: 'listModels',
        summary: 'List models',
        params: projectPath,
        querystring: modelListQuery,
        response: { 200: Type.Array(modelRecord), ...problems('invalid_input', 'project_not_found') },
      },
      config: { action: 'models.list' },
    },
    async (request, reply) => {
      const { status, ...list } = request.query;
      const listing = { ...listingOf(list), status };
      return sendPage(
        request,
        reply,
        await listModels(contextOf(request, services), request.params.projectName, listing),
      );
    },
  );

  app.get(
    one,
    {
      schema: {
        tags,
        operationId: 'getModel',
        summary: 'Read a model',
        params: modelPath,
        response: { 200: modelRecord, ...problems(...missing) },
      },
      config: { action: 'models.read' },
    },
    async (request, reply) =>
      sendRecord(request, reply, await getModel(contextOf(request, services), addressOf(request.params))),
  );

  app.put(
    one,
    {
      schema: {
        tags,
        operationId: 'updateModel',
        summary: 'Choose the version that answers',
        params: modelPath,
        body: modelChange,
        response: {
          200: modelRecord,
          ...problems(...bodyFaults, ...missing, 'wrong_state', 'stale_record'),
        },
      },
      config: { action: 'models.update' },
      preValidation,
    },
    async (request, reply) => {
      const check = (current: object) => requireFresh(request, current);
      const number = request.body.active_version;
      const ctx = contextOf(request, services);
      return sendRecord(request, reply, await activateVersion(ctx, addressOf(request.params), number, check));
    },
  );

  app.delete(
    one,
    {
      schema: {
        tags,
        operationId: 'deleteModel',
        summary: 'Delete a model, or one version of it',
        params: modelPath,
        response: { 204: emptyAnswer, ...problems(...missing, 'wrong_state', 'stale_record') },
      },
      config: { action: 'models.delete' },
    },
    async (request, reply) => {
      const check = (current: object) => requireFresh(request, current);
      await deleteModel(contextOf(request, services), addressOf(request.params), check);
      return reply.code(204).send(null);
    },
  );

  app.get(
    `${one}/versions`,
    {
      schema: {
        tags,
        operationId: 'listModelVersions',
        summary: 'List the versions of a model, the newest first',
        params: modelPath,
        response: { 200: Type.Array(modelRecord), ...problems(...missing) },
      },
      config: { action: 'models.read' },
    },
    async (request) => listVersions(contextOf(request, services), addressOf(request.params)),
  );

  app.post(
    `${one}/retrain`,
    {
      schema: {
        tags,
        operationId: 'retrainModel',
        summary: 'Train a new version',
        params: modelPath,
        body: modelRetraining,
        response: {
          202: modelRecord,
          ...problems(...keyFaults, ...bodyFaults, ...missing, ...sourceFaults, 'wrong_state', 'queue_full'),
        },
      },
      config: { action: 'models.retrain', idempotent: true, emptyBody: true },
      preValidation,
    },
    async (request, reply) => {
      const record = await retrainModel(contextOf(request, services), addressOf(request.params), request.body);
      reply.code(202).header('location', `/api/projects/${record.project}/models/${record.name}.${record.version}`);
      return sendRecord(request, reply, record);
    },
  );

  app.post(
    `${one}/cancel`,
    {
      schema: {
        tags,
        operationId: 'cancelModelTraining',
        summary: 'Cancel a training',
        params: modelPath,
        response: { 200: modelRecord, ...problems(...keyFaults, ...bodyFaults, ...missing, 'wrong_state') },
      },
      config: { action: 'models.cancel', idempotent: true, emptyBody: true },
    },
    async (request, reply) =>
      sendRecord(request, reply, await cancelTraining(contextOf(request, services), addressOf(request.params))),
  );
}
