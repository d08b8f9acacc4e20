import type { Database } from '../../../platform/db/schema.ts';
import type { ListedJob } from '../../../platform/jobs/listed-job.ts';
import { countVectors } from './store.ts';

/** Lists the computations of vectors of a project that run or failed; of others no time is known. */
export async function listEmbeddings(
  database: Database,
  project: { id: string; name: string },
  limit: number,
): Promise<ListedJob[]> {
  const rows = await database
    .selectFrom('knowledge_bases')
    .where('project_id', '=', project.id)
    .where((row) => row.or([row('embedding_job_id', 'is not', null), row('embedding_error', 'is not', null)]))
    .select(['id', 'name', 'chunk_count', 'embedding_job_id', 'embedding_error', 'updated_at'])
    .orderBy('updated_at', 'desc')
    .limit(limit)
    .execute();
  const vectors = await countVectors(
    database,
    rows.map(({ id }) => id),
  );
  return rows.map(({ id, name, chunk_count, embedding_job_id, embedding_error, updated_at }) => {
    const runs = embedding_job_id !== null;
    return {
      kind: 'embedding',
      record: `/api/projects/${project.name}/knowledge_bases/${name}`,
      name,
      part: null,
      version: null,
      status: runs ? 'running' : 'failed',
      phase: null,
      fraction: runs ? Math.min(1, (vectors.get(id) ?? 0) / Math.max(1, chunk_count)) : null,
      error: embedding_error,
      created_at: updated_at,
      started_at: null,
      finished_at: runs ? null : updated_at,
    };
  });
}
