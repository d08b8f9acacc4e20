import { Type } from 'typebox';
import type { App } from '../../http/reply/app.ts';
import { nameOrId, problems } from '../../http/reply/schemas.ts';
import { contextOf } from '../../http/request/caller.ts';
import type { SpendingServices } from './context.ts';
import { spending, spendingQuery } from './schemas.ts';
import { readSpending } from './service.ts';

/** Adds the route that tells what agents and knowledge bases cost. */
export function addSpendingRoutes(app: App, services: SpendingServices): void {
  app.get(
    '/api/projects/:projectName/spending',
    {
      schema: {
        tags: ['Agents'],
        operationId: 'readSpending',
        summary: 'Read what a project used of language models',
        description:
          'Tokens and costs of language models and embeddings by day, agent or knowledge base, and model, with the budget of today.',
        params: Type.Object({ projectName: nameOrId }),
        querystring: spendingQuery,
        response: { 200: spending, ...problems('invalid_input', 'project_not_found') },
      },
      config: { action: 'agents.read_spending' },
    },
    async (request) => readSpending(contextOf(request, services), request.params.projectName, request.query),
  );
}
