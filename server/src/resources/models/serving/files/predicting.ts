import { rm } from 'node:fs/promises';
import { beyondLimit, ServiceError } from '../../../../errors.ts';
import type { Requester } from '../../../../platform/workers/fair-turns.ts';
import { WorkerEnded } from '../../../../platform/workers/worker-ended.ts';
import { openWorkers, singleWorkers } from '../../../../platform/workers/workers.ts';
import type { ComparedFiles, ComparedRows, Incomparable } from '../../comparison/figures.ts';
import type { FileTasks } from './handler.ts';
import type {
  Conversion,
  CutRequest,
  FileAnswered,
  FileProgress,
  FileRequest,
  JoinRequest,
  PartCut,
} from './messages.ts';

interface JobLimits {
  /** Memory limit of the whole process. */
  memoryBytes: number;
  signal: AbortSignal;
  /** Called from time to time with the number of predicted rows. */
  onRows(rows: number, total: number): void;
}

/** Predicts the rows of files in separate processes. `outputPath` exists only after the promise resolves. */
export interface FilePredicting {
  /** For a request: waits for the requester's fair turn. */
  predict(request: FileRequest, requester: Requester): Promise<FileAnswered>;
  /** For a job: uses a process of its own. */
  predictJob(request: FileRequest, limits: JobLimits): Promise<FileAnswered>;
  /** For a job on a cluster: cuts a file into parts of rows, and calls `onPart` with each that is finished. */
  cutRows(
    request: CutRequest,
    limits: JobLimits,
    onPart: (part: PartCut) => void,
  ): Promise<{ names: readonly string[] }>;
  /** Writes rows with the figures that a cluster computed for them. */
  joinFigures(request: JoinRequest, limits: JobLimits): Promise<FileAnswered>;
  /** Converts a Parquet file of predictions to another format. */
  convert(request: Conversion, requester: Requester): Promise<Pick<FileAnswered, 'encoding'>>;
  /** Compares two models on the same rows that they did not learn from. */
  compare(
    files: { one: ComparedFiles; other: ComparedFiles },
    requester: Requester,
  ): Promise<ComparedRows | { incomparable: Incomparable }>;
  close(): Promise<void>;
}

const mebibyte = 1024 * 1024;
/** Memory limit of a process for requests. */
const memoryBytes = 1536 * mebibyte;
const requestTimeMs = 300_000;
/** DuckDB's share; the process also holds the model and its own code. */
const engineShare = 1 / 8;
const handler = new URL('handler.ts', import.meta.url);

/** Starts no process: workers start with the first file. `spillFolder` is on the disk of the outputs. */
export function openFilePredicting(spillFolder: string): FilePredicting {
  const pool = openWorkers<FileTasks>('filePrediction', { handler, limits: { memoryBytes, timeMs: requestTimeMs } });
  const single = singleWorkers<FileTasks>('predictionJob', handler);
  const closing = new AbortController();
  // One thread, because several would return rows in any order.
  const engineLimits = (bytes: number) => ({ memoryBytes: Math.floor(bytes * engineShare), threads: 1, spillFolder });
  const limits = engineLimits(memoryBytes);
  return {
    predict: (file, requester) => cleanly(file.outputPath, () => pool.run('predictFile', { file, limits }, requester)),
    convert: (request, requester) =>
      cleanly(request.outputPath, () => pool.run('convertFile', { ...request, limits }, requester)),
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
    cutRows: (cut, { memoryBytes: bytes, signal, onRows }, onPart) => {
      const onProgress = (event: unknown) => {
        const { part } = event as { part: PartCut }; // the handler reports nothing else
        onPart(part);
        onRows(part.start + part.count, part.start + part.count);
      };
      const options = { limits: { memoryBytes: bytes }, signal: AbortSignal.any([signal, closing.signal]), onProgress };
      return cleanly(
        `${cut.folder}.none`,
        () => single.run('cutRows', { cut, limits: engineLimits(bytes) }, options),
        bytes,
      );
    },
    joinFigures: (join, { memoryBytes: bytes, signal }) => {
      const options = { limits: { memoryBytes: bytes }, signal: AbortSignal.any([signal, closing.signal]) };
      const request = { join, limits: engineLimits(bytes) };
      return cleanly(join.outputPath, () => single.run('joinFigures', request, options), bytes);
    },
    compare: ({ one, other }, requester) =>
      pool.run('compareModels', { one, other, limits }, requester).catch(refuseLongComparison),
    async close() {
      closing.abort(new ServiceError('shutting_down', 'The service is shutting down.'));
      await pool.close();
    },
  };
}

const suffixes = ['.unpacked', '.text', '.text.rows', '.stage', '.stage.wal', '.encoded'];

/** Deletes temporary files afterwards, and the output too when the work fails. */
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

function refuseLongComparison(error: unknown): never {
  if (!(error instanceof WorkerEnded) || error.reason === 'broken') throw error;
  const most = error.reason === 'time' ? `${requestTimeMs / 1000} s` : `${memoryBytes} bytes of memory`;
  throw new ServiceError('not_comparable', `To compare these models takes more than ${most}.`);
}

function explainEnd(error: WorkerEnded, bytes: number): Error {
  if (error.reason === 'broken')
    return new ServiceError('internal', 'the process ended unexpectedly', { cause: error });
  const limit = { name: 'memory_bytes', value: bytes } as const;
  const what = error.reason === 'time' ? `${requestTimeMs / 1000} s` : `${bytes} bytes of memory`;
  const detail = `To predict the file takes more than ${what}; make a batch prediction of a table instead.`;
  return error.reason === 'time'
    ? new ServiceError('query_time_limit', detail)
    : beyondLimit('query_memory_limit', detail, limit);
}
