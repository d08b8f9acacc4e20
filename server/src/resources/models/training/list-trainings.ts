import { decodeJson } from '../../../platform/db/json.ts';
import type { Database } from '../../../platform/db/schema.ts';
import { unfinishedFirst } from '../../../platform/db/unfinished-first.ts';
import type { ListedJob } from '../../../platform/jobs/listed-job.ts';
import type { TrainingProgress } from '../schemas.ts';

/** Lists the trainings of a project: those that wait or run, then the latest. */
export async function listTrainings(
  database: Database,
  project: { id: string; name: string },
  limit: number,
): Promise<ListedJob[]> {
  const rows = await database
    .selectFrom('model_versions')
    .innerJoin('models', 'models.id', 'model_versions.model_id')
    .where('project_id', '=', project.id)
    .select([
      'models.name',
      'version',
      'status',
      'progress',
      'error',
      'model_versions.created_at',
      'started_at',
      'finished_at',
    ])
    .orderBy(unfinishedFirst('model_versions.status'))
    .orderBy('model_versions.created_at', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ progress, status, ...row }) => {
    const now = progress === null ? null : decodeJson<TrainingProgress>(progress);
    return {
      ...row,
      kind: 'training',
      record: `/api/projects/${project.name}/models/${row.name}.${row.version}`,
      part: null,
      status: status === 'training' ? 'running' : status,
      phase: now?.phase ?? null,
      fraction: status === 'training' ? (now?.fraction ?? 0) : null,
    };
  });
}
