import { addAgentRoutes } from './agents/routes.ts';
import type { Parts } from './context.ts';
import { rememberAnswers } from './http/idempotency.ts';
import { measureRequests } from './http/metrics.ts';
import { addOpenApiRoutes, collectOpenApi } from './http/openapi.ts';
import { addOperationRoutes } from './http/operations.ts';
import { addPlayground } from './http/playground.ts';
import { limitRequests } from './http/rate-limit.ts';
import type { App } from './http/server.ts';
import { addWelcome } from './http/welcome.ts';
import { authorizeRequests } from './keys/authorize.ts';
import { addKeyRoutes } from './keys/routes.ts';
import { addSessionRoutes } from './keys/session-routes.ts';
import { addDocumentRoutes } from './knowledge/document-routes.ts';
import { addKnowledgeRoutes } from './knowledge/routes.ts';
import { addAnswerRoutes } from './models/answer-routes.ts';
import { addModelEventRoutes } from './models/event-routes.ts';
import { addModelRoutes } from './models/routes.ts';
import { addTransferRoutes } from './models/transfer-routes.ts';
import { addProjectRoutes } from './projects/routes.ts';
import { addQueryRoutes } from './queries/routes.ts';
import { addTableRoutes } from './tables/routes.ts';

/** The whole service without a socket: what every route shares, then the resources, in order. */
export async function buildApp(parts: Parts, app: App, isReady: () => boolean = () => true) {
  await collectOpenApi(app);
  authorizeRequests(app, parts);
  await limitRequests(app, parts.config);
  rememberAnswers(app, parts.database);
  const metrics = measureRequests(app);
  addOperationRoutes(app, { metrics, isReady });
  addOpenApiRoutes(app);
  addPlayground(app);
  addWelcome(app);
  addKeyRoutes(app, parts);
  addSessionRoutes(app, parts);
  addProjectRoutes(app, parts);
  await addTableRoutes(app, parts);
  addQueryRoutes(app, parts);
  addModelRoutes(app, parts);
  addAnswerRoutes(app, parts);
  addModelEventRoutes(app, parts);
  await addTransferRoutes(app, parts);
  addKnowledgeRoutes(app, parts);
  addDocumentRoutes(app, parts);
  addAgentRoutes(app, parts);
  return app;
}
