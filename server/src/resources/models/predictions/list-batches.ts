import type { Database } from '../../../platform/db/schema.ts';
import { unfinishedFirst } from '../../../platform/db/unfinished-first.ts';
import type { ListedJob } from '../../../platform/jobs/listed-job.ts';
import { progressOf } from './progress-of.ts';

/** Lists the batches of predictions of a project: those that wait or run, then the latest. */
export async function listBatches(
  database: Database,
  project: { id: string; name: string },
  limit: number,
): Promise<ListedJob[]> {
  const rows = await database
    .selectFrom('predictions')
    .innerJoin('models', 'models.id', 'predictions.model_id')
    .where('predictions.project_id', '=', project.id)
    .select(['models.name', 'predictions.id as part', 'version', 'status', 'phase', 'rows_done', 'row_count', 'error'])
    .select(['predictions.created_at', 'started_at', 'finished_at'])
    .orderBy(unfinishedFirst('predictions.status'))
    .orderBy('predictions.id', 'desc')
    .limit(limit)
    .execute();
  return rows.map(({ rows_done, row_count, ...row }) => ({
    ...row,
    kind: 'predictions',
    record: `/api/projects/${project.name}/models/${row.name}/predictions/${row.part}`,
    fraction: progressOf({ ...row, rows_done, row_count })?.fraction ?? null,
  }));
}
