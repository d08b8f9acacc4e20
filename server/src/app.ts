import type { Parts } from './context.ts';
import { measureRequests } from './http/metrics.ts';
import { addOpenApiRoutes, collectOpenApi } from './http/openapi.ts';
import { addOperationRoutes } from './http/operations.ts';
import { addPlayground } from './http/playground.ts';
import { limitRequests } from './http/rateLimit.ts';
import { createServer } from './http/server.ts';
import { addProjectRoutes } from './projects/routes.ts';

/** The whole service without a socket: what every route shares, then the resources, in order. */
export async function buildApp(parts: Parts, isReady: () => boolean = () => true) {
  const app = createServer(parts.config);
  await collectOpenApi(app);
  await limitRequests(app, parts.config);
  const metrics = measureRequests(app);
  addOperationRoutes(app, { metrics, isReady });
  addOpenApiRoutes(app);
  addPlayground(app);
  addProjectRoutes(app, parts);
  return app;
}
