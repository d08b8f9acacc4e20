import { randomBytes } from 'node:crypto';
import { setTimeout as wait } from 'node:timers/promises';
import type { BlobStore } from '../blobs/store.ts';
import { type Cluster, ClusterFailed, type ClusterJob, ClusterSilent, lastWords } from './cluster.ts';
import { descriptionName, JobFiles } from './job-files.ts';

/** Version of the descriptions; `sibyl_scorer.jobs` compares it with its own. */
const format = 1;
const lookEveryMs = 1000;
/** Silence after which a cluster counts as absent that was asked for nothing before. */
const firstPatienceMs = 4000;
const mostProgressBytes = 4096;

/** A program of the package `sibyl-scorer` and its work. */
export interface RayWork {
  /** ID of the service's own job. The cluster's is made of it, so that whoever takes it over finds it there. */
  jobId: string;
  module: 'sibyl_scorer.train' | 'sibyl_scorer.predict';
  /** Writes the files of the job, and returns the rest of its description. */
  describe(files: JobFiles): Promise<object>;
  /** Called with what the program wrote about itself: untrusted. */
  onProgress(progress: Readonly<Record<string, unknown>>): void;
  signal: AbortSignal;
}

/**
 * Runs the work on the cluster, or follows it where it runs already, and returns its files when it succeeded. An abort
 * ends the waiting only.
 * @throws ClusterFailed for the user; the reason of the signal
 */
export async function runOnRay(cluster: Cluster, blobs: BlobStore, work: RayWork): Promise<JobFiles> {
  const id = submissionIdOf(work.jobId);
  const isBegun = await new JobFiles(blobs, work.jobId).exist();
  const isKnown = await patiently(() => cluster.find(id), isBegun ? cluster.patienceMs : firstPatienceMs, work);
  if (!isKnown) await submit(cluster, new JobFiles(blobs, work.jobId, newRun()), work, id);
  for (;;) {
    const job = requireJob(cluster, await patiently(() => cluster.find(id), cluster.patienceMs, work));
    const files = new JobFiles(blobs, work.jobId, runOf(cluster, work, job));
    if (hasEnded(cluster, job)) return files;
    await tellProgress(files, work);
    await wait(lookEveryMs, undefined, { signal: work.signal });
  }
}

function newRun(): string {
  return randomBytes(8).toString('hex');
}

/** Returns the run that the cluster works on: another node may have been faster. */
function runOf(cluster: Cluster, { jobId }: RayWork, { entrypoint }: ClusterJob): string {
  const [, run] = new RegExp(`/ray/${jobId}/([0-9a-f]{16})/job\\.json`).exec(entrypoint) ?? [];
  if (run === undefined)
    throw new ClusterFailed(`The job on the Ray cluster at ${cluster.address} is not the service's.`);
  return run;
}

function requireJob({ address }: Cluster, job: ClusterJob | undefined): ClusterJob {
  if (job) return job;
  throw new ClusterFailed(
    `The Ray cluster at ${address} (options.engine.address) lost the job: it was started anew meanwhile.`,
  );
}

export function submissionIdOf(jobId: string): string {
  return `sibyl-${jobId}`;
}

async function submit(cluster: Cluster, files: JobFiles, work: RayWork, id: string): Promise<void> {
  const progress = await files.address('progress.json', 'write');
  await files.write(descriptionName, { format, progress, ...(await work.describe(files)) });
  const address = await files.address(descriptionName, 'read');
  const entrypoint = `python -m ${work.module} ${quoteWord(address)}`;
  await patiently(() => submitOnce(cluster, id, entrypoint), cluster.patienceMs, work);
}

/** An answer may be lost, and another node may be faster: then the cluster has the job. */
async function submitOnce(cluster: Cluster, id: string, entrypoint: string): Promise<void> {
  try {
    await cluster.submit(id, entrypoint);
  } catch (error) {
    const isAnswer = error instanceof ClusterFailed || error instanceof ClusterSilent;
    if (!isAnswer || !(await cluster.find(id))) throw error;
  }
}

/** Quotes a word for the shell that starts the program. */
function quoteWord(word: string): string {
  return `'${word.replaceAll("'", `'\\''`)}'`;
}

function hasEnded(cluster: Cluster, { ending, message }: ClusterJob): boolean {
  const at = `the Ray cluster at ${cluster.address}`;
  if (ending === 'STOPPED') throw new ClusterFailed(`Somebody stopped the job on ${at}.`);
  if (ending === 'FAILED') throw new ClusterFailed(`The job failed on ${at}: ${explain(lastWords(message))}`);
  return ending === 'SUCCEEDED';
}

function explain(words: string): string {
  const [, missing] = /No module named '?(sibyl_scorer|xgboost|pyarrow|numpy)/.exec(words) ?? [];
  return missing === undefined
    ? words
    : `the Python that it was started with has no ${missing}; install sibyl-scorer[ray] on every node, and start Ray within that environment (docs/ray.md).`;
}

/**
 * Repeats the call while the cluster is silent, for so long. Silence begins with a call that fails, not with the call
 * itself, because this process may have been suspended meanwhile.
 */
async function patiently<Result>(
  call: () => Promise<Result>,
  ms: number,
  { signal, onProgress }: Pick<RayWork, 'signal' | 'onProgress'>,
): Promise<Result> {
  let silentSince: number | undefined;
  for (;;) {
    signal.throwIfAborted();
    try {
      return await call();
    } catch (error) {
      if (!(error instanceof ClusterSilent)) throw error;
      silentSince ??= performance.now();
      if (performance.now() - silentSince > ms) throw new ClusterFailed(error.message);
      onProgress({ phase: 'the cluster does not answer' });
      await wait(lookEveryMs, undefined, { signal });
    }
  }
}

async function tellProgress(files: JobFiles, { onProgress }: RayWork): Promise<void> {
  try {
    const text = await files.read('progress.json', mostProgressBytes);
    const progress: unknown = text === undefined ? undefined : JSON.parse(text);
    if (typeof progress === 'object' && progress !== null) onProgress({ ...progress });
  } catch {
    // It is written at this moment, or not by our program.
  }
}
