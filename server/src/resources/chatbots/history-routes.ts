import { Type } from 'typebox';
import { problems } from '../../http/reply/schemas.ts';
import { contextOf } from '../../http/request/caller.ts';
import { listingOf, sendPage } from '../../http/request/listing.ts';
import { addressOf } from '../../http/resource/address.ts';
import type { App } from '../../http/server.ts';
import type { ChatbotServices } from './context.ts';
import { listConversations, listMessages } from './history.ts';
import { chatbotPath, conversationPath, conversationRecord, historyQuery, messageRecord } from './schemas.ts';

const tags = ['Chatbots'];
const one = '/api/projects/:projectName/chatbots/:chatbotName';
const missing = ['invalid_input', 'project_not_found', 'chatbot_not_found'] as const;

export function addChatHistoryRoutes(app: App, services: Pick<ChatbotServices, 'database'>): void {
  app.get(
    `${one}/conversations`,
    {
      schema: {
        tags,
        operationId: 'listChatbotConversations',
        summary: 'List the conversations of a chatbot, the newest first',
        params: chatbotPath,
        querystring: historyQuery,
        response: { 200: Type.Array(conversationRecord), ...problems(...missing) },
      },
      config: { action: 'chatbots.read_messages' },
    },
    async (request, reply) => {
      const ctx = contextOf(request, services);
      return sendPage(
        request,
        reply,
        await listConversations(ctx, addressOf(request.params), listingOf(request.query)),
      );
    },
  );

  app.get(
    `${one}/conversations/:conversationId/messages`,
    {
      schema: {
        tags,
        operationId: 'listConversationMessages',
        summary: 'List the messages of a conversation, the oldest first',
        params: conversationPath,
        querystring: historyQuery,
        response: { 200: Type.Array(messageRecord), ...problems(...missing, 'conversation_not_found') },
      },
      config: { action: 'chatbots.read_messages' },
    },
    async (request, reply) => {
      const ctx = contextOf(request, services);
      return sendPage(request, reply, await listMessages(ctx, addressOf(request.params), listingOf(request.query)));
    },
  );

  app.get(
    `${one}/messages`,
    {
      schema: {
        tags,
        operationId: 'listChatbotMessages',
        summary: 'List the messages of a chatbot, the oldest first',
        params: chatbotPath,
        querystring: historyQuery,
        response: { 200: Type.Array(messageRecord), ...problems(...missing) },
      },
      config: { action: 'chatbots.read_messages' },
    },
    async (request, reply) => {
      const ctx = contextOf(request, services);
      return sendPage(request, reply, await listMessages(ctx, addressOf(request.params), listingOf(request.query)));
    },
  );
}
