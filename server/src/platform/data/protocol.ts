import type { ErrorCode, InputFault } from '../../errors.ts';
import type {
  AppendRequest,
  ImportRequest,
  ImportResult,
  JoinRequest,
  QueryRequest,
  QueryResult,
  ReadRowsRequest,
  Row,
  Snapshot,
  SnapshotRequest,
  TablePart,
} from './types.ts';

/** What a child can be asked for: the type of its argument and of its answer. */
export interface Verbs {
  importFile: [ImportRequest, ImportResult];
  appendFile: [AppendRequest, ImportResult];
  readRows: [ReadRowsRequest, Row[]];
  runQuery: [QueryRequest, QueryResult];
  joinParts: [JoinRequest, TablePart];
  snapshotQuery: [SnapshotRequest, Snapshot];
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

/** Sent now and then while a snapshot is taken. */
export interface Progress {
  rows: number;
}

export type Reply = { result: Verbs[Verb][1]; processBytes: number } | { error: SentError; processBytes: number };
