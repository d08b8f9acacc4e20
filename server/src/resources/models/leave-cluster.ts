import { decodeJson } from '../../platform/db/json.ts';
import { JobFiles } from '../../platform/ray/job-files.ts';
import { submissionIdOf } from '../../platform/ray/run-job.ts';
import { clusterOf } from './cluster-of.ts';
import type { ModelServices } from './context.ts';
import type { ModelOptions, WorkEngine } from './schemas.ts';
import type { VersionRow } from './store.ts';

interface Leaving {
  engine: WorkEngine;
  jobId: string;
  files: JobFiles;
}

/** Stops the job on its cluster and deletes its files. Where the cluster cannot be reached, the job misses them and ends. */
export async function leaveCluster(
  ctx: Pick<ModelServices, 'config' | 'log' | 'outgoing'>,
  { engine, jobId, files }: Leaving,
): Promise<void> {
  await files.clear();
  try {
    await clusterOf(ctx, engine).stop(submissionIdOf(jobId));
  } catch (err) {
    ctx.log.warn({ err }, 'a job could not be stopped on its Ray cluster');
  }
}

/** Deletes the files of cancelled jobs that no worker may be following: their programs miss them and end. */
export async function dropJobFiles(
  { blobs }: Pick<ModelServices, 'blobs'>,
  versions: readonly Pick<VersionRow, 'job_id' | 'options' | 'status'>[],
): Promise<void> {
  for (const { job_id: jobId, options, status } of versions)
    if (jobId !== null && status !== 'complete' && decodeJson<ModelOptions>(options).engine)
      await new JobFiles(blobs, jobId).clear();
}
