import type { ModelDescription } from '@sibyl/engine/model.ts';
import { ServiceError } from '../../../errors.ts';
import type { Requester } from '../../../platform/workers/fair-turns.ts';
import type { TaskLimits } from '../../../platform/workers/running-task.ts';
import { WorkerEnded } from '../../../platform/workers/worker-ended.ts';
import { openWorkers } from '../../../platform/workers/workers.ts';
import type { ModelFileTasks } from './handler.ts';
import type { ImportRequest, ThresholdRequest } from './messages.ts';

/** Checks model files and converts them to our format in workers: a short file may describe a model that takes long. */
export interface ModelImporter {
  /**
   * Writes the model to `outputPath`, which exists only after success, and returns its description.
   * @throws ServiceError `unreadable_file`, `invalid_input`, `queue_full`, `shutting_down`
   */
  read(request: ImportRequest, requester: Requester): Promise<ModelDescription>;
  /**
   * Writes a model with another threshold to `outputPath`, which exists only after success.
   * @throws ServiceError `wrong_state`, `unreadable_file`, `queue_full`, `shutting_down`
   */
  rewrite(request: ThresholdRequest, requester: Requester): Promise<void>;
  close(): Promise<void>;
}

export function openModelImporter(limits: TaskLimits): ModelImporter {
  const handler = new URL('handler.ts', import.meta.url);
  const workers = openWorkers<ModelFileTasks>('modelFile', { handler, limits });
  const readInWorker = (request: ImportRequest, requester: Requester) =>
    workers.run('convertModelFile', request, requester).catch((error) => {
      throw error instanceof WorkerEnded ? faultOf(error, limits) : error;
    });
  const rewriteInWorker = (request: ThresholdRequest, requester: Requester) =>
    workers.run('rewriteThreshold', request, requester).catch((error) => {
      throw error instanceof WorkerEnded ? faultOf(error, limits) : error;
    });
  return {
    read: readInWorker,
    rewrite: rewriteInWorker,
    close: () => workers.close(),
  };
}

function faultOf({ reason }: WorkerEnded, { timeMs, memoryBytes }: TaskLimits): ServiceError {
  const taken = {
    time: `more than ${timeMs} ms`,
    memory: `more than ${memoryBytes} bytes of memory`,
    broken: 'too much',
  };
  return new ServiceError('unreadable_file', `Reading the file takes ${taken[reason]}.`);
}
