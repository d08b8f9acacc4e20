import type { ModelDescription } from '@sibyl/engine/model.ts';
import type { TrainProgress } from '@sibyl/engine/train.ts';
import { WorkerEnded } from '../../../platform/workers/worker-ended.ts';
import { singleWorkers } from '../../../platform/workers/workers.ts';
import type { TrainingTasks } from './handler.ts';
import { TrainingRefused, type TrainingRequest } from './messages.ts';

interface RunOptions {
  memoryBytes: number;
  signal: AbortSignal;
  onProgress: (progress: TrainProgress) => void;
}

const workers = singleWorkers<TrainingTasks>('training', new URL('handler.ts', import.meta.url));

/**
 * Trains in a process of its own, which is killed when `signal` is aborted or when it exceeds `memoryBytes`.
 * @throws TrainingRefused when the table cannot be learned from, or not within this memory
 */
export async function runTraining(
  request: TrainingRequest,
  { memoryBytes, signal, onProgress }: RunOptions,
): Promise<ModelDescription> {
  const options = {
    limits: { memoryBytes },
    signal,
    onProgress: (event: unknown) => onProgress(event as TrainProgress), // the handler reports nothing else
  };
  const outcome = await workers.run('trainModel', request, options).catch((error) => {
    throw error instanceof WorkerEnded && error.reason === 'memory' ? tooMuchMemory(memoryBytes) : error;
  });
  if ('refusal' in outcome) throw new TrainingRefused(outcome.refusal);
  return outcome.description;
}

function tooMuchMemory(bytes: number): TrainingRefused {
  return new TrainingRefused(
    `The training needed more than the ${bytes} bytes of memory that it may use (training_memory_bytes); train on fewer rows or columns, or raise the limit of the project or SIBYL_TRAINING_MEMORY_BYTES.`,
    { name: 'training_memory_bytes', value: bytes },
  );
}
