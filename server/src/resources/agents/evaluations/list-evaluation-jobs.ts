import { decodeJson } from '../../../platform/db/json.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { unfinishedFirst } from '../../../platform/db/unfinished-first.ts';
import type { ListedJob } from '../../../platform/jobs/listed-job.ts';
import type { Question, Summary } from './schemas.ts';

/** Lists the evaluations of a project: those that wait or run, then the latest. */
export async function listEvaluationJobs(
  database: Database,
  project: { id: string; name: string },
  limit: number,
): Promise<ListedJob[]> {
  const rows = await database
    .selectFrom('evaluations')
    .innerJoin('agents', 'agents.id', 'evaluations.agent_id')
    .where('evaluations.project_id', '=', project.id)
    .select(['evaluations.id', 'agents.name', 'evaluations.name as part', 'evaluations.version', 'status', 'error'])
    .select(['summary', 'evaluations.created_at', 'evaluations.updated_at'])
    .orderBy(unfinishedFirst('evaluations.status'))
    .orderBy('evaluations.created_at', 'desc')
    .limit(limit)
    .execute();
  const totals = await countQuestions(database, rows);
  return rows.map(({ id, summary, updated_at, ...row }) => ({
    ...row,
    kind: 'evaluation',
    record: `/api/projects/${project.name}/agents/${row.name}/evaluations/${row.part}`,
    phase: null,
    fraction: row.status === 'running' ? decodeJson<Summary>(summary).done / (totals.get(id) ?? 1) : null,
    started_at: null,
    finished_at: row.status === 'queued' || row.status === 'running' ? null : updated_at,
  }));
}

/** Questions are long: only those of evaluations that run are read. */
async function countQuestions(
  database: Database,
  evaluations: { id: string; status: string }[],
): Promise<Map<string, number>> {
  const ids = evaluations.flatMap(({ id, status }) => (status === 'running' ? [id] : []));
  if (ids.length === 0) return new Map();
  const rows = await database.selectFrom('evaluations').select(['id', 'questions']).where('id', 'in', ids).execute();
  return new Map(rows.map(({ id, questions }) => [id, decodeJson<Question[]>(questions).length]));
}
