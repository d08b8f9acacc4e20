import { Type } from 'typebox';
import type { App } from '../../../http/reply/app.ts';
import { pagePolicy } from '../../../http/reply/page-style.ts';
import { documented, problems } from '../../../http/reply/schemas.ts';
import { takes } from '../../../http/request/accept.ts';
import { contextOf } from '../../../http/request/caller.ts';
import { addressOf } from '../../../http/resource/address.ts';
import type { ModelServices } from '../context.ts';
import { modelPath } from '../schemas.ts';
import { getReport } from './get-report.ts';
import { writeReport } from './write-report.ts';

/** Adds the route of the report for those who sign for a model. */
export function addReportRoute(app: App, services: ModelServices): void {
  app.get(
    '/api/projects/:projectName/models/:modelName/report',
    {
      schema: {
        tags: ['Models'],
        operationId: 'getModelReport',
        summary: 'Read the report of a model',
        description:
          'One page that needs nothing else and prints well: figures beside those without inputs, warnings and alarms, data, importances, dependence, calibration, what the watch saw, and the versions. As JSON where only that is accepted.',
        params: modelPath,
        response: {
          200: documented({
            description: 'The report.',
            content: {
              'text/html': { schema: Type.String() },
              'application/json': { schema: Type.Object({}, { additionalProperties: true, title: 'ModelReport' }) },
            },
          }),
          ...problems('project_not_found', 'model_not_found', 'version_not_found', 'model_not_ready'),
        },
      },
      config: { action: 'models.read_monitor', answers: ['text/html', 'application/json'] },
    },
    async (request, reply) => {
      const report = await getReport(contextOf(request, services), addressOf(request.params));
      reply.header('vary', 'accept');
      if (!takes(request.headers.accept ?? '*/*', 'text/html'))
        return reply.type('application/json; charset=utf-8').send(report);
      reply.header('content-security-policy', pagePolicy).type('text/html; charset=utf-8');
      return reply.send(writeReport(report));
    },
  );
}
