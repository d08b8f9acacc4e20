import { Type } from 'typebox';
import type { App } from '../../http/reply/app.ts';
import { bodyFaults, emptyAnswer, keyFaults, problems, projectPath } from '../../http/reply/schemas.ts';
import { contextOf } from '../../http/request/caller.ts';
import { listingOf, sendPage } from '../../http/request/listing.ts';
import type { ChatbotServices } from '../chatbots/context.ts';
import type { ProjectEnd } from '../projects/delete.ts';
import { entryPath, projectEntryPath, restoration, trashEntry, trashQuery } from './schemas.ts';
import { eraseEntry, listTrash, restoreEntry } from './service.ts';

const lying =
  'What was deleted lies here for `SIBYL_TRASH_DAYS` days and counts for the limits of its project until then.';

/** Adds the trash of each project, and that of the service, which holds deleted projects. */
export function addTrashRoutes(app: App, services: ChatbotServices, end: ProjectEnd): void {
  addProjectTrash(app, services, end);
  addServiceTrash(app, services, end);
}

function addProjectTrash(app: App, services: ChatbotServices, end: ProjectEnd): void {
  const path = '/api/projects/:projectName/trash';
  const missing = ['project_not_found', 'trash_entry_not_found'] as const;
  app.get(
    path,
    {
      schema: {
        tags: ['Trash'],
        operationId: 'listTrash',
        summary: 'List what was deleted from a project',
        description: `${lying} The newest first.`,
        params: projectPath,
        querystring: trashQuery,
        response: { 200: Type.Array(trashEntry), ...problems('project_not_found', 'invalid_input') },
      },
      config: { action: 'trash.list' },
    },
    async (request, reply) => {
      const { projectName } = request.params;
      return sendPage(
        request,
        reply,
        await listTrash(contextOf(request, services), listingOf(request.query), projectName),
      );
    },
  );
  app.post(
    `${path}/:entryName/restore`,
    {
      schema: {
        tags: ['Trash'],
        operationId: 'restoreFromTrash',
        summary: 'Restore what was deleted',
        description:
          'With all that hung on it, such as the versions of a model or the conversations of an agent. Where its name is taken by now, the body gives another.',
        params: projectEntryPath,
        body: restoration,
        response: { 200: trashEntry, ...problems(...keyFaults, ...bodyFaults, ...missing, 'name_taken') },
      },
      config: { action: 'trash.restore', idempotent: true, emptyBody: true },
    },
    async (request) => {
      const { projectName: project, entryName: entry } = request.params;
      return restoreEntry(contextOf(request, services), { project, entry }, request.body);
    },
  );
  app.delete(
    `${path}/:entryName`,
    {
      schema: {
        tags: ['Trash'],
        operationId: 'deleteFromTrash',
        summary: 'Delete an entry of the trash for good',
        description: 'With its files, which cannot be brought back.',
        params: projectEntryPath,
        response: { 204: emptyAnswer, ...problems(...missing) },
      },
      config: { action: 'trash.delete' },
    },
    async (request, reply) => {
      const { projectName: project, entryName: entry } = request.params;
      await eraseEntry(contextOf(request, services), { project, entry }, end);
      return reply.code(204).send(null);
    },
  );
}

function addServiceTrash(app: App, services: ChatbotServices, end: ProjectEnd): void {
  app.get(
    '/api/trash',
    {
      schema: {
        tags: ['Trash'],
        operationId: 'listDeletedProjects',
        summary: 'List deleted projects',
        description: `${lying} The newest first.`,
        querystring: trashQuery,
        response: { 200: Type.Array(trashEntry), ...problems('invalid_input') },
      },
      config: { action: 'projects.restore' },
    },
    async (request, reply) =>
      sendPage(request, reply, await listTrash(contextOf(request, services), listingOf(request.query))),
  );
  app.post(
    '/api/trash/:entryName/restore',
    {
      schema: {
        tags: ['Trash'],
        operationId: 'restoreProject',
        summary: 'Restore a deleted project',
        description: 'With all that it held. Where its name is taken by now, the body gives another.',
        params: entryPath,
        body: restoration,
        response: {
          200: trashEntry,
          ...problems(...keyFaults, ...bodyFaults, 'trash_entry_not_found', 'name_taken'),
        },
      },
      config: { action: 'projects.restore', idempotent: true, emptyBody: true },
    },
    async (request) => restoreEntry(contextOf(request, services), { entry: request.params.entryName }, request.body),
  );
  app.delete(
    '/api/trash/:entryName',
    {
      schema: {
        tags: ['Trash'],
        operationId: 'deleteProjectForGood',
        summary: 'Delete a deleted project for good',
        description: 'With all that it held, which cannot be brought back.',
        params: entryPath,
        response: { 204: emptyAnswer, ...problems('trash_entry_not_found') },
      },
      config: { action: 'projects.delete' },
    },
    async (request, reply) => {
      await eraseEntry(contextOf(request, services), { entry: request.params.entryName }, end);
      return reply.code(204).send(null);
    },
  );
}
