import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { enterProject } from '../../platform/telemetry/scope.ts';
import { noteRequester } from '../../platform/workers/spare-core.ts';
import type { BodyOwner } from '../limits/shared-bytes.ts';
import type { App } from '../reply/app.ts';

/**
 * Sets the project of each request to routes declared later, for fair turns of writing and of cores: by ID, so that name
 * and ID share one turn, and only when the sender can reach it, so that nobody uses up others' turns. Predictions write
 * nothing and skip this, because each hook slows them.
 */
export function enterProjects(app: App, ownerOf: (request: FastifyRequest) => BodyOwner): void {
  const enter: onRequestHookHandler = (request, _reply, done) => {
    const { project } = ownerOf(request);
    enterProject(project);
    noteRequester(project);
    done();
  };
  app.addHook('onRoute', (route) => {
    if (!route.url.includes(':projectName') || route.config?.action === 'models.predict') return;
    route.onRequest = [route.onRequest ?? [], enter].flat();
  });
}
