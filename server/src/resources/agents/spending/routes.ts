import { Type } from 'typebox';
import type { App } from '../../../http/reply/app.ts';
import { nameOrId, problems } from '../../../http/reply/schemas.ts';
import { contextOf } from '../../../http/request/caller.ts';
import type { AgentServices } from '../context.ts';
import { spending, spendingQuery } from './schemas.ts';
import { readSpending } from './service.ts';

/** Adds the route that tells what agents cost. */
export function addSpendingRoutes(app: App, services: AgentServices): void {
  app.get(
    '/api/projects/:projectName/spending',
    {
      schema: {
        tags: ['Agents'],
        operationId: 'readSpending',
        summary: 'Read what the agents of a project used',
        description: 'Tokens and costs of language models by day, agent and model, with the budget of today.',
        params: Type.Object({ projectName: nameOrId }),
        querystring: spendingQuery,
        response: { 200: spending, ...problems('invalid_input', 'project_not_found') },
      },
      config: { action: 'agents.read_spending' },
    },
    async (request) => readSpending(contextOf(request, services), request.params.projectName, request.query),
  );
}
