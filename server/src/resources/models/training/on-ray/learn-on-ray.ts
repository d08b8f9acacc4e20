import type { ModelDescription } from '@sibyl/engine/model.ts';
import { ServiceError } from '../../../../errors.ts';
import { decodeJson } from '../../../../platform/db/json.ts';
import { ClusterFailed } from '../../../../platform/ray/cluster.ts';
import { JobFiles } from '../../../../platform/ray/job-files.ts';
import { clusterOf } from '../../cluster-of.ts';
import type { ModelServices } from '../../context.ts';
import { leaveCluster } from '../../leave-cluster.ts';
import type { ModelOptions, WorkEngine } from '../../schemas.ts';
import { selectVersion, type VersionRow } from '../../store.ts';
import { TrainingRefused, type TrainingRequest } from '../messages.ts';
import type { RunOptions } from '../run-training.ts';
import { trainOnRay } from './train-on-ray.ts';

/** Boosting ends after a day, however much it still gains. */
const mostSeconds = 86_400;

/** Trains on the cluster that the options name, and leaves nothing there unless somebody takes the job over. */
export async function learnOnRay(
  ctx: ModelServices,
  training: VersionRow,
  { engine, request }: { engine: WorkEngine; request: TrainingRequest },
  options: RunOptions,
): Promise<ModelDescription> {
  const jobId = training.job_id!;
  const files = new JobFiles(ctx.blobs, jobId);
  const { time_budget_seconds: seconds = mostSeconds } = decodeJson<ModelOptions>(training.options);
  const isWanted = async () => {
    const version = await selectVersion(ctx.database, training.model_id, training.version);
    return version?.job_id === jobId && (version.status === 'queued' || version.status === 'training');
  };
  const run = async () => trainOnRay(ctx, { cluster: clusterOf(ctx, engine), jobId, request, seconds }, options);
  try {
    const description = await run();
    await files.clear();
    return description;
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal || (options.signal.aborted && !(await isWanted()))) await leaveCluster(ctx, { engine, jobId, files });
    throw refusal ?? error;
  }
}

/** Returns what failed for good; undefined for what another run may do better. */
function refusalOf(error: unknown): TrainingRefused | undefined {
  if (error instanceof TrainingRefused) return error;
  const isFinal = error instanceof ClusterFailed || (error instanceof ServiceError && error.status < 500);
  return isFinal ? new TrainingRefused(error.message) : undefined;
}
