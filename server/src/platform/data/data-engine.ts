import { rm, stat } from 'node:fs/promises';
import { noTelemetry, type Telemetry } from '../telemetry/telemetry.ts';
import { ExchangeEnded } from '../workers/exchange.ts';
import type { Asker } from '../workers/fair-turns.ts';
import { openProcessPool, type PoolUsage } from '../workers/pool.ts';
import { startDataProcess } from './child-process.ts';
import { explainQueryEnd, fileFault } from './faults.ts';
import type { ChildLimits, Verb, Verbs } from './protocol.ts';
import { openSnapshots, type Snapshots } from './snapshots.ts';
import type {
  AppendRequest,
  ImportRequest,
  ImportResult,
  QueryRequest,
  QueryResult,
  ReadRowsRequest,
  Row,
} from './types.ts';
import { watchCommand } from './watch-command.ts';

/**
 * Everything that reads or writes user data. All of it runs in child processes, so that no file and no query can take the
 * service down. Those who ask take turns, and each verb stops at once when its asker's signal is aborted. Errors are
 * `ServiceError`s: `unreadable_file`, `rows_do_not_fit`, `query_refused`, `query_failed`, `query_time_limit`,
 * `query_memory_limit`, `queue_full`, `shutting_down`, or `internal`.
 */
export interface DataEngine {
  /** A file on disk -> one typed Parquet file at `outputPath`, which is there only when this resolves. */
  importFile(request: ImportRequest, asker: Asker): Promise<ImportResult>;
  /** The same, cast to the columns of a table; `rowCount` and `byteSize` are the new part's, `columns` the whole table's. */
  appendFile(request: AppendRequest, asker: Asker): Promise<ImportResult>;
  readRows(request: ReadRowsRequest, asker: Asker): Promise<Row[]>;
  runQuery(request: QueryRequest, asker: Asker): Promise<QueryResult>;
  /** The rows of a job -> one Parquet file, under the limits of the job. */
  joinParts: Snapshots['joinParts'];
  snapshotQuery: Snapshots['snapshotQuery'];
  readonly usage: Record<'imports' | 'reads', PoolUsage>;
  close(): void;
}

export interface DataEngineOptions {
  /** An existing folder on the disk of `outputPath`s, where large sorts may spill. */
  spillFolder: string;
  /** Processes for imports, and for reads. Default 3 and 4: one project has half of them at most. */
  processes?: { imports: number; reads: number };
  idleMs?: number;
  /** How long an import of so many bytes may take. */
  importTimeMs?: (byteSize: number) => number;
  telemetry?: Telemetry;
}

const mebibyte = 1024 * 1024;
/** What grew beyond this is not kept warm. */
const warmBytes = 400 * mebibyte;

/** A minute, and one more for each 10 MB: some hundred times what a usual file takes, so that a busy machine is no reason. */
const usualImportTimeMs = (byteSize: number) => 60_000 * (1 + byteSize / 10e6);

/** Starts nothing yet: processes come with the first request and go `idleMs` (45 s) after the last. */
export function openDataEngine({
  spillFolder,
  processes = { imports: 3, reads: 4 },
  idleMs = 45_000,
  importTimeMs = usualImportTimeMs,
  telemetry = noTelemetry(),
}: DataEngineOptions): DataEngine {
  const openPool = (name: 'imports' | 'reads', waiting: number) =>
    openProcessPool(startDataProcess, {
      processes: processes[name],
      waiting,
      idleMs,
      warmBytes,
      onTurn: (waitedMs) => telemetry.metrics.waitSeconds.observe({ pool: name }, waitedMs / 1000),
    });
  // Long imports must not hold up short reads: two pools.
  const imports = openPool('imports', 200);
  const reads = openPool('reads', 400);
  const snapshots = openSnapshots();
  const importLimits: ChildLimits = {
    memoryBytes: 256 * mebibyte,
    threads: 2,
    spillFolder,
    processBytes: 1024 * mebibyte,
  };
  const readLimits: ChildLimits = { ...importLimits, threads: 1 };

  async function writeTable<V extends 'importFile' | 'appendFile'>(
    verb: V,
    request: Verbs[V][0],
    asker: Asker,
  ): Promise<Verbs[V][1]> {
    const { path, outputPath } = request;
    const { size } = await stat(path);
    const limits = { ...importLimits, timeMs: importTimeMs(size) };
    try {
      return await imports.use(asker, (process, signal) => process.run(verb, request, limits, signal));
    } catch (error) {
      await rm(outputPath, { force: true });
      throw explainImportEnd(error, size, limits.timeMs);
    } finally {
      for (const suffix of ['.unpacked', '.text', '.text.rows']) await rm(`${outputPath}${suffix}`, { force: true });
    }
  }

  function queryLimits({ memoryBytes, timeoutMs }: { memoryBytes: number; timeoutMs: number }): ChildLimits {
    return { ...importLimits, processBytes: memoryBytes + 512 * mebibyte, timeMs: timeoutMs };
  }

  const watched = <Result>(verb: Verb, work: () => Promise<Result>) => watchCommand(telemetry, verb, work);

  return {
    importFile: (request, asker) => watched('importFile', () => writeTable('importFile', request, asker)),
    appendFile: (request, asker) => watched('appendFile', () => writeTable('appendFile', request, asker)),
    readRows: (request, asker) =>
      watched('readRows', () =>
        reads.use(asker, (process, signal) => process.run('readRows', request, readLimits, signal)),
      ),
    runQuery: (request, asker) =>
      watched('runQuery', () =>
        reads
          .use(asker, (process, signal) => process.run('runQuery', request, queryLimits(request), signal))
          .catch((error) => explainQueryEnd(error, request)),
      ),
    joinParts: (request, limits) => watched('joinParts', () => snapshots.joinParts(request, limits)),
    snapshotQuery: (request, limits) => watched('snapshotQuery', () => snapshots.snapshotQuery(request, limits)),
    get usage() {
      return { imports: imports.usage, reads: reads.usage };
    },
    close() {
      imports.close();
      reads.close();
      snapshots.close();
    },
  };
}

function explainImportEnd(error: unknown, byteSize: number, timeMs: number): unknown {
  if (!(error instanceof ExchangeEnded)) return error;
  if (error.end === 'memory')
    return fileFault('unreadable', 'Reading the file takes more memory than an import may use.');
  if (error.end === 'broken') return fileFault('unreadable', 'The file made its reader break off.');
  const detail = `Reading the file takes longer than ${Math.ceil(timeMs / 1000)} s, the limit for ${byteSize} bytes.`;
  return fileFault('too_slow', detail);
}
