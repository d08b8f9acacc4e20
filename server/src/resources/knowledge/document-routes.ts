import type { FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { invalidField } from '../../errors.ts';
import type { App } from '../../http/reply/app.ts';
import { sendRecord } from '../../http/reply/etags.ts';
import { bodyFaults, documented, keyFaults, problems } from '../../http/reply/schemas.ts';
import { signalOf } from '../../http/request/abort.ts';
import { contextOf } from '../../http/request/caller.ts';
import { unwrapBody } from '../../http/request/unwrap-body.ts';
import { takeUploads } from '../../http/request/uploads.ts';
import { addResource } from '../../http/resource/add-resource.ts';
import { addressOf } from '../../http/resource/address.ts';
import type { KnowledgeServices } from './context.ts';
import {
  addDocument,
  checkBeforeUpload,
  deleteDocument,
  getDocument,
  listDocuments,
  type NewDocument,
  readDocumentText,
} from './documents.ts';
import { documentFormats } from './reading/messages.ts';
import {
  basePath,
  type DocumentCreation,
  documentCreation,
  documentPath,
  documentRecord,
  uploadFields,
} from './schemas.ts';
import { documentTypes, withUploadedDocument, writtenDocument } from './uploads.ts';

const collection = '/api/projects/:projectName/knowledge_bases/:baseName/documents';
const path = `${collection}/:documentName` as const;
const missing = ['project_not_found', 'knowledge_base_not_found'] as const;

export async function addDocumentRoutes(app: App, services: KnowledgeServices): Promise<void> {
  addResource(app, services, {
    name: 'document',
    tag: 'Knowledge bases',
    path,
    params: documentPath,
    record: documentRecord,
    list: { verb: listDocuments },
    read: { summary: 'Read a document’s record', verb: getDocument },
    delete: { verb: deleteDocument },
  });
  addTextRoute(app, services);
  await app.register(async (scope) => addUploadRoute(scope as App, services));
}

function addTextRoute(app: App, services: Pick<KnowledgeServices, 'database'>): void {
  app.get(
    `${path}/text`,
    {
      schema: {
        tags: ['Knowledge bases'],
        operationId: 'getDocumentText',
        summary: 'Read a document’s text',
        description:
          'The text extracted from the file, in Markdown where it has structure. Offsets of passages refer to it.',
        params: documentPath,
        response: {
          200: documented({ description: 'The text.', content: { 'text/plain': { schema: Type.String() } } }),
          ...problems(...missing, 'document_not_found'),
        },
      },
      config: { action: 'documents.read', answers: ['text/plain'] },
    },
    async (request, reply) =>
      reply
        .type('text/plain; charset=utf-8')
        .send(await readDocumentText(contextOf(request, services), addressOf(request.params))),
  );
}

function addUploadRoute(app: App, services: KnowledgeServices): void {
  takeUploads(app);
  app.post(
    collection,
    {
      schema: {
        tags: ['Knowledge bases'],
        operationId: 'addDocument',
        summary: 'Add a document',
        description: `Its text in a JSON body, or a file as multipart form or raw body: ${documentFormats.join(', ')}.`,
        consumes: documentTypes,
        params: basePath,
        querystring: uploadFields,
        body: { content: { 'application/json': { schema: documentCreation } } },
        response: {
          201: documentRecord,
          ...problems(
            ...keyFaults,
            ...bodyFaults,
            ...missing,
            'unreadable_document',
            'name_taken',
            'upload_too_large',
            'project_full',
            'queue_full',
          ),
        },
      },
      config: { action: 'documents.create', idempotent: true },
      preValidation: unwrapBody('document'),
    },
    async (request, reply) => {
      const ctx = contextOf(request, services);
      const address = addressOf(request.params);
      const projectId = await checkBeforeUpload(ctx, address, request.query);
      const add = (document: NewDocument) => addDocument(ctx, address, document, signalOf(reply));
      const record = isJson(request)
        ? await add(writtenDocument(request.body as DocumentCreation)) // checked by the schema of the route
        : await withUploadedDocument(ctx, projectId, request, add);
      const { project, knowledge_base, id } = record;
      reply.code(201).header('location', `/api/projects/${project}/knowledge_bases/${knowledge_base}/documents/${id}`);
      return sendRecord(request, reply, record);
    },
  );
}

/** A JSON body contains everything about a document, so a query string beside it is refused. */
function isJson({ headers, query }: FastifyRequest): boolean {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) return false;
  const [stray] = Object.keys(query as object);
  if (stray !== undefined) throw invalidField(`?${stray}`, 'belongs in the JSON body');
  return true;
}
