import { Type } from 'typebox';
import type { App } from '../../http/reply/app.ts';
import { sendRecord } from '../../http/reply/etags.ts';
import { removal } from '../../http/reply/removal.ts';
import { bodyFaults, keyFaults, problems } from '../../http/reply/schemas.ts';
import { contextOf } from '../../http/request/caller.ts';
import { leaveUnreadFrom, RawJsonBody } from '../../http/request/unread-body.ts';
import { unwrapBody } from '../../http/request/unwrap-body.ts';
import { validateWhatIsRead } from '../../http/request/validation.ts';
import { addResource } from '../../http/resource/add-resource.ts';
import { addressOf } from '../../http/resource/address.ts';
import { changeModel } from './change.ts';
import { modelChange } from './change-schema.ts';
import type { ModelServices } from './context.ts';
import { createModel, retrainModel } from './create.ts';
import { createModelOf, retrainModelOf } from './create-from-long-body.ts';
import { modelCreation, modelListQuery, modelPath, modelRecord, modelRetraining } from './schemas.ts';
import { cancelTraining, deleteModel, getModel, listModels, listVersions } from './service.ts';

const preValidation = unwrapBody('model');
const path = '/api/projects/:projectName/models/:modelName';
const missing = ['project_not_found', 'model_not_found', 'version_not_found'] as const;

/** Errors of a training's source. */
export const sourceFaults = [
  'table_not_found',
  'connection_not_found',
  'connection_failed',
  'secret_unreadable',
  'address_not_allowed',
  'column_not_found',
  'query_refused',
  'query_too_long',
  'query_failed',
  'query_time_limit',
  'query_memory_limit',
] as const;

export function addModelRoutes(app: App, services: ModelServices): void {
  addResource(app, services, {
    name: 'model',
    tag: 'Models',
    path,
    params: modelPath,
    record: modelRecord,
    list: {
      query: modelListQuery,
      verb: (ctx, { project }, listing, { status }) => listModels(ctx, project, { ...listing, status }),
    },
    create: {
      summary: 'Create a model and train it',
      description: 'Responds at once, while the training continues. Poll the record or listen to its events.',
      body: modelCreation,
      faults: [...sourceFaults, 'name_taken', 'queue_full'],
      verb: (ctx, { project }, body) => createModel(ctx, project, body),
      verbOfUnread: (ctx, { project }, body) => createModelOf(ctx, project, body),
    },
    read: { faults: ['version_not_found'], verb: getModel },
    update: {
      summary: 'Choose the active version, or how the model is watched',
      body: modelChange,
      faults: ['version_not_found', 'wrong_state', 'column_not_found', 'model_not_ready'],
      verb: changeModel,
    },
    delete: {
      summary: 'Delete a model, or one version of it',
      faults: ['version_not_found', 'wrong_state'],
      query: removal,
      verb: (ctx, address, check, { permanently }) => deleteModel(ctx, address, { check, permanently }),
    },
  });

  app.get(
    `${path}/versions`,
    {
      schema: {
        tags: ['Models'],
        operationId: 'listModelVersions',
        summary: 'List the versions of a model, the newest first',
        description:
          'Each with its accuracy, its warnings and what it was trained on; `active` is the one that answers.',
        params: modelPath,
        response: { 200: Type.Array(modelRecord), ...problems(...missing) },
      },
      config: { action: 'models.list_versions' },
    },
    async (request) => listVersions(contextOf(request, services), addressOf(request.params)),
  );

  app.post(
    `${path}/retrain`,
    {
      schema: {
        tags: ['Models'],
        operationId: 'retrainModel',
        summary: 'Train a new version',
        description:
          'On the rows that the source has now, with the same settings unless others are sent. The active version answers until the new one is complete.',
        params: modelPath,
        body: modelRetraining,
        response: {
          202: modelRecord,
          ...problems(...keyFaults, ...bodyFaults, ...missing, ...sourceFaults, 'wrong_state', 'queue_full'),
        },
      },
      config: { action: 'models.retrain', idempotent: true, emptyBody: true, leaveUnreadFrom },
      validatorCompiler: validateWhatIsRead,
      preValidation,
    },
    async (request, reply) => {
      const ctx = contextOf(request, services);
      const address = addressOf(request.params);
      const body: unknown = request.body;
      const record =
        body instanceof RawJsonBody
          ? await retrainModelOf(ctx, address, body)
          : await retrainModel(ctx, address, request.body);
      reply.code(202).header('location', `/api/projects/${record.project}/models/${record.name}.${record.version}`);
      return sendRecord(request, reply, record);
    },
  );

  app.post(
    `${path}/cancel`,
    {
      schema: {
        tags: ['Models'],
        operationId: 'cancelModelTraining',
        summary: 'Cancel a training',
        description: 'A training that waits or runs ends; an earlier version stays active. 409 when none runs.',
        params: modelPath,
        response: { 200: modelRecord, ...problems(...keyFaults, ...bodyFaults, ...missing, 'wrong_state') },
      },
      config: { action: 'models.cancel', idempotent: true, emptyBody: true },
    },
    async (request, reply) =>
      sendRecord(request, reply, await cancelTraining(contextOf(request, services), addressOf(request.params))),
  );
}
