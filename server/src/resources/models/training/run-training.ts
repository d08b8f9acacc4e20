import type { TreePlan } from '@sibyl/engine/elsewhere/tree-plan.ts';
import type { ModelDescription } from '@sibyl/engine/model.ts';
import { WorkerEnded } from '../../../platform/workers/worker-ended.ts';
import { singleWorkers } from '../../../platform/workers/workers.ts';
import type { TrainingTasks } from './handler.ts';
import {
  type CompletionRequest,
  type EncodingRequest,
  type Report,
  type StageProgress,
  TrainingRefused,
  type TrainingRequest,
} from './messages.ts';

export interface RunOptions {
  memoryBytes: number;
  signal: AbortSignal;
  onProgress: (progress: StageProgress) => void;
}

const workers = singleWorkers<TrainingTasks>('training', new URL('handler.ts', import.meta.url));

/**
 * Trains in a process of its own, which is killed when `signal` is aborted or when it exceeds `memoryBytes`.
 * @throws TrainingRefused when the table cannot be learned from, or not within this memory
 */
export async function runTraining(request: TrainingRequest, options: RunOptions): Promise<ModelDescription> {
  const { description } = await settle(workers.run('trainModel', request, taskOptions(options)), options);
  return description;
}

/** Encodes rows for a cluster in the same way. `onPart` is called with each finished file. */
export async function runEncoding(
  request: EncodingRequest,
  options: RunOptions,
  onPart: (path: string) => void,
): Promise<TreePlan> {
  const { plan } = await settle(workers.run('encodeRows', request, taskOptions(options, onPart)), options);
  return plan;
}

/** Makes a model of the trees of a cluster in the same way; their file is untrusted. */
export async function runCompletion(request: CompletionRequest, options: RunOptions): Promise<ModelDescription> {
  const { description } = await settle(workers.run('completeModel', request, taskOptions(options)), options);
  return description;
}

function taskOptions({ memoryBytes, signal, onProgress }: RunOptions, onPart: (path: string) => void = () => {}) {
  const onEvent = (event: unknown) => {
    const report = event as Report; // the handler reports nothing else
    if ('part' in report) onPart(report.part);
    else onProgress(report);
  };
  return { limits: { memoryBytes }, signal, onProgress: onEvent };
}

async function settle<Outcome extends object>(
  work: Promise<Outcome | { refusal: string }>,
  { memoryBytes }: RunOptions,
): Promise<Outcome> {
  const outcome = await work.catch((error) => {
    throw error instanceof WorkerEnded && error.reason === 'memory' ? tooMuchMemory(memoryBytes) : error;
  });
  if ('refusal' in outcome) throw new TrainingRefused(String(outcome.refusal));
  return outcome;
}

function tooMuchMemory(bytes: number): TrainingRefused {
  return new TrainingRefused(
    `The training needed more than the ${bytes} bytes of memory that it may use (training_memory_bytes); train on fewer rows or columns, or raise the limit of the project or SIBYL_TRAINING_MEMORY_BYTES.`,
    { name: 'training_memory_bytes', value: bytes },
  );
}
