import { Type } from 'typebox';
import { requireFresh, sendRecord } from '../../http/reply/etags.ts';
import { bodyFaults, emptyAnswer, keyFaults, problems, projectPath } from '../../http/reply/schemas.ts';
import { contextOf } from '../../http/request/caller.ts';
import { listingOf, listQuery, sendPage } from '../../http/request/listing.ts';
import { unwrapBody } from '../../http/request/unwrap-body.ts';
import type { App } from '../../http/server.ts';
import type { ProjectServices } from './context.ts';
import { deleteProject, type ReleaseContents } from './delete.ts';
import { projectChange, projectCreation, projectDeletion, projectRecord } from './schemas.ts';
import { changeProject, createProject, getProject, listProjects } from './service.ts';

const tags = ['Projects'];
const preValidation = unwrapBody('project');

export function addProjectRoutes(app: App, services: ProjectServices, releaseContents: ReleaseContents): void {
  app.post(
    '/api/projects',
    {
      schema: {
        tags,
        operationId: 'createProject',
        summary: 'Create a project',
        body: projectCreation,
        response: { 201: projectRecord, ...problems(...keyFaults, ...bodyFaults, 'name_taken') },
      },
      config: { action: 'projects.create', idempotent: true },
      preValidation,
    },
    async (request, reply) => {
      const record = await createProject(contextOf(request, services), request.body);
      reply.code(201).header('location', `/api/projects/${record.name}`);
      return sendRecord(request, reply, record);
    },
  );

  app.get(
    '/api/projects',
    {
      schema: {
        tags,
        operationId: 'listProjects',
        summary: 'List projects',
        querystring: listQuery,
        response: { 200: Type.Array(projectRecord), ...problems('invalid_input') },
      },
      config: { action: 'projects.list' },
    },
    async (request, reply) =>
      sendPage(request, reply, await listProjects(contextOf(request, services), listingOf(request.query))),
  );

  app.get(
    '/api/projects/:projectName',
    {
      schema: {
        tags,
        operationId: 'getProject',
        summary: 'Read a project',
        params: projectPath,
        response: { 200: projectRecord, ...problems('project_not_found') },
      },
      config: { action: 'projects.read' },
    },
    async (request, reply) =>
      sendRecord(request, reply, await getProject(contextOf(request, services), request.params.projectName)),
  );

  app.put(
    '/api/projects/:projectName',
    {
      schema: {
        tags,
        operationId: 'updateProject',
        summary: 'Change a project',
        params: projectPath,
        body: projectChange,
        response: {
          200: projectRecord,
          ...problems(...bodyFaults, 'project_not_found', 'name_taken', 'stale_record'),
        },
      },
      config: { action: 'projects.update' },
      preValidation,
    },
    async (request, reply) => {
      const check = (current: object) => requireFresh(request, current);
      const record = await changeProject(contextOf(request, services), request.params.projectName, request.body, check);
      return sendRecord(request, reply, record);
    },
  );

  app.delete(
    '/api/projects/:projectName',
    {
      schema: {
        tags,
        operationId: 'deleteProject',
        summary: 'Delete a project',
        params: projectPath,
        querystring: projectDeletion,
        response: { 204: emptyAnswer, ...problems('project_not_found', 'project_not_empty', 'stale_record') },
      },
      config: { action: 'projects.delete' },
    },
    async (request, reply) => {
      const check = (current: object) => requireFresh(request, current);
      const cascade = request.query.cascade ?? false;
      await deleteProject(contextOf(request, services), request.params.projectName, {
        cascade,
        check,
        releaseContents,
      });
      return reply.code(204).send(null);
    },
  );
}
