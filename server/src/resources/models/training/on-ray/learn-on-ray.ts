import type { ModelDescription } from '@sibyl/engine/model.ts';
import { ServiceError } from '../../../../errors.ts';
import { decodeJson } from '../../../../platform/db/json.ts';
import { ClusterFailed } from '../../../../platform/ray/cluster.ts';
import { clusterOf } from '../../cluster-of.ts';
import { leaveCluster } from '../../leave-cluster.ts';
import type { ModelOptions, WorkEngine } from '../../options-schema.ts';
import type { RayContext } from '../../ray-turns.ts';
import { selectVersion, type VersionRow } from '../../store.ts';
import { TrainingRefused, type TrainingRequest } from '../messages.ts';
import type { RunOptions } from '../run-training.ts';
import { trainOnRay } from './train-on-ray.ts';

/** Boosting ends after a day, however much it still gains. */
const mostSeconds = 86_400;

/**
 * Trains on the cluster that the options name. A failure leaves nothing there unless somebody takes the job over; after
 * a success the files stay until the version is complete.
 */
export async function learnOnRay(
  ctx: RayContext,
  training: VersionRow & { project_id: string },
  { engine, request }: { engine: WorkEngine; request: TrainingRequest },
  options: RunOptions,
): Promise<ModelDescription> {
  const jobId = training.job_id!;
  const { time_budget_seconds: seconds = mostSeconds } = decodeJson<ModelOptions>(training.options);
  const isWanted = async () => {
    const version = await selectVersion(ctx.database, training.model_id, training.version);
    return version?.job_id === jobId && (version.status === 'queued' || version.status === 'training');
  };
  try {
    const asked = { cluster: clusterOf(ctx, engine), project: training.project_id, jobId, request, seconds };
    return await trainOnRay(ctx, asked, options);
  } catch (error) {
    const refusal = refusalOf(error);
    if (refusal || (options.signal.aborted && !(await isWanted()))) await leaveCluster(ctx, engine, jobId);
    throw refusal ?? error;
  }
}

/** Returns what failed for good; undefined for what another run may do better. */
function refusalOf(error: unknown): TrainingRefused | undefined {
  if (error instanceof TrainingRefused) return error;
  const isFinal = error instanceof ClusterFailed || (error instanceof ServiceError && error.status < 500);
  return isFinal ? new TrainingRefused(error.message) : undefined;
}
