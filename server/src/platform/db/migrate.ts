import { type Migration, Migrator } from 'kysely/migration';
import * as projects from './migrations/0001-projects.ts';
import * as tables from './migrations/0002-tables.ts';
import * as models from './migrations/0003-models.ts';
import * as jobs from './migrations/0004-jobs.ts';
import * as idempotency from './migrations/0005-idempotency.ts';
import * as keys from './migrations/0006-keys.ts';
import * as skills from './migrations/0007-skills.ts';
import * as agents from './migrations/0008-agents.ts';
import * as knowledge from './migrations/0009-knowledge.ts';
import * as events from './migrations/0010-events.ts';
import * as webhooksAndAudit from './migrations/0011-webhooks-and-audit.ts';
import * as chatbots from './migrations/0012-chatbots.ts';
import * as limits from './migrations/0014-limits.ts';
import * as skillTypes from './migrations/0018-skill-types.ts';
import * as unfinishedDocuments from './migrations/0019-unfinished-documents.ts';
import * as evaluations from './migrations/0021-evaluations.ts';
import * as predictions from './migrations/0023-predictions.ts';
import * as nodes from './migrations/0025-nodes.ts';
import * as chatInstallations from './migrations/0027-chat-installations.ts';
import { addColumns } from './migrations/columns.ts';
import type { Database } from './schema.ts';

/** Ordered by number. What a released migration does never changes. One that only adds columns is a line here. */
const migrations: Record<string, Migration> = {
  '0001-projects': projects,
  '0002-tables': tables,
  '0003-models': models,
  '0004-jobs': jobs,
  '0005-idempotency': idempotency,
  '0006-keys': keys,
  '0007-skills': skills,
  '0008-agents': agents,
  '0009-knowledge': knowledge,
  '0010-events': events,
  '0011-webhooks-and-audit': webhooksAndAudit,
  '0012-chatbots': chatbots,
  '0013-warnings': addColumns('model_versions', { warnings: 'text' }),
  '0014-limits': limits,
  '0015-job-traces': addColumns('jobs', { traceparent: 'text' }),
  '0016-dialects': addColumns('tables', { dialect: 'text', warnings: 'text' }),
  '0017-validation': addColumns('model_versions', { baseline: 'text', standard_errors: 'text', validation: 'text' }),
  '0018-skill-types': skillTypes,
  '0019-unfinished-documents': unfinishedDocuments,
  '0021-evaluations': evaluations,
  '0023-predictions': predictions,
  '0025-nodes': nodes,
  '0026-chat-extras': addColumns('chatbot_messages', { buttons: 'text', attachment: 'text' }),
  '0027-chat-installations': chatInstallations,
};

/** Runs all pending migrations in one transaction. Safe to repeat, and from two processes at once. */
export async function migrateToLatest(database: Database): Promise<void> {
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (error) throw new Error('the database could not be brought up to date', { cause: error });
}
