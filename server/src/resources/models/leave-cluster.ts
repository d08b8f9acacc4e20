import { decodeJson } from '../../platform/db/json.ts';
import { JobFiles } from '../../platform/ray/job-files.ts';
import { submissionIdOf } from '../../platform/ray/run-job.ts';
import { clusterOf } from './cluster-of.ts';
import type { ModelServices } from './context.ts';
import type { ModelOptions, WorkEngine } from './options-schema.ts';
import type { VersionRow } from './store.ts';

/** Stops the job on its cluster and deletes its files. Where the cluster cannot be reached, the job misses them and ends. */
export async function leaveCluster(
  ctx: Pick<ModelServices, 'blobs' | 'config' | 'log' | 'outgoing'>,
  engine: WorkEngine,
  jobId: string,
): Promise<void> {
  const stop = async () => clusterOf(ctx, engine).stop(submissionIdOf(jobId));
  await stop().catch((err) => ctx.log.warn({ err }, 'a job could not be stopped on its Ray cluster'));
  await dropJobFiles(ctx, [jobId]);
}

/**
 * Deletes the files of jobs that no worker may be following: their programs miss them and end. The sweep takes what the
 * store does not delete now.
 */
export async function dropJobFiles(
  { blobs, log }: Pick<ModelServices, 'blobs' | 'log'>,
  jobIds: readonly string[],
): Promise<void> {
  for (const jobId of jobIds)
    await new JobFiles(blobs, jobId)
      .clear()
      .catch((err) => log.warn({ err, jobId }, 'the files of a job on Ray could not be deleted'));
}

/** Returns the jobs of those trainings that a cluster may be working on. */
export function jobsOnClusters(versions: readonly Pick<VersionRow, 'job_id' | 'options' | 'status'>[]): string[] {
  return versions.flatMap(({ job_id, options, status }) =>
    job_id !== null && status !== 'complete' && decodeJson<ModelOptions>(options).engine ? job_id : [],
  );
}
