import { Type } from 'typebox';
import type { App } from '../../http/reply/app.ts';
import { sendRecord } from '../../http/reply/etags.ts';
import { documented, keyFaults, name, problems, projectPath } from '../../http/reply/schemas.ts';
import { signalOf } from '../../http/request/abort.ts';
import { contextOf } from '../../http/request/caller.ts';
import { announcedBytes, takeBodies, withSpooledBody } from '../../http/request/uploads.ts';
import { addressOf } from '../../http/resource/address.ts';
import { requireProject } from '../projects/service.ts';
import { openRoom } from '../projects/stored-bytes.ts';
import type { ModelServices } from './context.ts';
import { modelPath, modelRecord } from './schemas.ts';
import { exportModel, importModel } from './transfer.ts';

const tags = ['Models'];
const fileType = 'application/octet-stream';
const maxFileBytes = 256 * 1024 * 1024;
const file = {
  type: 'string',
  format: 'binary',
  description: 'A model file (docs/model-file.md), or one of XGBoost or LightGBM.',
};

const importTypes = [fileType, 'application/json', 'text/plain'];
/** Parameters for a file of another library. */
const foreign = {
  target: Type.Optional(
    Type.String({ minLength: 1, maxLength: 1000, description: 'Name of the target, for a file of another library.' }),
  ),
  features: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 1_000_000,
      description: 'Names of its features in order, separated by commas, instead of those in the file.',
    }),
  ),
  classes: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 100_000,
      description: 'Labels of its classes in order, separated by commas. Default: 0, 1, …',
    }),
  ),
};

/** Adds the routes that export a model as one file and import it, on this service or another. */
export async function addTransferRoutes(
  app: App,
  services: Pick<ModelServices, 'blobs' | 'database' | 'events' | 'importer' | 'limits' | 'temporaryDirectory'>,
): Promise<void> {
  app.get(
    '/api/projects/:projectName/models/:modelName/export',
    {
      schema: {
        tags,
        operationId: 'exportModel',
        summary: 'Download a model as one file',
        description:
          'One version with all that it needs; `import` of any Sibyl takes it. The same model gives the same bytes.',
        params: modelPath,
        response: {
          200: documented({ description: 'The model file.', content: { [fileType]: { schema: Type.Unsafe(file) } } }),
          ...problems('project_not_found', 'model_not_found', 'version_not_found', 'model_not_ready'),
        },
      },
      config: { action: 'models.export' },
    },
    async (request, reply) => {
      const { fileName, bytes } = await exportModel(contextOf(request, services), addressOf(request.params));
      reply.type(fileType).header('content-disposition', `attachment; filename="${fileName}"`);
      return reply.send(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
    },
  );
  await app.register(async (scope) => addImportRoute(scope as App, services));
}

async function addImportRoute(
  app: App,
  services: Pick<ModelServices, 'blobs' | 'database' | 'events' | 'importer' | 'limits' | 'temporaryDirectory'>,
): Promise<void> {
  app.removeAllContentTypeParsers();
  takeBodies(app, importTypes);
  app.post(
    '/api/projects/:projectName/models/import',
    {
      schema: {
        tags,
        operationId: 'importModel',
        summary: 'Create a model from a file',
        description:
          "Imports an exported model, or one that XGBoost saved as JSON or LightGBM as text. A foreign model gives the library's predictions, but its errors are unknown: it has no bounds, and its confidence and accuracy are null.",
        consumes: importTypes,
        params: projectPath,
        querystring: Type.Object({ name, ...foreign }, { additionalProperties: false }),
        body: Type.Unsafe<Buffer>({ description: file.description }),
        response: {
          201: modelRecord,
          ...problems(
            ...keyFaults,
            'invalid_input',
            'unreadable_file',
            'project_not_found',
            'name_taken',
            'upload_too_large',
            'project_full',
            'queue_full',
            'unsupported_media_type',
          ),
        },
      },
      config: { action: 'models.import', idempotent: true },
    },
    async (request, reply) => {
      const ctx = contextOf(request, services);
      const { projectName } = request.params;
      const { name, ...names } = request.query;
      const limit = { name: 'upload_bytes', value: maxFileBytes } as const;
      using room = await openRoom(ctx, await requireProject(ctx, projectName), announcedBytes(request));
      const options = { folder: ctx.temporaryDirectory, limit, take: room.take };
      const record = await withSpooledBody(request, options, ({ path }) =>
        importModel(ctx, projectName, { path, name, names }, signalOf(reply)),
      );
      reply.code(201).header('location', `/api/projects/${record.project}/models/${record.name}`);
      return sendRecord(request, reply, record);
    },
  );
}
