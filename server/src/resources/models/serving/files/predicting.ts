import { rm } from 'node:fs/promises';
import { beyondLimit, ServiceError } from '../../../../errors.ts';
import type { Asker } from '../../../../platform/workers/fair-turns.ts';
import { WorkerEnded } from '../../../../platform/workers/worker-ended.ts';
import { openWorkers, singleWorkers } from '../../../../platform/workers/workers.ts';
import type { FileTasks } from './handler.ts';
import type { AnswerFormat, FileAnswered, FileProgress, FileRequest } from './messages.ts';

interface JobLimits {
  /** Of the whole process. */
  memoryBytes: number;
  signal: AbortSignal;
  /** Told now and then how many rows were answered. */
  onRows(rows: number, total: number): void;
}

/** Predicts the rows of files in processes of their own. The answer is at `outputPath` only when the promise resolves. */
export interface FilePredicting {
  /** For a request: in the asker's turn. */
  predict(request: FileRequest, asker: Asker): Promise<FileAnswered>;
  /** For a job, with a process to itself. */
  predictJob(request: FileRequest, limits: JobLimits): Promise<FileAnswered>;
  /** Writes a Parquet file of predictions in another format. */
  convert(request: { path: string; outputPath: string; format: AnswerFormat }, asker: Asker): Promise<void>;
  close(): Promise<void>;
}

const mebibyte = 1024 * 1024;
/** At more than this the process of a request is ended. */
const memoryBytes = 1536 * mebibyte;
const requestTimeMs = 300_000;
/** Beside rows the process holds the model and its own code. */
const engineShare = 1 / 8;
const handler = new URL('handler.ts', import.meta.url);

/** Starts nothing yet: workers come with the first file. `spillFolder` is on the disk of the outputs. */
export function openFilePredicting(spillFolder: string): FilePredicting {
  const pool = openWorkers<FileTasks>('filePrediction', { handler, limits: { memoryBytes, timeMs: requestTimeMs } });
  const single = singleWorkers<FileTasks>('predictionJob', handler);
  const closing = new AbortController();
  // One thread: several hand out rows in any order.
  const engineLimits = (bytes: number) => ({ memoryBytes: Math.floor(bytes * engineShare), threads: 1, spillFolder });
  const limits = engineLimits(memoryBytes);
  return {
    predict: (file, asker) => cleanly(file.outputPath, () => pool.run('predictFile', { file, limits }, asker)),
    convert: (request, asker) =>
      cleanly(request.outputPath, () => pool.run('convertFile', { ...request, limits }, asker)),
    predictJob: (file, { memoryBytes: bytes, signal, onRows }) => {
      const request = { file, limits: engineLimits(bytes) };
      const options = {
        limits: { memoryBytes: bytes },
        signal: AbortSignal.any([signal, closing.signal]),
        onProgress: (event: unknown) => {
          const { rows, total } = event as FileProgress; // the handler reports nothing else
          onRows(rows, total);
        },
      };
      return cleanly(file.outputPath, () => single.run('predictFile', request, options), bytes);
    },
    async close() {
      closing.abort(new ServiceError('shutting_down', 'The service is shutting down.'));
      await pool.close();
    },
  };
}

const suffixes = ['.unpacked', '.text', '.text.rows', '.stage', '.stage.wal'];

/** Leaves nothing beside the output, and not even that when the work fails. */
async function cleanly<Result>(path: string, work: () => Promise<Result>, bytes = memoryBytes): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await rm(path, { force: true });
    throw error instanceof WorkerEnded ? explainEnd(error, bytes) : error;
  } finally {
    for (const suffix of suffixes) await rm(`${path}${suffix}`, { force: true });
  }
}

function explainEnd(error: WorkerEnded, bytes: number): Error {
  if (error.reason === 'broken') return new ServiceError('internal', 'the process broke off', { cause: error });
  const limit = { name: 'memory_bytes', value: bytes } as const;
  const what = error.reason === 'time' ? `${requestTimeMs / 1000} s` : `${bytes} bytes of memory`;
  const detail = `To predict the file takes more than ${what}; make a batch prediction of a table instead.`;
  return error.reason === 'time'
    ? new ServiceError('query_time_limit', detail)
    : beyondLimit('query_memory_limit', detail, limit);
}
