import type { ErrorCode, InputFault } from '../errors.ts';
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

/** What a child can be asked for: the type of its argument and of its answer. */
export interface Verbs {
  importFile: [ImportRequest, ImportResult];
  appendFile: [AppendRequest, ImportResult];
  readRows: [ReadRowsRequest, Row[]];
  runQuery: [QueryRequest, QueryResult];
  snapshotQuery: [SnapshotRequest, WrittenTable];
}

export type Verb = keyof Verbs;

export interface ChildLimits {
  /** What DuckDB may hold; the process comes on top with about 150 MB. */
  memoryBytes: number;
  threads: number;
  spillFolder: string;
  /** At more than this the process is ended. */
  processBytes: number;
  /** From when the process has the command; no limit when absent. */
  timeMs?: number;
}

export type Command = { [V in Verb]: { verb: V; request: Verbs[V][0]; limits: ChildLimits } }[Verb] | 'interrupt';

export interface SentError {
  code: ErrorCode;
  message: string;
  errors: InputFault[] | undefined;
  extensions: Record<string, unknown> | undefined;
}

export type Reply = { result: Verbs[Verb][1]; processBytes: number } | { error: SentError; processBytes: number };
