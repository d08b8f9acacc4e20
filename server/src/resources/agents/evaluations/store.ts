import type { Selectable } from 'kysely';
import { decodeJson, encodeJson } from '../../../platform/db/json.ts';
import { fetchPage, type Listing, type Page } from '../../../platform/db/listing.ts';
import type { EvaluationTable } from '../../../platform/db/schema/evaluations.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { ProjectRecords } from '../../../platform/records/project-records.ts';
import type { Result } from './schemas.ts';

export type EvaluationRow = Selectable<EvaluationTable>;

export const evaluations = new ProjectRecords({
  table: 'evaluations',
  noun: 'evaluation',
  facts: ({ agent_id, version, status }) => ({ agent_id, version, status }),
  gone: { code: 'agent_not_found', detail: 'The agent was deleted at the same moment.' },
});

export function selectEvaluations(database: Database, agentId: string, listing: Listing): Promise<Page<EvaluationRow>> {
  const query = database.selectFrom('evaluations').selectAll().where('agent_id', '=', agentId);
  return fetchPage(query, 'evaluations', listing);
}

export function selectEvaluationById(database: Database, id: string): Promise<EvaluationRow | undefined> {
  return database.selectFrom('evaluations').selectAll().where('id', '=', id).executeTakeFirst();
}

/** Selects the job IDs of unfinished evaluations of a project or agent. */
export async function selectJobIds(
  database: Database,
  of: { project_id: string } | { agent_id: string },
): Promise<string[]> {
  const query = database.selectFrom('evaluations').select('job_id').where('job_id', 'is not', null);
  const rows = await ('project_id' in of
    ? query.where('project_id', '=', of.project_id)
    : query.where('agent_id', '=', of.agent_id)
  ).execute();
  return rows.flatMap(({ job_id }) => job_id ?? []);
}

/** Ends the unfinished evaluations of a project or agent, within a transaction. */
export async function failUnfinished(
  database: Database,
  of: Parameters<typeof selectJobIds>[1],
  error: string,
): Promise<void> {
  const query = database
    .updateTable('evaluations')
    .set({ status: 'failed', error, job_id: null, updated_at: new Date().toISOString() })
    .where('status', 'in', ['queued', 'running']);
  await ('project_id' in of
    ? query.where('project_id', '=', of.project_id)
    : query.where('agent_id', '=', of.agent_id)
  ).execute();
}

/** Selects the results in the order of the questions. */
export async function selectResults(database: Database, id: string): Promise<Result[]> {
  const rows = await database
    .selectFrom('evaluation_results')
    .select('result')
    .where('evaluation_id', '=', id)
    .orderBy('position')
    .execute();
  return rows.map(({ result }) => decodeJson<Result>(result));
}

export function insertResult(database: Database, evaluationId: string, position: number, result: Result) {
  const row = { evaluation_id: evaluationId, position, result: encodeJson(result) };
  return database.insertInto('evaluation_results').values(row).execute();
}
