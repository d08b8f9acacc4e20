import type { App } from '../../http/reply/app.ts';
import { projectPath } from '../../http/reply/schemas.ts';
import { addResource } from '../../http/resource/add-resource.ts';
import type { ProjectServices } from './context.ts';
import { deleteProject, type ProjectEnd } from './delete.ts';
import { projectChange, projectCreation, projectDeletion, projectRecord } from './schemas.ts';
import { changeProject, createProject, getProject, listProjects } from './service.ts';

export function addProjectRoutes(app: App, services: ProjectServices, end: ProjectEnd): void {
  addResource(app, services, {
    name: 'project',
    tag: 'Projects',
    path: '/api/projects/:projectName',
    params: projectPath,
    record: projectRecord,
    list: { verb: (ctx, _, listing) => listProjects(ctx, listing) },
    create: { body: projectCreation, verb: (ctx, _, body) => createProject(ctx, body) },
    read: { verb: (ctx, { project }) => getProject(ctx, project) },
    update: {
      body: projectChange,
      verb: (ctx, { project }, body, check) => changeProject(ctx, project, body, check),
    },
    delete: {
      query: projectDeletion,
      faults: ['project_not_empty'],
      verb: (ctx, { project }, check, { cascade = false, permanently }) =>
        deleteProject(ctx, project, { cascade, check, permanently }, end),
    },
  });
}
