import { rm } from 'node:fs/promises';
import { ServiceError } from '../../errors.ts';
import type { TaskOptions } from '../workers/running-task.ts';
import { WorkerEnded } from '../workers/worker-ended.ts';
import { singleWorkers } from '../workers/workers.ts';
import { explainSnapshotEnd } from './faults.ts';
import type { SnapshotTasks } from './snapshot-handler.ts';
import type { JoinRequest, Snapshot, SnapshotRequest, TablePart } from './types.ts';
import type { SnapshotMemory } from './worker/snapshot-query.ts';

/** Limits of the job that needs the snapshot, instead of those of interactive queries. */
export interface SnapshotLimits {
  timeoutMs: number;
  /** Memory limit of the whole process. */
  memoryBytes: number;
  signal: AbortSignal;
  /** Called from time to time with the number of rows. */
  onRows(rows: number): void;
}

/** Writes the rows of a job to a Parquet file at `outputPath`, which exists only after success. */
export interface Snapshots {
  /** Joins the parts of a table, in their order. */
  joinParts(request: JoinRequest, limits: SnapshotLimits): Promise<TablePart>;
  /** Writes the result of a query. */
  snapshotQuery(request: SnapshotRequest, limits: SnapshotLimits): Promise<Snapshot>;
  close(): void;
}

const mebibyte = 1024 * 1024;
/** Memory of the process without DuckDB. */
const baseBytes = 160 * mebibyte;
const workers = singleWorkers<SnapshotTasks>('snapshot', new URL('snapshot-handler.ts', import.meta.url));

/** Each snapshot has its own worker: it may take minutes, and no import or query waits for it. */
export function openSnapshots(): Snapshots {
  const closing = new AbortController();

  async function keep<Result>(
    outputPath: string,
    { timeoutMs, memoryBytes, signal, onRows }: SnapshotLimits,
    work: (memory: SnapshotMemory, options: TaskOptions) => Promise<Result>,
  ): Promise<Result> {
    const options = {
      limits: { timeMs: timeoutMs, memoryBytes },
      signal: AbortSignal.any([signal, closing.signal]),
      onProgress: (rows: unknown) => onRows(rows as number), // the handler reports nothing else
    };
    try {
      return await work(shareMemory(memoryBytes, `${outputPath}.spill`), options);
    } catch (error) {
      await rm(outputPath, { force: true });
      throw error instanceof WorkerEnded ? explainSnapshotEnd(error, { timeoutMs, memoryBytes }) : error;
    } finally {
      for (const suffix of ['.stage', '.stage.wal', '.spill'])
        await rm(`${outputPath}${suffix}`, { recursive: true, force: true });
    }
  }

  return {
    joinParts: (snapshot, given) =>
      keep(snapshot.outputPath, given, (limits, options) => workers.run('joinParts', { snapshot, limits }, options)),
    snapshotQuery: (snapshot, given) =>
      keep(snapshot.outputPath, given, (limits, options) =>
        workers.run('snapshotQuery', { snapshot, limits }, options),
      ),
    close: () => closing.abort(new ServiceError('shutting_down', 'The service is shutting down.')),
  };
}

/**
 * The writing instance gets a sixth, the one with the user's query twice as much, because both exceed their limits at
 * times.
 */
function shareMemory(processBytes: number, spillFolder: string): SnapshotMemory {
  const memoryBytes = Math.max(32 * mebibyte, Math.floor((processBytes - baseBytes) / 6));
  return { memoryBytes, threads: 2, spillFolder, processBytes };
}
