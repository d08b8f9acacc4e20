import { Type } from 'typebox';
import { requireFresh, sendRecord } from '../../http/reply/etags.ts';
import { bodyFaults, emptyAnswer, keyFaults, problems, projectPath } from '../../http/reply/schemas.ts';
import { signalOf } from '../../http/request/abort.ts';
import { contextOf } from '../../http/request/caller.ts';
import { listingOf, listQuery, sendPage } from '../../http/request/listing.ts';
import { unwrapBody } from '../../http/request/unwrap-body.ts';
import type { App } from '../../http/server.ts';
import type { KnowledgeServices } from './context.ts';
import { cancelEmbedding, startEmbedding } from './embedding/service.ts';
import { baseChange, baseCreation, basePath, baseRecord, searchAnswer, searchBody } from './schemas.ts';
import { searchKnowledge } from './search.ts';
import {
  type BaseAddress,
  changeKnowledgeBase,
  createKnowledgeBase,
  deleteKnowledgeBase,
  getKnowledgeBase,
  listKnowledgeBases,
} from './service.ts';

const tags = ['Knowledge bases'];
const collection = '/api/projects/:projectName/knowledge_bases';
const one = `${collection}/:baseName`;
const missing = ['project_not_found', 'knowledge_base_not_found'] as const;
const preValidation = unwrapBody('knowledge_base');

function addressOf({ projectName, baseName }: { projectName: string; baseName: string }): BaseAddress {
  return { project: projectName, base: baseName };
}

export function addKnowledgeRoutes(app: App, services: KnowledgeServices): void {
  app.post(
    collection,
    {
      schema: {
        tags,
        operationId: 'createKnowledgeBase',
        summary: 'Create a knowledge base',
        params: projectPath,
        body: baseCreation,
        response: {
          201: baseRecord,
          ...problems(...keyFaults, ...bodyFaults, 'project_not_found', 'name_taken'),
        },
      },
      config: { action: 'knowledge_bases.create', idempotent: true },
      preValidation,
    },
    async (request, reply) => {
      const record = await createKnowledgeBase(contextOf(request, services), request.params.projectName, request.body);
      reply.code(201).header('location', `/api/projects/${record.project}/knowledge_bases/${record.name}`);
      return sendRecord(request, reply, record);
    },
  );

  app.get(
    collection,
    {
      schema: {
        tags,
        operationId: 'listKnowledgeBases',
        summary: 'List knowledge bases',
        params: projectPath,
        querystring: listQuery,
        response: { 200: Type.Array(baseRecord), ...problems('invalid_input', 'project_not_found') },
      },
      config: { action: 'knowledge_bases.list' },
    },
    async (request, reply) => {
      const ctx = contextOf(request, services);
      return sendPage(
        request,
        reply,
        await listKnowledgeBases(ctx, request.params.projectName, listingOf(request.query)),
      );
    },
  );

  app.get(
    one,
    {
      schema: {
        tags,
        operationId: 'getKnowledgeBase',
        summary: 'Read a knowledge base',
        params: basePath,
        response: { 200: baseRecord, ...problems(...missing) },
      },
      config: { action: 'knowledge_bases.read' },
    },
    async (request, reply) =>
      sendRecord(request, reply, await getKnowledgeBase(contextOf(request, services), addressOf(request.params))),
  );

  app.put(
    one,
    {
      schema: {
        tags,
        operationId: 'updateKnowledgeBase',
        summary: 'Update a knowledge base',
        params: basePath,
        body: baseChange,
        response: { 200: baseRecord, ...problems(...bodyFaults, ...missing, 'name_taken', 'stale_record') },
      },
      config: { action: 'knowledge_bases.update' },
      preValidation,
    },
    async (request, reply) => {
      const check = (current: object) => requireFresh(request, current);
      const ctx = contextOf(request, services);
      return sendRecord(request, reply, await changeKnowledgeBase(ctx, addressOf(request.params), request.body, check));
    },
  );

  app.delete(
    one,
    {
      schema: {
        tags,
        operationId: 'deleteKnowledgeBase',
        summary: 'Delete a knowledge base',
        description: 'With all its documents.',
        params: basePath,
        response: { 204: emptyAnswer, ...problems(...missing, 'stale_record') },
      },
      config: { action: 'knowledge_bases.delete' },
    },
    async (request, reply) => {
      const check = (current: object) => requireFresh(request, current);
      await deleteKnowledgeBase(contextOf(request, services), addressOf(request.params), check);
      return reply.code(204).send(null);
    },
  );

  app.post(
    `${one}/embed`,
    {
      schema: {
        tags,
        operationId: 'embedKnowledgeBase',
        summary: 'Make the missing vectors',
        description: 'After a failure or a stop; otherwise it begins by itself. The record tells how far it has come.',
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
    `${one}/embed/cancel`,
    {
      schema: {
        tags,
        operationId: 'cancelEmbedding',
        summary: 'Stop the making of vectors',
        description: 'Those that are made stay.',
        params: basePath,
        response: { 200: baseRecord, ...problems(...keyFaults, ...missing, 'wrong_state') },
      },
      config: { action: 'knowledge_bases.embed', idempotent: true, emptyBody: true },
    },
    async (request, reply) =>
      sendRecord(request, reply, await cancelEmbedding(contextOf(request, services), addressOf(request.params))),
  );

  app.post(
    `${one}/search`,
    {
      schema: {
        tags,
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
      const { projectName, baseName } = request.params;
      return searchKnowledge(contextOf(request, services), projectName, baseName, request.body, signalOf(reply));
    },
  );
}
