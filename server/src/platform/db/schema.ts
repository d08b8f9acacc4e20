/**
 * The database tables, one file of `schema/` per topic, identical on both databases.
 * Times are RFC 3339 UTC text with milliseconds (`Date.toISOString()`), so they sort as text. Sizes are in bytes.
 */
import type { Kysely } from 'kysely';
import type { AgentSchema } from './schema/agents.ts';
import type { ApiKeySchema } from './schema/api-keys.ts';
import type { AuditSchema } from './schema/audit.ts';
import type { ChatbotSchema } from './schema/chatbots.ts';
import type { ConnectionSchema } from './schema/connections.ts';
import type { ConversationSchema } from './schema/conversations.ts';
import type { EvaluationSchema } from './schema/evaluations.ts';
import type { EventSchema } from './schema/events.ts';
import type { IdempotencySchema } from './schema/idempotency-keys.ts';
import type { JobSchema } from './schema/jobs.ts';
import type { KnowledgeSchema } from './schema/knowledge.ts';
import type { ModelSchema } from './schema/models.ts';
import type { MonitoringSchema } from './schema/monitoring.ts';
import type { NodeSchema } from './schema/nodes.ts';
import type { PredictionSchema } from './schema/predictions.ts';
import type { ProjectSchema } from './schema/projects.ts';
import type { SkillSchema } from './schema/skills.ts';
import type { TableSchema } from './schema/tables.ts';
import type { TokenUseSchema } from './schema/token-use.ts';
import type { WebhookSchema } from './schema/webhooks.ts';

export type Database = Kysely<Schema>;

export interface Schema
  extends ProjectSchema,
    TableSchema,
    ModelSchema,
    MonitoringSchema,
    PredictionSchema,
    JobSchema,
    IdempotencySchema,
    ApiKeySchema,
    SkillSchema,
    ConnectionSchema,
    AgentSchema,
    ConversationSchema,
    EvaluationSchema,
    KnowledgeSchema,
    TokenUseSchema,
    EventSchema,
    WebhookSchema,
    AuditSchema,
    ChatbotSchema,
    NodeSchema {}
