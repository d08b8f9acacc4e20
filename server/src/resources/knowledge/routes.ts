import type { App } from '../../http/reply/app.ts';
import { sendRecord } from '../../http/reply/etags.ts';
import { removal } from '../../http/reply/removal.ts';
import { bodyFaults, keyFaults, problems } from '../../http/reply/schemas.ts';
import { signalOf } from '../../http/request/abort.ts';
import { contextOf } from '../../http/request/caller.ts';
import { addResource } from '../../http/resource/add-resource.ts';
import { addressOf } from '../../http/resource/address.ts';
import type { KnowledgeServices } from './context.ts';
import { cancelEmbedding, startEmbedding } from './embedding/service.ts';
import { baseChange, baseCreation, basePath, baseRecord, searchAnswer, searchBody } from './schemas.ts';
import { searchKnowledge } from './search.ts';
import {
  changeKnowledgeBase,
  createKnowledgeBase,
  deleteKnowledgeBase,
  getKnowledgeBase,
  listKnowledgeBases,
} from './service.ts';

const path = '/api/projects/:projectName/knowledge_bases/:baseName';
const missing = ['project_not_found', 'knowledge_base_not_found'] as const;

export function addKnowledgeRoutes(app: App, services: KnowledgeServices): void {
  addResource(app, services, {
    name: 'knowledge_base',
    tag: 'Knowledge bases',
    path,
    params: basePath,
    record: baseRecord,
    list: { verb: (ctx, { project }, listing) => listKnowledgeBases(ctx, project, listing) },
    create: { body: baseCreation, verb: (ctx, { project }, body) => createKnowledgeBase(ctx, project, body) },
    read: { verb: getKnowledgeBase },
    update: { summary: 'Update a knowledge base', body: baseChange, verb: changeKnowledgeBase },
    delete: {
      description: 'With all its documents; they lie in the trash first.',
      query: removal,
      verb: (ctx, address, check, { permanently }) => deleteKnowledgeBase(ctx, address, { check, permanently }),
    },
  });

  app.post(
    `${path}/embed`,
    {
      schema: {
        tags: ['Knowledge bases'],
        operationId: 'embedKnowledgeBase',
        summary: 'Compute the missing vectors',
        description:
          'Needed only after a failure or a stop; otherwise it starts by itself. The record shows the progress.',
        params: basePath,
        response: { 202: baseRecord, ...problems(...keyFaults, ...missing, 'wrong_state', 'queue_full') },
      },
      config: { action: 'knowledge_bases.embed', idempotent: true, emptyBody: true },
    },
    async (request, reply) => {
      const record = await startEmbedding(contextOf(request, services), addressOf(request.params));
      return sendRecord(request, reply.code(202), record);
    },
  );

  app.post(
    `${path}/embed/cancel`,
    {
      schema: {
        tags: ['Knowledge bases'],
        operationId: 'cancelEmbedding',
        summary: 'Stop the computation of vectors',
        description: 'Existing vectors stay.',
        params: basePath,
        response: { 200: baseRecord, ...problems(...keyFaults, ...missing, 'wrong_state') },
      },
      config: { action: 'knowledge_bases.embed', idempotent: true, emptyBody: true },
    },
    async (request, reply) =>
      sendRecord(request, reply, await cancelEmbedding(contextOf(request, services), addressOf(request.params))),
  );

  app.post(
    `${path}/search`,
    {
      schema: {
        tags: ['Knowledge bases'],
        operationId: 'searchKnowledgeBase',
        summary: 'Search a knowledge base',
        description: 'Passages that answer a question, with their source, headings, offsets and score.',
        params: basePath,
        body: searchBody,
        response: {
          200: searchAnswer,
          ...problems(...bodyFaults, ...missing, 'embedding_mismatch', 'secret_unreadable'),
        },
      },
      config: { action: 'knowledge_bases.search' },
    },
    async (request, reply) => {
      const { project, base } = addressOf(request.params);
      return searchKnowledge(contextOf(request, services), project, base, request.body, signalOf(reply));
    },
  );
}
