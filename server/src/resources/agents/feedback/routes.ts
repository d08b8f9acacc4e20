import type { App } from '../../../http/reply/app.ts';
import { bodyFaults, keyFaults, problems } from '../../../http/reply/schemas.ts';
import { contextOf } from '../../../http/request/caller.ts';
import { addressOf } from '../../../http/resource/address.ts';
import type { AgentServices } from '../context.ts';
import { feedbackInput, feedbackRecord, messagePath } from './schemas.ts';
import { rateMessage } from './service.ts';

/** Adds the routes of feedback on answers. */
export function addFeedbackRoutes(app: App, services: AgentServices): void {
  app.post(
    '/api/projects/:projectName/agents/:agentName/messages/:messageId/feedback',
    {
      schema: {
        tags: ['Agents'],
        operationId: 'rateMessage',
        summary: 'Rate an answer',
        description: 'A good answer by SQL becomes an example of its skill if the caller may change skills.',
        params: messagePath,
        body: feedbackInput,
        response: {
          200: feedbackRecord,
          ...problems(
            ...keyFaults,
            ...bodyFaults,
            'project_not_found',
            'agent_not_found',
            'message_not_found',
            'conversation_not_found',
            'skill_not_found',
            'stale_record',
          ),
        },
      },
      config: { action: 'agents.rate', idempotent: true },
    },
    async (request) => rateMessage(contextOf(request, services), addressOf(request.params), request.body),
  );
}
