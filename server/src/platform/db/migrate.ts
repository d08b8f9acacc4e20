import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { ConfigError } from '../../config.ts';
import { isOutage } from '../../errors.ts';
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
import * as trashAndOrigins from './migrations/0033-trash-and-origins.ts';
import * as monitoring from './migrations/0034-monitoring.ts';
import * as endedSessions from './migrations/0035-ended-sessions.ts';
import * as livingModels from './migrations/0038-living-models.ts';
import * as tokenUse from './migrations/0039-token-use.ts';
import * as publishedAndFirstTokens from './migrations/0043-published-and-first-tokens.ts';
import * as shadowsAndPostedAlarms from './migrations/0044-shadows-and-posted-alarms.ts';
import * as ranksOfErrors from './migrations/0047-ranks-of-errors.ts';
import * as talliesOfTruths from './migrations/0051-tallies-of-truths.ts';
import { addColumns } from './migrations/columns.ts';
import type { Database } from './schema.ts';

/** Ordered by number. What a released migration does never changes. One that only adds columns is a line here. */
export const migrations: Record<string, Migration> = {
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
  '0028-prediction-engines': addColumns('predictions', { engine: 'text' }),
  '0029-idempotency-claims': addColumns('idempotency_keys', { claimant: 'text', renewed_at: 'text' }),
  '0030-pages': addColumns('knowledge_chunks', { page: 'integer' }),
  '0031-model-sizes': addColumns('model_versions', { byte_size: 'bigint' }),
  '0033-trash-and-origins': trashAndOrigins,
  '0034-monitoring': monitoring,
  '0035-ended-sessions': endedSessions,
  '0037-prediction-dialects': addColumns('predictions', { dialect: 'text' }),
  '0038-living-models': livingModels,
  '0039-token-use': tokenUse,
  '0040-accuracies-elsewhere': addColumns('model_versions', { accuracies_elsewhere: 'text' }),
  '0043-published-and-first-tokens': publishedAndFirstTokens,
  '0044-shadows-and-posted-alarms': shadowsAndPostedAlarms,
  '0045-costs-of-errors': addColumns('model_versions', { cost: 'text' }),
  '0046-languages-of-passages': addColumns('knowledge_vectors', { language: 'text' }),
  '0047-ranks-of-errors': ranksOfErrors,
  '0051-tallies-of-truths': talliesOfTruths,
};

/**
 * The last migration of the oldest code that works on this schema, at least that of the release before: nodes of both run
 * side by side during an upgrade. Later migrations only add what such code can ignore (CONTRIBUTING.md).
 */
export const worksFrom = '0026-chat-extras';

/**
 * Runs all pending migrations in one transaction. Safe to repeat, and from two processes at once. Does nothing on the
 * schema of a newer version that this one works on.
 * @throws ConfigError on the schema of a newer version that this one does not work on
 */
export async function migrateToLatest(database: Database): Promise<void> {
  if (await isNewer(database)) return;
  const migrator = new Migrator({ db: database, provider: { getMigrations: async () => migrations } });
  const { error } = await migrator.migrateToLatest();
  if (isOutage(error)) throw new ConfigError(`SIBYL_DATABASE_URL: ${reasonOf(error)}.`);
  if (error) throw new Error('the database could not be brought up to date', { cause: error });
  await noteWorksFrom(database);
}

async function isNewer(database: Database): Promise<boolean> {
  const unknown = (await executedMigrations(database)).filter((name) => !(name in migrations));
  if (unknown.length === 0) return false;
  const row = await database
    .selectFrom('installation')
    .select('value')
    .where('name', '=', 'works_from')
    .executeTakeFirst();
  const own = Object.keys(migrations).sort().at(-1) ?? '';
  if (row !== undefined && row.value <= own) return true;
  throw new ConfigError(
    `The records were written by a newer version (${unknown.join(', ')}), which this one cannot read: run that version.`,
  );
}

/** None in a new database. What else is wrong with it the migrator says. */
async function executedMigrations(database: Database): Promise<string[]> {
  const query = sql<{ name: string }>`select name from kysely_migration`;
  const { rows } = await query.execute(database).catch(() => ({ rows: [] }));
  return rows.map(({ name }) => name);
}

async function noteWorksFrom(database: Database): Promise<void> {
  const name = 'works_from';
  const row = await database.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirst();
  if (row?.value === worksFrom) return;
  await database
    .insertInto('installation')
    .values({ name, value: worksFrom })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value: worksFrom }))
    .execute();
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error ? error.cause : undefined;
  return cause instanceof Error ? cause.message : String(error);
}
