import type { App } from '../../../http/reply/app.ts';
import { addResource } from '../../../http/resource/add-resource.ts';
import type { AgentServices } from '../context.ts';
import { conversationPath, conversationRecord, conversationWithMessages } from './schemas.ts';
import { deleteConversation, getConversation, listConversations } from './service.ts';

/** Conversations have no route of creation: completions create them. */
export function addConversationRoutes(app: App, services: Pick<AgentServices, 'database' | 'events'>): void {
  addResource(app, services, {
    name: 'conversation',
    tag: 'Agents',
    path: '/api/projects/:projectName/agents/:agentName/conversations/:conversationId',
    params: conversationPath,
    record: conversationRecord,
    unversioned: ['messages'],
    list: { summary: 'List the conversations of an agent', verb: listConversations },
    read: {
      summary: 'Read a conversation with the trace of every answer',
      answer: conversationWithMessages,
      verb: getConversation,
    },
    delete: { verb: deleteConversation },
  });
}
