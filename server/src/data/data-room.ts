import { rm } from 'node:fs/promises';
import { openProcessPool, type PoolUsage } from '../processes/pool.ts';
import { quietTelemetry, type Telemetry } from '../telemetry/telemetry.ts';
import { OutOfMemory, startDataProcess } from './child-process.ts';
import { fileFault, memoryLimit, timeLimit } from './faults.ts';
import type { ChildLimits, Verb, Verbs } from './protocol.ts';
import type {
  AppendRequest,
  ImportRequest,
  ImportResult,
  QueryRequest,
  QueryResult,
  ReadRowsRequest,
  Row,
  SnapshotRequest,
  WrittenTable,
} from './types.ts';
import { watchCommand } from './watch-command.ts';

/**
 * Everything that reads or writes user data. All of it runs in child processes, so that no file and no query can take the
 * service down; each verb stops at once when its signal is aborted. Errors are `ServiceError`s: `unreadable_file`,
 * `rows_do_not_fit`, `query_refused`, `query_failed`, `query_time_limit`, `query_memory_limit`, `queue_full`,
 * `shutting_down`, or `internal`.
 */
export interface DataRoom {
  /** A file on disk -> one typed Parquet file at `outputPath`, which is there only when this resolves. */
  importFile(request: ImportRequest, signal?: AbortSignal): Promise<ImportResult>;
  /** The same, cast to the columns of a table; `rowCount` and `byteSize` are the new part's, `columns` the whole table's. */
  appendFile(request: AppendRequest, signal?: AbortSignal): Promise<ImportResult>;
  readRows(request: ReadRowsRequest, signal?: AbortSignal): Promise<Row[]>;
  runQuery(request: QueryRequest, signal?: AbortSignal): Promise<QueryResult>;
  /** What a query answers -> one Parquet file at `outputPath`. */
  snapshotQuery(request: SnapshotRequest, signal?: AbortSignal): Promise<WrittenTable>;
  readonly usage: Record<'imports' | 'reads', PoolUsage>;
  close(): void;
}

export interface DataRoomOptions {
  /** An existing folder on the disk of `outputPath`s, where large sorts may spill. */
  spillFolder: string;
  /** Processes for imports and for reads each. Default 2. */
  processes?: number;
  idleMs?: number;
  telemetry?: Telemetry;
}

const mebibyte = 1024 * 1024;
/** What grew beyond this is not kept warm. */
const warmBytes = 400 * mebibyte;
const never = new AbortController().signal;

/** Starts nothing yet: processes come with the first request and go `idleMs` (45 s) after the last. */
export function openDataRoom({
  spillFolder,
  processes = 2,
  idleMs = 45_000,
  telemetry = quietTelemetry(),
}: DataRoomOptions): DataRoom {
  // Long imports must not hold up short reads: two pools.
  const imports = openProcessPool(startDataProcess, { processes, waiting: 100, idleMs, warmBytes });
  const reads = openProcessPool(startDataProcess, { processes, waiting: 200, idleMs, warmBytes });
  const importLimits: ChildLimits = {
    memoryBytes: 256 * mebibyte,
    threads: 2,
    spillFolder,
    processBytes: 1024 * mebibyte,
  };
  const readLimits: ChildLimits = { ...importLimits, threads: 1 };

  async function writeTable<V extends 'importFile' | 'appendFile' | 'snapshotQuery'>(
    verb: V,
    request: Verbs[V][0],
    limits: ChildLimits,
    signal: AbortSignal,
  ): Promise<Verbs[V][1]> {
    const { outputPath } = request;
    try {
      return await imports.use(signal, (process, limited) => process.run(verb, request, limits, limited));
    } catch (error) {
      await rm(outputPath, { force: true });
      throw explainMemory(error, verb, limits);
    } finally {
      for (const suffix of ['.text', '.text.lines', '.stage', '.stage.wal'])
        await rm(`${outputPath}${suffix}`, { force: true });
    }
  }

  function queryLimits({ memoryBytes }: { memoryBytes: number }): ChildLimits {
    return { ...importLimits, processBytes: memoryBytes + 512 * mebibyte };
  }

  async function runQuery(request: QueryRequest, signal: AbortSignal): Promise<QueryResult> {
    try {
      return await withinTime(request.timeoutMs, signal, (timed) =>
        reads.use(timed, (process, limited) => process.run('runQuery', request, queryLimits(request), limited)),
      );
    } catch (error) {
      throw explainMemory(error, 'runQuery', { memoryBytes: request.memoryBytes });
    }
  }

  const watched = <Result>(verb: Verb, work: () => Promise<Result>) => watchCommand(telemetry, verb, work);

  return {
    importFile: (request, signal = never) =>
      watched('importFile', () => writeTable('importFile', request, importLimits, signal)),
    appendFile: (request, signal = never) =>
      watched('appendFile', () => writeTable('appendFile', request, importLimits, signal)),
    readRows: (request, signal = never) =>
      watched('readRows', () =>
        reads.use(signal, (process, limited) => process.run('readRows', request, readLimits, limited)),
      ),
    runQuery: (request, signal = never) => watched('runQuery', () => runQuery(request, signal)),
    snapshotQuery: (request, signal = never) =>
      watched('snapshotQuery', () =>
        withinTime(request.timeoutMs, signal, (limited) =>
          writeTable('snapshotQuery', request, queryLimits(request), limited),
        ),
      ),
    get usage() {
      return { imports: imports.usage, reads: reads.usage };
    },
    close() {
      imports.close();
      reads.close();
    },
  };
}

async function withinTime<Result>(
  timeoutMs: number,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const limit = new AbortController();
  const expire = () => limit.abort(timeLimit(timeoutMs));
  const timer = setTimeout(expire, timeoutMs);
  try {
    return await work(AbortSignal.any([signal, limit.signal]));
  } finally {
    clearTimeout(timer);
  }
}

function explainMemory(error: unknown, verb: Verb, { memoryBytes }: Pick<ChildLimits, 'memoryBytes'>): unknown {
  if (!(error instanceof OutOfMemory)) return error;
  if (verb === 'importFile' || verb === 'appendFile') {
    return fileFault('unreadable', 'Reading the file takes more memory than an import may use.');
  }
  return memoryLimit(memoryBytes);
}
