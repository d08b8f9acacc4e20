import { noTelemetry, type Telemetry } from '../telemetry/telemetry.ts';
import type { Requester } from '../workers/fair-turns.ts';
import type { PoolUsage } from '../workers/pool.ts';
import { openWorkers, type Workers } from '../workers/workers.ts';
import { explainFileEnd, explainQueryEnd } from './faults.ts';
import type { ImportTasks } from './import-handler.ts';
import { takePieces } from './pieces.ts';
import type { QueryTasks } from './query-handler.ts';
import { parseRows, type RowShape } from './row-writer.ts';
import { openSnapshots, type Snapshots } from './snapshots.ts';
import { usualImportTimeMs, writeTableFile } from './table-files.ts';
import type {
  AppendRequest,
  AttachedCatalog,
  AttachedFile,
  ImportRequest,
  ImportResult,
  JsonValue,
  QueryRequest,
  QueryResult,
  ReadRowsRequest,
  Row,
  WrittenResult,
  WrittenRows,
} from './types.ts';
import { watchCommand } from './watch-command.ts';

/**
 * Reads and writes user data, always in workers, so that no file and no query can take the service down. Tasks wait for
 * fair turns and stop when their requester's signal is aborted. Errors are `ServiceError`s: `unreadable_file`,
 * `rows_do_not_fit`, `query_refused`, `query_failed`, `query_time_limit`, `query_memory_limit`, `queue_full`,
 * `shutting_down`, or `internal`.
 */
export interface DataEngine {
  /** Converts a local file to a typed Parquet file at `outputPath`, which exists only after success. */
  importFile(request: ImportRequest, requester: Requester): Promise<ImportResult>;
  /**
   * Does the same with the column types of a table; `rowCount` and `byteSize` are the new part's, `columns` the whole
   * table's.
   */
  appendFile(request: AppendRequest, requester: Requester): Promise<ImportResult>;
  readRows(request: ReadRowsRequest, requester: Requester): Promise<Row[]>;
  /** Does the same, without parsing what the worker wrote. */
  writeRows(request: ReadRowsRequest, requester: Requester): Promise<WrittenRows>;
  /** Does the same in the worker that has just imported them, because another one would have to start first. */
  readImported(request: ReadRowsRequest, requester: Requester): Promise<Row[]>;
  runQuery(request: QueryRequest, requester: Requester): Promise<QueryResult>;
  /** Does the same, without parsing what the worker wrote. */
  writeQuery(request: QueryRequest, shape: RowShape, requester: Requester): Promise<WrittenResult>;
  /** Lists the tables of a schema of somebody's DuckDB file. */
  describeFile(file: Pick<AttachedFile, 'path' | 'schema'>, requester: Requester): Promise<AttachedCatalog>;
  /** Writes the rows of a job to one Parquet file, under the limits of the job. */
  joinParts: Snapshots['joinParts'];
  snapshotQuery: Snapshots['snapshotQuery'];
  readonly usage: Record<'imports' | 'reads', PoolUsage>;
  close(): Promise<void>;
}

export interface DataEngineOptions {
  /** An existing folder on the disk of the `outputPath`s, for large sorts. */
  spillFolder: string;
  /** Number of workers for imports and for reads; one project gets at most half of them. */
  workers?: { imports: number; reads: number };
  /** Returns the time limit of an import of so many bytes. */
  importTimeMs?: (byteSize: number) => number;
  telemetry?: Telemetry;
}

const mebibyte = 1024 * 1024;
/** Memory limit of a worker that imports or reads rows. */
const processLimits = { memoryBytes: 1024 * mebibyte };
const describing = { ...processLimits, timeMs: 20_000 };
/** Memory of the worker and DuckDB without the query. */
const besidesQuery = 512 * mebibyte;

/** Starts no worker: workers start with the first request. */
export function openDataEngine({
  spillFolder,
  workers,
  importTimeMs = usualImportTimeMs,
  telemetry = noTelemetry(),
}: DataEngineOptions): DataEngine {
  const settingsOf = (name: 'imports' | 'reads') => ({
    limits: processLimits,
    pool: workers && { workers: workers[name] },
    onTurn: (waitedMs: number) => telemetry.metrics.waitSeconds.observe({ pool: name }, waitedMs / 1000),
  });
  // Two pools, so that long imports do not delay short reads.
  const imports = openWorkers<ImportTasks>('import', {
    handler: new URL('import-handler.ts', import.meta.url),
    ...settingsOf('imports'),
  });
  const reads = openWorkers<QueryTasks>('query', {
    handler: new URL('query-handler.ts', import.meta.url),
    ...settingsOf('reads'),
  });
  const snapshots = openSnapshots();
  const engine = { memoryBytes: 256 * mebibyte, threads: 2, spillFolder };
  const importLimits = { engine, timeMs: importTimeMs, ...processLimits };

  function writeQuery(request: QueryRequest, shape: RowShape, requester: Requester): Promise<WrittenResult> {
    const limits = { memoryBytes: request.memoryBytes + besidesQuery, timeMs: request.timeoutMs };
    return takePieces((onProgress) =>
      reads
        .run('runQuery', { ...request, shape }, requester, { limits, onProgress })
        .catch((error) => explainQueryEnd(error, request)),
    );
  }

  async function runQuery(request: QueryRequest, requester: Requester): Promise<QueryResult> {
    const { columns, pieces, cutBy } = await writeQuery(request, 'lists', requester);
    return { columns, rows: await parseRows<JsonValue[]>(pieces), truncated: cutBy !== undefined };
  }

  function writeRows(workers: Workers<Pick<QueryTasks, 'readRows'>>, rows: ReadRowsRequest, requester: Requester) {
    const request = { rows, limits: { ...engine, threads: 1 } };
    return takePieces((onProgress) => workers.run('readRows', request, requester, { onProgress }));
  }

  const readRows = async (
    workers: Workers<Pick<QueryTasks, 'readRows'>>,
    rows: ReadRowsRequest,
    requester: Requester,
  ) => parseRows<Row>((await writeRows(workers, rows, requester)).pieces);

  const watched = <Result>(task: string, work: () => Promise<Result>) => watchCommand(telemetry, task, work);

  return {
    importFile: (file, requester) =>
      watched('importFile', () => writeTableFile(imports, 'importFile', file, requester, importLimits)),
    appendFile: (file, requester) =>
      watched('appendFile', () => writeTableFile(imports, 'appendFile', file, requester, importLimits)),
    readRows: (rows, requester) => watched('readRows', () => readRows(reads, rows, requester)),
    writeRows: (rows, requester) => watched('readRows', () => writeRows(reads, rows, requester)),
    readImported: (rows, requester) => watched('readRows', () => readRows(imports, rows, requester)),
    describeFile: (file, requester) =>
      watched('describeFile', () =>
        reads
          .run('describeFile', { ...file, limits: { ...engine, threads: 1 } }, requester, { limits: describing })
          .catch(explainFileEnd),
      ),
    runQuery: (request, requester) => watched('runQuery', () => runQuery(request, requester)),
    writeQuery: (request, shape, requester) => watched('runQuery', () => writeQuery(request, shape, requester)),
    joinParts: (request, limits) => watched('joinParts', () => snapshots.joinParts(request, limits)),
    snapshotQuery: (request, limits) => watched('snapshotQuery', () => snapshots.snapshotQuery(request, limits)),
    get usage() {
      return { imports: imports.usage, reads: reads.usage };
    },
    async close() {
      snapshots.close();
      await Promise.all([imports.close(), reads.close()]);
    },
  };
}
