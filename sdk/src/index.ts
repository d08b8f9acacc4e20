/** The public interface of the package. */
export { createClient, type Sibyl } from './client.ts';
export { type ClientErrorCode, type ErrorCode, SibylError } from './error.ts';
export type { ServerSentEvent } from './event-stream.ts';
export type { components, operations } from './generated/api.ts';
export type { AgentEvent, AgentHandle, AskOptions, Question } from './handles/agents.ts';
export type { ChatbotHandle } from './handles/chatbots.ts';
export type { ConnectionHandle } from './handles/connections.ts';
export type { DocumentHandle, DocumentOptions, KnowledgeBaseHandle } from './handles/knowledge-bases.ts';
export type { ModelHandle, PredictedValue, Prediction, Training, TrainingProgress } from './handles/models.ts';
export type { ProjectHandle } from './handles/projects.ts';
export type { SkillHandle } from './handles/skills.ts';
export type { FileOptions, TableHandle } from './handles/tables.ts';
export type { WebhookHandle } from './handles/webhooks.ts';
export type { List, Page } from './list.ts';
export type { ClientOptions } from './transport.ts';
export type * from './types.ts';
