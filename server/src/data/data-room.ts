import { rm } from 'node:fs/promises';
import { ExchangeEnded } from '../processes/exchange.ts';
import type { Asker } from '../processes/fair-turns.ts';
import { openProcessPool, type PoolUsage } from '../processes/pool.ts';
import { quietTelemetry, type Telemetry } from '../telemetry/telemetry.ts';
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
export interface DataRoom {
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

export interface DataRoomOptions {
  /** An existing folder on the disk of `outputPath`s, where large sorts may spill. */
  spillFolder: string;
  /** Processes for imports, and for reads. Default 3 and 4: one project has half of them at most. */
  processes?: { imports: number; reads: number };
  idleMs?: number;
  telemetry?: Telemetry;
}

const mebibyte = 1024 * 1024;
/** What grew beyond this is not kept warm. */
const warmBytes = 400 * mebibyte;

/** Starts nothing yet: processes come with the first request and go `idleMs` (45 s) after the last. */
export function openDataRoom({
  spillFolder,
  processes = { imports: 3, reads: 4 },
  idleMs = 45_000,
  telemetry = quietTelemetry(),
}: DataRoomOptions): DataRoom {
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
    limits: ChildLimits,
    asker: Asker,
  ): Promise<Verbs[V][1]> {
    const { outputPath } = request;
    try {
      return await imports.use(asker, (process, signal) => process.run(verb, request, limits, signal));
    } catch (error) {
      await rm(outputPath, { force: true });
      throw error;
    } finally {
      for (const suffix of ['.unpacked', '.text', '.text.rows']) await rm(`${outputPath}${suffix}`, { force: true });
    }
  }

  function queryLimits({ memoryBytes, timeoutMs }: { memoryBytes: number; timeoutMs: number }): ChildLimits {
    return { ...importLimits, processBytes: memoryBytes + 512 * mebibyte, timeMs: timeoutMs };
  }

  const watched = <Result>(verb: Verb, work: () => Promise<Result>) => watchCommand(telemetry, verb, work);

  return {
    importFile: (request, asker) =>
      watched('importFile', () => writeTable('importFile', request, importLimits, asker).catch(explainImportEnd)),
    appendFile: (request, asker) =>
      watched('appendFile', () => writeTable('appendFile', request, importLimits, asker).catch(explainImportEnd)),
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

function explainImportEnd(error: unknown): never {
  if (!(error instanceof ExchangeEnded)) throw error;
  if (error.end === 'memory')
    throw fileFault('unreadable', 'Reading the file takes more memory than an import may use.');
  throw fileFault('unreadable', 'The file made its reader break off.');
}
