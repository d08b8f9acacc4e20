import { Type } from 'typebox';
import { requireFresh, sendRecord } from '../../../http/reply/etags.ts';
import { emptyAnswer, problems } from '../../../http/reply/schemas.ts';
import { contextOf } from '../../../http/request/caller.ts';
import { listingOf, listQuery, sendPage } from '../../../http/request/listing.ts';
import type { App } from '../../../http/server.ts';
import type { AgentServices } from '../context.ts';
import { addressOf } from '../routes.ts';
import { agentPath } from '../schemas.ts';
import { conversationPath, conversationRecord, conversationWithMessages } from './schemas.ts';
import { deleteConversation, getConversation, listConversations } from './service.ts';

const tags = ['Agents'];
const collection = '/api/projects/:projectName/agents/:agentName/conversations';
const one = `${collection}/:conversationId`;
const missing = ['project_not_found', 'agent_not_found', 'conversation_not_found'] as const;

export function addConversationRoutes(app: App, services: Pick<AgentServices, 'database' | 'events'>): void {
  app.get(
    collection,
    {
      schema: {
        tags,
        operationId: 'listConversations',
        summary: 'List the conversations of an agent',
        params: agentPath,
        querystring: listQuery,
        response: {
          200: Type.Array(conversationRecord),
          ...problems('invalid_input', 'project_not_found', 'agent_not_found'),
        },
      },
      config: { action: 'conversations.list' },
    },
    async (request, reply) => {
      const ctx = contextOf(request, services);
      const listing = listingOf(request.query);
      return sendPage(request, reply, await listConversations(ctx, addressOf(request.params), listing));
    },
  );

  app.get(
    one,
    {
      schema: {
        tags,
        operationId: 'getConversation',
        summary: 'Read a conversation with the trace of every answer',
        params: conversationPath,
        response: { 200: conversationWithMessages, ...problems(...missing) },
      },
      config: { action: 'conversations.read' },
    },
    async (request, reply) => {
      const { conversationId } = request.params;
      const whole = await getConversation(contextOf(request, services), addressOf(request.params), conversationId);
      const { messages: _, ...record } = whole;
      return sendRecord(request, reply, whole, record);
    },
  );

  app.delete(
    one,
    {
      schema: {
        tags,
        operationId: 'deleteConversation',
        summary: 'Delete a conversation',
        params: conversationPath,
        response: { 204: emptyAnswer, ...problems(...missing, 'stale_record') },
      },
      config: { action: 'conversations.delete' },
    },
    async (request, reply) => {
      const check = (current: object) => requireFresh(request, current);
      const { conversationId } = request.params;
      await deleteConversation(contextOf(request, services), addressOf(request.params), conversationId, check);
      return reply.code(204).send(null);
    },
  );
}
