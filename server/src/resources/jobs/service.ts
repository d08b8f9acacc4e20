import type { Caller } from '../../caller.ts';
import type { Database } from '../../platform/db/schema.ts';
import { listEvaluationJobs } from '../agents/evaluations/list-evaluation-jobs.ts';
import { listEmbeddings } from '../knowledge/embedding/list-embeddings.ts';
import { listBatches } from '../models/predictions/list-batches.ts';
import { listTrainings } from '../models/training/list-trainings.ts';
import { requireProject } from '../projects/service.ts';
import type { JobRecord } from './schemas.ts';

const lists = [listTrainings, listBatches, listEvaluationJobs, listEmbeddings];

/** Lists the jobs of a project: what waits or runs, then what began last. */
export async function listJobs(
  ctx: Caller & { database: Database },
  projectName: string,
  limit: number,
): Promise<JobRecord[]> {
  const project = await requireProject(ctx, projectName);
  const jobs = await Promise.all(lists.map((list) => list(ctx.database, project, limit)));
  const hasEnded = ({ finished_at }: JobRecord) => Number(finished_at !== null);
  return jobs
    .flat()
    .sort((one, other) => hasEnded(one) - hasEnded(other) || (one.created_at < other.created_at ? 1 : -1))
    .slice(0, limit);
}
