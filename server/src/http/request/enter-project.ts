import type { FastifyRequest, onRequestHookHandler } from 'fastify';
import { enterProject } from '../../platform/telemetry/scope.ts';
import type { BodyOwner } from '../limits/in-flight-bodies.ts';
import type { App } from '../server.ts';

/**
 * Says of each request to routes declared later which project it is about: by its ID, so that its two spellings share one
 * turn, and only once its sender is known to reach it, so that nobody uses up the turns of others. Predictions write
 * nothing and take no such turn: on their path every hook counts.
 */
export function enterProjects(app: App, ownerOf: (request: FastifyRequest) => BodyOwner): void {
  const enter: onRequestHookHandler = (request, _reply, done) => {
    enterProject(ownerOf(request).project);
    done();
  };
  app.addHook('onRoute', (route) => {
    if (!route.url.includes(':projectName') || route.config?.action === 'models.predict') return;
    route.onRequest = [route.onRequest ?? [], enter].flat();
  });
}
