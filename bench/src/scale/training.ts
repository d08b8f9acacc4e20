import { setTimeout as pause } from 'node:timers/promises';
import { findInTree, readCpuSeconds, readPeakMegabytes } from '../process/usage.ts';
import type { Sibyl } from '../service/sibyl.ts';
import { measureUnseen } from './unseen.ts';

/** A training through the service. */
export interface Trained {
  rows: number;
  budgetSeconds: number;
  /** Seconds from the record, from the start of the training process. */
  seconds: number;
  cpuSeconds: number;
  /** Peak memory of the training process. */
  peakMegabytes: number;
  /** On held-out rows, from the record. */
  logLoss: number;
  /** On rows that no training saw. */
  unseenLoss: number;
  sampling: Record<string, number>;
  isCutShort: boolean;
}

export interface TrainingOrder {
  table: string;
  rows: number;
  budgetSeconds: number;
}

const pollMs = 50;

/** Trains on a table and measures the training process. */
export async function trainOn(sibyl: Sibyl, { table, rows, budgetSeconds }: TrainingOrder): Promise<Trained> {
  const url = await startTraining(sibyl, { table, rows, budgetSeconds });
  let usage = { cpuSeconds: 0, peakMegabytes: 0 };
  let model = await read(url);
  while (isGoingOn(model)) {
    const pid = trainingProcess(sibyl);
    if (pid) {
      const now = { cpuSeconds: readCpuSeconds(pid), peakMegabytes: readPeakMegabytes(pid) };
      if (now.peakMegabytes > 0) usage = now;
    }
    await pause(pollMs);
    model = await read(url);
  }
  if (model.status !== 'complete') throw new Error(`The training of ${table} ended as ${model.status}: ${model.error}`);
  const [plan] = (await read(`${url}/describe?attribute=plan`)) as unknown as Plan[];
  return {
    rows,
    budgetSeconds,
    seconds: model.training_seconds,
    ...usage,
    logLoss: model.accuracies.log_loss,
    unseenLoss: await measureUnseen(sibyl, url.slice(url.lastIndexOf('/') + 1)),
    sampling: plan.sampling ?? {},
    isCutShort: plan.cut_short,
  };
}

function isGoingOn({ status }: ModelRecord): boolean {
  return status === 'queued' || status === 'training';
}

/** Cancels a training in a phase; returns the seconds until the record shows it and the process has ended. */
export async function measureCancel(sibyl: Sibyl, order: TrainingOrder, phase: string): Promise<number> {
  const url = await startTraining(sibyl, order);
  let model = await read(url);
  while (model.progress?.phase !== phase) {
    if (!isGoingOn(model)) throw new Error(`A training of ${order.budgetSeconds} s ended before it came to ${phase}.`);
    await pause(pollMs);
    model = await read(url);
  }
  const started = performance.now();
  await fetch(`${url}/cancel`, { method: 'POST' });
  while ((await read(url)).status !== 'cancelled' || trainingProcess(sibyl)) await pause(pollMs);
  return (performance.now() - started) / 1000;
}

interface ModelRecord {
  status: string;
  error: string | null;
  progress: { phase: string } | null;
  training_seconds: number;
  accuracies: { log_loss: number };
}

interface Plan {
  sampling?: Record<string, number>;
  cut_short: boolean;
}

let models = 0;

async function startTraining({ base }: Sibyl, { table, budgetSeconds }: TrainingOrder): Promise<string> {
  models += 1;
  const collection = `${base}/api/projects/default/models`;
  const options = { time_budget_seconds: budgetSeconds };
  const response = await fetch(collection, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ name: `m${models}`, target: 'y', from: { table }, options }),
  });
  if (response.status !== 201) throw new Error(`${collection} answered ${response.status}: ${await response.text()}`);
  return `${collection}/m${models}`;
}

async function read(url: string): Promise<ModelRecord> {
  return (await (await fetch(url)).json()) as ModelRecord;
}

function trainingProcess({ process }: Sibyl): number | undefined {
  // A bundle names the file by its whole path.
  return findInTree(process.pid, /models[/-]training[/-]handler\.[jt]s/);
}
