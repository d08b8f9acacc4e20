import { Type } from 'typebox';
import type { App } from '../../http/reply/app.ts';
import { problems, projectPath } from '../../http/reply/schemas.ts';
import { contextOf } from '../../http/request/caller.ts';
import type { Database } from '../../platform/db/schema.ts';
import { jobQuery, jobRecord } from './schemas.ts';
import { listJobs } from './service.ts';

/** Adds the list of a project's jobs; each kind is started and cancelled at its own record. */
export function addJobRoutes(app: App, services: { database: Database }): void {
  app.get(
    '/api/projects/:projectName/jobs',
    {
      schema: {
        tags: ['Projects'],
        operationId: 'listJobs',
        summary: 'List the jobs of a project',
        description:
          'Trainings, batches of predictions, evaluations, and computations of vectors: those that wait or run, then the latest. A training or the vectors of a base are stopped by `cancel` below the record; batches and evaluations by deleting theirs.',
        params: projectPath,
        querystring: jobQuery,
        response: { 200: Type.Array(jobRecord), ...problems('invalid_input', 'project_not_found') },
      },
      config: { action: 'jobs.list' },
    },
    async (request) => listJobs(contextOf(request, services), request.params.projectName, request.query.limit ?? 100),
  );
}
