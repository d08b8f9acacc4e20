import { Type } from 'typebox';
import { requireFresh, sendRecord } from '../../http/reply/etags.ts';
import { bodyFaults, emptyAnswer, keyFaults, problems, projectPath } from '../../http/reply/schemas.ts';
import { contextOf } from '../../http/request/caller.ts';
import { listingOf, sendPage } from '../../http/request/listing.ts';
import { unwrapBody } from '../../http/request/unwrap-body.ts';
import type { App } from '../../http/server.ts';
import type { ChatbotServices } from './context.ts';
import {
  chatbotChange,
  chatbotCreation,
  chatbotListQuery,
  chatbotPath,
  chatbotRecord,
  chatbotTest,
} from './schemas.ts';
import {
  type ChatbotAddress,
  createChatbot,
  deleteChatbot,
  getChatbot,
  listChatbots,
  putChatbot,
  startChatbot,
  stopChatbot,
} from './service.ts';
import { testChatbot } from './test-chatbot.ts';

const tags = ['Chatbots'];
const collection = '/api/projects/:projectName/chatbots';
const one = `${collection}/:chatbotName`;
const missing = ['project_not_found', 'chatbot_not_found'] as const;
const preValidation = unwrapBody('chatbot');

export function addressOf({ projectName, chatbotName }: { projectName: string; chatbotName: string }): ChatbotAddress {
  return { project: projectName, chatbot: chatbotName };
}

export function addChatbotRoutes(app: App, services: ChatbotServices): void {
  addReadingRoutes(app, services);
  addChangingRoutes(app, services);
  addRunningRoutes(app, services);
}

function addReadingRoutes(app: App, services: Pick<ChatbotServices, 'config' | 'database'>): void {
  app.get(
    collection,
    {
      schema: {
        tags,
        operationId: 'listChatbots',
        summary: 'List chatbots',
        params: projectPath,
        querystring: chatbotListQuery,
        response: {
          200: Type.Array(chatbotRecord),
          ...problems('invalid_input', 'project_not_found', 'agent_not_found'),
        },
      },
      config: { action: 'chatbots.list' },
    },
    async (request, reply) => {
      const listing = { ...listingOf(request.query), agent: request.query.agent };
      return sendPage(
        request,
        reply,
        await listChatbots(contextOf(request, services), request.params.projectName, listing),
      );
    },
  );

  app.get(
    one,
    {
      schema: {
        tags,
        operationId: 'getChatbot',
        summary: 'Read a chatbot',
        params: chatbotPath,
        response: { 200: chatbotRecord, ...problems(...missing) },
      },
      config: { action: 'chatbots.read' },
    },
    async (request, reply) =>
      sendRecord(request, reply, await getChatbot(contextOf(request, services), addressOf(request.params))),
  );
}

function addChangingRoutes(
  app: App,
  services: Pick<ChatbotServices, 'chatbotHub' | 'config' | 'database' | 'events' | 'secrets'>,
): void {
  app.post(
    collection,
    {
      schema: {
        tags,
        operationId: 'createChatbot',
        summary: 'Create a chatbot',
        description: 'With `is_running: true` it is started at once.',
        params: projectPath,
        body: chatbotCreation,
        response: {
          201: chatbotRecord,
          ...problems(...keyFaults, ...bodyFaults, 'project_not_found', 'agent_not_found', 'name_taken'),
        },
      },
      config: { action: 'chatbots.create', idempotent: true },
      preValidation,
    },
    async (request, reply) => {
      const record = await createChatbot(contextOf(request, services), request.params.projectName, request.body);
      reply.code(201).header('location', `/api/projects/${record.project}/chatbots/${record.name}`);
      return sendRecord(request, reply, record);
    },
  );

  app.put(
    one,
    {
      schema: {
        tags,
        operationId: 'putChatbot',
        summary: 'Change a chatbot, or create it',
        description:
          'Creates the chatbot when there is none of that name: then `agent` and `channel` are needed. `channel` replaces, but secrets that are left out stay; `params` merge. A running chatbot is restarted.',
        params: chatbotPath,
        body: chatbotChange,
        response: {
          200: chatbotRecord,
          201: chatbotRecord,
          ...problems(...bodyFaults, ...missing, 'agent_not_found', 'name_taken', 'wrong_state', 'stale_record'),
        },
      },
      config: { action: 'chatbots.update' },
      preValidation,
    },
    async (request, reply) => {
      const check = (current: object | undefined) => requireFresh(request, current);
      const ctx = contextOf(request, services);
      const { record, created } = await putChatbot(ctx, addressOf(request.params), request.body, check);
      if (created) reply.code(201).header('location', `/api/projects/${record.project}/chatbots/${record.name}`);
      return sendRecord(request, reply, record);
    },
  );

  app.delete(
    one,
    {
      schema: {
        tags,
        operationId: 'deleteChatbot',
        summary: 'Delete a chatbot with its conversations',
        params: chatbotPath,
        response: { 204: emptyAnswer, ...problems(...missing, 'stale_record') },
      },
      config: { action: 'chatbots.delete' },
    },
    async (request, reply) => {
      const check = (current: object) => requireFresh(request, current);
      await deleteChatbot(contextOf(request, services), addressOf(request.params), check);
      return reply.code(204).send(null);
    },
  );
}

function addRunningRoutes(app: App, services: ChatbotServices): void {
  app.post(
    `${one}/start`,
    {
      schema: {
        tags,
        operationId: 'startChatbot',
        summary: 'Start a chatbot',
        description: 'Answers at once: it is `starting`, and `running` or in `error` soon after.',
        params: chatbotPath,
        response: { 200: chatbotRecord, ...problems(...keyFaults, ...missing, 'wrong_state', 'stale_record') },
      },
      config: { action: 'chatbots.start', idempotent: true, emptyBody: true },
    },
    async (request, reply) =>
      sendRecord(request, reply, await startChatbot(contextOf(request, services), addressOf(request.params))),
  );

  app.post(
    `${one}/stop`,
    {
      schema: {
        tags,
        operationId: 'stopChatbot',
        summary: 'Stop a chatbot',
        params: chatbotPath,
        response: { 200: chatbotRecord, ...problems(...keyFaults, ...missing, 'stale_record') },
      },
      config: { action: 'chatbots.stop', idempotent: true, emptyBody: true },
    },
    async (request, reply) =>
      sendRecord(request, reply, await stopChatbot(contextOf(request, services), addressOf(request.params))),
  );

  app.post(
    `${one}/test`,
    {
      schema: {
        tags,
        operationId: 'testChatbot',
        summary: 'Ask the platform whether the credentials are right',
        description: 'Sends no message and changes nothing.',
        params: chatbotPath,
        response: { 200: chatbotTest, ...problems(...missing) },
      },
      config: { action: 'chatbots.test', emptyBody: true },
    },
    async (request) => testChatbot(contextOf(request, services), addressOf(request.params)),
  );
}
