import type { App } from '../../http/reply/app.ts';
import { requireFresh, sendRecord } from '../../http/reply/etags.ts';
import { removal } from '../../http/reply/removal.ts';
import { bodyFaults, keyFaults, problems } from '../../http/reply/schemas.ts';
import { contextOf } from '../../http/request/caller.ts';
import { unwrapBody } from '../../http/request/unwrap-body.ts';
import { addResource } from '../../http/resource/add-resource.ts';
import { addressOf } from '../../http/resource/address.ts';
import { repeatStale } from '../../http/resource/repeat-stale.ts';
import type { ChatbotServices } from './context.ts';
import { addInstallationRoutes } from './installing/routes.ts';
import {
  chatbotChange,
  chatbotCreation,
  chatbotListQuery,
  chatbotPath,
  chatbotRecord,
  chatbotTest,
} from './schemas.ts';
import {
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
const path = '/api/projects/:projectName/chatbots/:chatbotName';
const missing = ['project_not_found', 'chatbot_not_found'] as const;

export function addChatbotRoutes(app: App, services: ChatbotServices): void {
  addResource(app, services, {
    name: 'chatbot',
    tag: 'Chatbots',
    path,
    params: chatbotPath,
    record: chatbotRecord,
    list: {
      query: chatbotListQuery,
      faults: ['agent_not_found'],
      verb: (ctx, { project }, listing, { agent }) => listChatbots(ctx, project, { ...listing, agent }),
    },
    create: {
      description: 'With `is_running: true` it starts at once.',
      body: chatbotCreation,
      faults: ['agent_not_found'],
      verb: (ctx, { project }, body) => createChatbot(ctx, project, body),
    },
    read: { verb: getChatbot },
    delete: {
      summary: 'Delete a chatbot with its conversations',
      query: removal,
      verb: (ctx, address, check, { permanently }) => deleteChatbot(ctx, address, { check, permanently }),
    },
  });
  addPutRoute(app, services);
  addRunningRoutes(app, services);
  addInstallationRoutes(app, services);
}

/** Unlike other changes, PUT may create the record. */
function addPutRoute(
  app: App,
  services: Pick<ChatbotServices, 'chatbotHub' | 'config' | 'database' | 'events' | 'secrets'>,
): void {
  app.put(
    path,
    {
      schema: {
        tags,
        operationId: 'putChatbot',
        summary: 'Change a chatbot, or create it',
        description:
          'Creates the chatbot if none has that name; `agent` and `channel` are then required. `channel` is replaced, but absent secrets stay; `params` are merged. A running chatbot restarts.',
        params: chatbotPath,
        body: chatbotChange,
        response: {
          200: chatbotRecord,
          201: chatbotRecord,
          ...problems(...bodyFaults, ...missing, 'agent_not_found', 'name_taken', 'wrong_state', 'stale_record'),
        },
      },
      config: { action: 'chatbots.update' },
      preValidation: unwrapBody('chatbot'),
    },
    async (request, reply) => {
      const check = (current: object | undefined) => requireFresh(request, current);
      const ctx = contextOf(request, services);
      const address = addressOf(request.params);
      const { record, created } = await repeatStale(request, () => putChatbot(ctx, address, request.body, check));
      if (created) reply.code(201).header('location', `/api/projects/${record.project}/chatbots/${record.name}`);
      return sendRecord(request, reply, record);
    },
  );
}

function addRunningRoutes(app: App, services: ChatbotServices): void {
  app.post(
    `${path}/start`,
    {
      schema: {
        tags,
        operationId: 'startChatbot',
        summary: 'Start a chatbot',
        description: 'Responds at once: the status is `starting`, and soon `running` or `error`.',
        params: chatbotPath,
        response: { 200: chatbotRecord, ...problems(...keyFaults, ...missing, 'wrong_state', 'stale_record') },
      },
      config: { action: 'chatbots.start', idempotent: true, emptyBody: true },
    },
    async (request, reply) =>
      sendRecord(request, reply, await startChatbot(contextOf(request, services), addressOf(request.params))),
  );

  app.post(
    `${path}/stop`,
    {
      schema: {
        tags,
        operationId: 'stopChatbot',
        summary: 'Stop a chatbot',
        description: 'It answers no more until it is started again.',
        params: chatbotPath,
        response: { 200: chatbotRecord, ...problems(...keyFaults, ...missing, 'stale_record') },
      },
      config: { action: 'chatbots.stop', idempotent: true, emptyBody: true },
    },
    async (request, reply) =>
      sendRecord(request, reply, await stopChatbot(contextOf(request, services), addressOf(request.params))),
  );

  app.post(
    `${path}/test`,
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
