import { turnAwayWhenFull } from './http/limits/back-pressure.ts';
import { limitRequests, RateWindows } from './http/limits/rate-limit.ts';
import { addOpenApiRoutes, collectOpenApi } from './http/openapi/openapi.ts';
import { addPlayground } from './http/openapi/playground.ts';
import type { App } from './http/reply/app.ts';
import { measureRequests } from './http/reply/measure-requests.ts';
import { noteRequests } from './http/reply/note-requests.ts';
import { enterProjects } from './http/request/enter-project.ts';
import { rememberAnswers } from './http/request/idempotency.ts';
import { addErrorPages } from './operations/error-pages/routes.ts';
import { addGauges } from './operations/gauges.ts';
import { addGuide } from './operations/guide.ts';
import { addOperationRoutes, type ServiceState } from './operations/health-routes.ts';
import { keepRoom } from './operations/keep-room.ts';
import { addStudio } from './operations/studio.ts';
import { watchDamage } from './operations/watch-damage.ts';
import { addWelcome } from './operations/welcome.ts';
import { watchDiskSpace } from './platform/blobs/disk-space.ts';
import { addA2aRoutes } from './protocols/a2a/routes.ts';
import { addAnthropicRoutes } from './protocols/anthropic/routes.ts';
import { addMcpRoute } from './protocols/mcp/routes.ts';
import { addOpenAIRoutes } from './protocols/openai/routes.ts';
import { addSqlRoutes } from './protocols/sql/routes.ts';
import { projectEndOf } from './release-contents.ts';
import { addCompletionRoutes } from './resources/agents/completions/routes.ts';
import { addConversationRoutes } from './resources/agents/conversations/routes.ts';
import { addEvaluationRoutes } from './resources/agents/evaluations/routes.ts';
import { addFeedbackRoutes } from './resources/agents/feedback/routes.ts';
import { addAgentRoutes } from './resources/agents/routes.ts';
import { auditRequests } from './resources/audit/audit-requests.ts';
import { addAuditRoutes } from './resources/audit/routes.ts';
import { addChatHistoryRoutes } from './resources/chatbots/history-routes.ts';
import { addChatbotRoutes } from './resources/chatbots/routes.ts';
import { releaseAgent } from './resources/chatbots/service.ts';
import { addWebChannelRoutes } from './resources/chatbots/web/routes.ts';
import { addChannelWebhookRoutes } from './resources/chatbots/webhook-routes.ts';
import { addConnectionRoutes } from './resources/connections/routes.ts';
import { recordLimitHits } from './resources/events/record-limit-hits.ts';
import { addEventRoutes } from './resources/events/routes.ts';
import { addJobRoutes } from './resources/jobs/routes.ts';
import { authorizeRequests } from './resources/keys/authorize.ts';
import { bodyOwnerOf } from './resources/keys/body-owner.ts';
import { ratesOf } from './resources/keys/rates.ts';
import { responseOwnerOf } from './resources/keys/response-owner.ts';
import { addKeyRoutes } from './resources/keys/routes.ts';
import { addSessionRoutes } from './resources/keys/session-routes.ts';
import { addDocumentRoutes } from './resources/knowledge/document-routes.ts';
import { addKnowledgeRoutes } from './resources/knowledge/routes.ts';
import { addAnswerRoutes } from './resources/models/answer-routes.ts';
import { addBackgroundRoute } from './resources/models/background-routes.ts';
import { addComparisonRoutes } from './resources/models/comparison/routes.ts';
import { addModelEventRoutes } from './resources/models/event-routes.ts';
import { predictOnFastPath } from './resources/models/fast-predict.ts';
import { addMonitorRoutes } from './resources/models/monitoring/routes.ts';
import { queryWithPredictions } from './resources/models/predictions/in-queries.ts';
import { addPredictionRoutes } from './resources/models/predictions/routes.ts';
import { addReportRoute } from './resources/models/report/routes.ts';
import { addGrowRoute } from './resources/models/retraining/grow-route.ts';
import { addChallengerRoutes } from './resources/models/retraining/routes.ts';
import { addModelRoutes } from './resources/models/routes.ts';
import { addTransferRoutes } from './resources/models/transfer-routes.ts';
import { addProjectRoutes } from './resources/projects/routes.ts';
import { addQueryRoutes } from './resources/queries/routes.ts';
import { addSkillRoutes } from './resources/skills/routes.ts';
import { addSpendingRoutes } from './resources/spending/routes.ts';
import { addLookRoutes } from './resources/tables/looking/routes.ts';
import { addTableRoutes } from './resources/tables/routes.ts';
import { addTrashRoutes } from './resources/trash/routes.ts';
import { addUseRoutes } from './resources/uses/routes.ts';
import { addWebhookRoutes } from './resources/webhooks/routes.ts';
import type { Services } from './services.ts';

