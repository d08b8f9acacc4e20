import { mkdir, rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import type { TreePlan } from '@sibyl/engine/elsewhere/tree-plan.ts';
import type { ModelDescription } from '@sibyl/engine/model.ts';
import { qualityOf } from '@sibyl/engine/training/quality.ts';
import { newId } from '../../../../ids.ts';
import type { Cluster } from '../../../../platform/ray/cluster.ts';
import { type JobFiles, TooLarge } from '../../../../platform/ray/job-files.ts';
import { runOnRay } from '../../../../platform/ray/run-job.ts';
import type { ModelServices } from '../../context.ts';
import { inTurn, type RayContext } from '../../ray-turns.ts';
import { TrainingRefused, type TrainingRequest } from '../messages.ts';
import { type RunOptions, runCompletion, runEncoding } from '../run-training.ts';

interface RayTraining {
  cluster: Cluster;
  /** ID of the project. */
  project: string;
  /** ID of the service's job. */
  jobId: string;
  request: TrainingRequest;
  /** Most seconds of boosting. */
  seconds: number;
}

/** Trees of XGBoost as JSON; one of 63 leaves has some 7.6 kB. */
const mostTreeBytes = 256 * 1024 * 1024;
const treesName = 'model.json';
/** Trees of all classes together that are asked for: to read them takes 1.2 GB, of the 4 that a training has by default. */
const mostTrees = 15_000;
/** Shares of the progress: encoding ends at the first, boosting at the second. */
const [encoded, boosted] = [0.25, 0.7];

/**
 * Trains on a cluster: encodes the rows here, lets XGBoost learn there, and makes a model of its trees here, with
 * figures from rows that were not sent.
 * @throws TrainingRefused, ClusterFailed, or the reason of the signal
 */
export async function trainOnRay(
  ctx: Pick<RayContext, 'blobs' | 'rayTurns' | 'temporaryDirectory'>,
  { cluster, project, jobId, request, seconds }: RayTraining,
  options: RunOptions,
): Promise<ModelDescription> {
  const started = performance.now();
  const requester = { project, signal: options.signal };
  const files = await runOnRay(cluster, ctx.blobs, {
    jobId,
    module: 'sibyl_scorer.train',
    describe: async (own) => {
      const { plan, parts } = await inTurn(ctx, requester, () => shareRows(ctx, own, request, options));
      return {
        parts: await Promise.all(parts.map((name) => own.address(name, 'read'))),
        model: await own.address(treesName, 'write'),
        seconds,
        ...settingsOf(plan, request),
      };
    },
    onProgress: createTeller(options),
    signal: options.signal,
  });
  const treesPath = await treesOf(files);
  const secondsBefore = (performance.now() - started) / 1000;
  const onProgress: RunOptions['onProgress'] = ({ fraction, ...progress }) =>
    options.onProgress({ ...progress, fraction: boosted + (1 - boosted) * fraction });
  return inTurn(ctx, requester, () =>
    runCompletion({ ...request, treesPath, secondsBefore }, { ...options, onProgress }),
  );
}

/** Encodes the rows, and moves each file to the cluster's reach as soon as it is finished. */
async function shareRows(
  { temporaryDirectory }: Pick<ModelServices, 'temporaryDirectory'>,
  files: JobFiles,
  { snapshotPath, request }: TrainingRequest,
  options: RunOptions,
): Promise<{ plan: TreePlan; parts: string[] }> {
  const folder = join(temporaryDirectory, `${newId('req')}.rows`);
  await mkdir(folder);
  const parts: string[] = [];
  let moved = Promise.resolve();
  try {
    const plan = await runEncoding({ snapshotPath, request, folder }, options, (path) => {
      parts.push(basename(path));
      moved = moved.then(() => files.adopt(basename(path), path));
      moved.catch(() => {}); // told below
    });
    await moved;
    return { plan, parts };
  } finally {
    await moved.catch(() => {});
    await rm(folder, { recursive: true, force: true });
  }
}

/** The settings of the trees that this engine itself grows on all rows of a large table. */
function settingsOf({ objective, classCount, types, baseScore }: TreePlan, { request }: TrainingRequest) {
  const isQuick = qualityOf(request) === 'fast';
  const rounds = Math.max(1, Math.min(isQuick ? 100 : 1000, Math.floor(mostTrees / Math.max(1, classCount))));
  return {
    types,
    rounds,
    patience: 30,
    params: {
      objective,
      ...(classCount > 2 && { num_class: classCount }),
      ...(baseScore !== undefined && { base_score: baseScore }),
      tree_method: 'hist',
      grow_policy: 'lossguide',
      max_leaves: 63,
      max_depth: 0,
      max_bin: 255,
      eta: isQuick ? 0.3 : Math.min(0.3, Math.max(0.08, 20 / rounds)),
      lambda: 1,
      min_child_weight: classCount === 0 ? 50 : 10,
      seed: request.seed ?? 0,
    },
  };
}

/** Returns a function that passes on what the cluster says of itself, as far as it makes sense. */
function createTeller({ onProgress }: RunOptions): (progress: Readonly<Record<string, unknown>>) => void {
  let fraction = encoded;
  return ({ phase, rounds, of, seconds }) => {
    const [done, all, spent] = [rounds, of, seconds].map((figure) => (typeof figure === 'number' ? figure : 0));
    const isSound = done >= 1 && done <= all && spent >= 0 && Number.isFinite(all);
    if (isSound) fraction = Math.max(fraction, encoded + ((boosted - encoded) * done) / all);
    onProgress({
      phase: typeof phase === 'string' ? `on Ray: ${phase.slice(0, 40)}` : 'on Ray',
      fraction,
      etaSeconds: isSound ? (spent / done) * (all - done) : null,
      bestScore: null,
      ...(isSound && { rounds: Math.floor(done) }),
    });
  };
}

async function treesOf(files: JobFiles): Promise<string> {
  try {
    const path = await files.path(treesName, mostTreeBytes);
    if (path !== undefined) return path;
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    throw new TrainingRefused(`The cluster's result cannot be used: ${error.message}.`);
  }
  throw new TrainingRefused('The job on the cluster succeeded, and left no trees.');
}
