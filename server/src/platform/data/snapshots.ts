import { rm } from 'node:fs/promises';
import { ServiceError } from '../../errors.ts';
import { ExchangeEnded } from '../workers/exchange.ts';
import { startDataProcess } from './child-process.ts';
import { explainSnapshotEnd } from './faults.ts';
import type { ChildLimits, Verbs } from './protocol.ts';
import type { JoinRequest, Snapshot, SnapshotRequest, TablePart } from './types.ts';

/** Limits of the job that wants the snapshot; those of interactive queries do not hold. */
export interface SnapshotLimits {
  timeoutMs: number;
  /** Of the whole process. */
  memoryBytes: number;
  signal: AbortSignal;
  /** Told now and then how many rows were read. */
  onRows(rows: number): void;
}

/** Rows for a job, as one Parquet file at `outputPath`, which is there only when this resolves. */
export interface Snapshots {
  /** Parts of a table, in their order. */
  joinParts(request: JoinRequest, limits: SnapshotLimits): Promise<TablePart>;
  /** What a query answers. */
  snapshotQuery(request: SnapshotRequest, limits: SnapshotLimits): Promise<Snapshot>;
  close(): void;
}

const mebibyte = 1024 * 1024;
/** What the process takes before DuckDB does. */
const baseBytes = 160 * mebibyte;

/** Each snapshot has a process to itself: it may take minutes, and nobody's import or query waits for it. */
export function openSnapshots(): Snapshots {
  const closing = new AbortController();

  async function run<V extends 'joinParts' | 'snapshotQuery'>(
    verb: V,
    request: Verbs[V][0],
    { timeoutMs, memoryBytes, signal, onRows }: SnapshotLimits,
  ): Promise<Verbs[V][1]> {
    const { outputPath } = request;
    const limits = { ...shareMemory(memoryBytes, `${outputPath}.spill`), timeMs: timeoutMs };
    const child = startDataProcess(false);
    try {
      return await child.run(verb, request, limits, AbortSignal.any([signal, closing.signal]), onRows);
    } catch (error) {
      await rm(outputPath, { force: true });
      throw error instanceof ExchangeEnded ? explainSnapshotEnd(error, { timeoutMs, memoryBytes }) : error;
    } finally {
      child.kill();
      for (const suffix of ['.stage', '.stage.wal', '.spill'])
        await rm(`${outputPath}${suffix}`, { recursive: true, force: true });
    }
  }

  return {
    joinParts: (request, limits) => run('joinParts', request, limits),
    snapshotQuery: (request, limits) => run('snapshotQuery', request, limits),
    close: () => closing.abort(new ServiceError('shutting_down', 'The service is shutting down.')),
  };
}

/** A sixth for the instance that writes; the one that runs a user's query may have twice as much. Both hold more at times. */
function shareMemory(processBytes: number, spillFolder: string): ChildLimits {
  const memoryBytes = Math.max(32 * mebibyte, Math.floor((processBytes - baseBytes) / 6));
  return { memoryBytes, threads: 2, spillFolder, processBytes };
}
