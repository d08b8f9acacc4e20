import type { App } from '../../../http/reply/app.ts';
import { problems } from '../../../http/reply/schemas.ts';
import { contextOf } from '../../../http/request/caller.ts';
import { addResource } from '../../../http/resource/add-resource.ts';
import { addressOf } from '../../../http/resource/address.ts';
import type { AgentServices } from '../context.ts';
import {
  comparison,
  comparisonQuery,
  evaluationCreation,
  evaluationPath,
  evaluationRecord,
  evaluationWithResults,
} from './schemas.ts';
import { compareEvaluations, createEvaluation, deleteEvaluation, getEvaluation, listEvaluations } from './service.ts';

const path = '/api/projects/:projectName/agents/:agentName/evaluations/:evaluationName';

/** Adds the routes of evaluations: how often each version of an agent answers correctly. */
export function addEvaluationRoutes(app: App, services: AgentServices): void {
  addResource(app, services, {
    name: 'evaluation',
    tag: 'Agents',
    path,
    params: evaluationPath,
    record: evaluationRecord,
    unversioned: ['results'],
    list: { summary: 'List the evaluations of an agent', verb: listEvaluations },
    create: {
      summary: 'Ask an agent a set of questions and judge its answers',
      description: 'Runs as a job, without storing conversations. Names are unique within a project.',
      body: evaluationCreation,
      faults: ['version_not_found', 'evaluation_not_found', 'queue_full'],
      verb: createEvaluation,
    },
    read: { summary: 'Read an evaluation with every answer', answer: evaluationWithResults, verb: getEvaluation },
    delete: { description: 'A running evaluation is cancelled.', verb: deleteEvaluation },
  });

  app.get(
    `${path}/comparison`,
    {
      schema: {
        tags: ['Agents'],
        operationId: 'compareEvaluations',
        summary: 'Compare an evaluation with an earlier one, question by question',
        description: 'Which answers became better, worse or stayed, question by question.',
        params: evaluationPath,
        querystring: comparisonQuery,
        response: {
          200: comparison,
          ...problems('invalid_input', 'project_not_found', 'agent_not_found', 'evaluation_not_found'),
        },
      },
      config: { action: 'evaluations.read' },
    },
    async (request) => compareEvaluations(contextOf(request, services), addressOf(request.params), request.query.with),
  );
}