/**
 * Builds the whole service without opening a socket: shared hooks first, then the routes of every resource. A node with
 * role `worker` has only the routes of its health.
 */
export async function buildApp(services: Services, app: App, stateOf: () => ServiceState = () => 'ready') {
  collectOpenApi(app, services.config);
  const ownerOf = bodyOwnerOf(services);
  const isFull = turnAwayWhenFull(app, services.config, ownerOf);
  keepRoom(app, services.reserve);
  authorizeRequests(app, services);
  enterProjects(app, ownerOf);
  auditRequests(app, services);
  const windows = new RateWindows();
  limitRequests(app, ratesOf(services), windows);
  rememberAnswers(app, services, responseOwnerOf(services));
  measureRequests(app, services.metrics);
  noteRequests(app, services.watchdog);
  addGauges(app, services);
  addOperationRoutes(app, {
    metrics: services.metrics,
    stateOf,
    hasRoom: watchDiskSpace(services.temporaryDirectory, services.reserve),
    diskUse: () => services.reserve.use(),
    isIntact: watchDamage(app),
    silentSeconds: () => services.nodes.silentSeconds,
    providersResting: () => services.breakers.resting,
  });
  if (services.config.role === 'worker') return app;
  addErrorPages(app);
  addOpenApiRoutes(app);
  addPlayground(app);
  addWelcome(app, services.config);
  addStudio(app);
  addGuide(app);
  addKeyRoutes(app, services);
  addSessionRoutes(app, services);
  const end = projectEndOf(services);
  addProjectRoutes(app, services, end);
  addTrashRoutes(app, services, end);
  await addTableRoutes(app, services);
  addLookRoutes(app, services);
  addQueryRoutes(app, (caller, ...query) => queryWithPredictions({ ...services, ...caller }, ...query));
  addConnectionRoutes(app, services);
  addModelRoutes(app, services);
  await addAnswerRoutes(app, services);
  addBackgroundRoute(app, services);
  addMonitorRoutes(app, services);
  addComparisonRoutes(app, services);
  addGrowRoute(app, services);
  addChallengerRoutes(app, services);
  addReportRoute(app, services);
  predictOnFastPath(app, services, windows, isFull);
  addPredictionRoutes(app, services);
  addModelEventRoutes(app, services);
  await addTransferRoutes(app, services);
  recordLimitHits(app, services);
  addEventRoutes(app, services);
  addAuditRoutes(app, services);
  addWebhookRoutes(app, services);
  addKnowledgeRoutes(app, services);
  await addDocumentRoutes(app, services);
  addAgentRoutes(app, services, (caller, agent, options) => releaseAgent({ ...services, ...caller }, agent, options));
  addSkillRoutes(app, services);
  addMcpRoute(app, services);
  addCompletionRoutes(app, services);
  addConversationRoutes(app, services);
  addFeedbackRoutes(app, services);
  addEvaluationRoutes(app, services);
  addSpendingRoutes(app, services);
  addJobRoutes(app, services);
  addA2aRoutes(app, services);
  addAnthropicRoutes(app, services);
  addOpenAIRoutes(app, services);
  addSqlRoutes(app, { ...services, projectEnd: end });
  addChatbotRoutes(app, services);
  addChatHistoryRoutes(app, services);
  await addChannelWebhookRoutes(app, services);
  addWebChannelRoutes(app, services);
  addUseRoutes(app, services);
  return app;
}
