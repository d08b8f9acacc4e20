import { Type } from 'typebox';
import type { App } from '../../http/reply/app.ts';
import { problems } from '../../http/reply/schemas.ts';
import { contextOf } from '../../http/request/caller.ts';
import { listingOf, sendPage } from '../../http/request/listing.ts';
import { addressOf } from '../../http/resource/address.ts';
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
        description: 'One for each person or thread on the platform, with its last message.',
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
        description: 'What was said by both sides, in order, with the state of each delivery.',
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
        description: 'Across all conversations: what arrived, what was answered, and what failed.',
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
