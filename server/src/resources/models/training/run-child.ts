import { type ChildProcess, fork } from 'node:child_process';
import type { ModelDescription } from '@sibyl/engine/model.ts';
import type { TrainProgress } from '@sibyl/engine/train.ts';
import { shareCompileCache } from '../../../compile-cache.ts';
import { watchMemory } from '../../../platform/workers/memory-watch.ts';
import { yieldProcessor } from '../../../platform/workers/priority.ts';
import { type TrainingMessage, type TrainingOrder, TrainingRefused } from './messages.ts';

interface RunOptions {
  memoryBytes: number;
  signal: AbortSignal;
  onProgress: (progress: TrainProgress) => void;
}

/** Lets the C library hand freed megabytes back to the system instead of keeping them for later. */
const givingBack = { MALLOC_MMAP_THRESHOLD_: '1048576', MALLOC_TRIM_THRESHOLD_: '1048576' };

/**
 * Trains in a process of its own, killed when `signal` fires or when it takes more than `memoryBytes`.
 * @throws TrainingRefused when the table cannot be learned from, or not in this much memory
 */
export async function runTraining(order: TrainingOrder, options: RunOptions): Promise<ModelDescription> {
  options.signal.throwIfAborted();
  const child = fork(new URL('child.ts', import.meta.url), {
    serialization: 'advanced',
    stdio: ['ignore', 2, 2, 'ipc'],
    // The engine gives back what it no longer needs before it takes much more.
    execArgv: [`--max-old-space-size=${Math.ceil(options.memoryBytes / 2 ** 20)}`, '--expose-gc'],
    // None of our variables: keys are no business of a training.
    env: { TZ: 'UTC', ...givingBack, ...shareCompileCache() },
  });
  const kill = () => child.kill('SIGKILL');
  options.signal.addEventListener('abort', kill, { once: true });
  const memory = watchMemory(child.pid!, options.memoryBytes, kill);
  const work = yieldProcessor(child.pid, false).begin();
  try {
    child.send(order);
    return await listen(child, options, () => memory.exceeded);
  } finally {
    memory.stop();
    work.end();
    options.signal.removeEventListener('abort', kill);
    kill();
  }
}

function listen(child: ChildProcess, options: RunOptions, outOfMemory: () => boolean): Promise<ModelDescription> {
  return new Promise((resolve, reject) => {
    child.on('message', (message: TrainingMessage) => {
      if (message.type === 'progress') options.onProgress(message.progress);
      if (message.type === 'trained') resolve(message.description);
      if (message.type === 'refused') reject(new TrainingRefused(message.message));
    });
    child.on('error', reject);
    child.on('exit', (code, killer) => {
      if (options.signal.aborted) return reject(options.signal.reason);
      if (outOfMemory()) return reject(memoryError(options.memoryBytes));
      return reject(new Error(`the training process ended with ${killer ?? `code ${code}`}`));
    });
  });
}

function memoryError(bytes: number): TrainingRefused {
  return new TrainingRefused(
    `The training needed more than the ${bytes} bytes of memory that it may use (training_memory_bytes); train on fewer rows or columns, or raise the limit of the project or SIBYL_TRAINING_MEMORY_BYTES.`,
    { name: 'training_memory_bytes', value: bytes },
  );
}
