import { beyondLimit, ServiceError } from '../../errors.ts';
import { WorkerEnded } from '../workers/worker-ended.ts';

/** Every fault of a file or its rows: the `code` of an entry in `errors[]`. */
export type FileFault =
  | 'empty_file'
  | 'not_text'
  | 'nul_byte'
  | 'wrong_encoding'
  | 'ragged_line'
  | 'misaligned_line'
  | 'unterminated_quote'
  | 'text_after_quote'
  | 'cell_too_large'
  | 'duplicate_column'
  | 'column_name_too_long'
  | 'no_columns'
  | 'too_many_columns'
  | 'broken_json'
  | 'not_an_array'
  | 'not_an_object'
  | 'duplicate_key'
  | 'not_parquet'
  | 'broken_archive'
  | 'broken_workbook'
  | 'no_such_sheet'
  | 'unsupported_column_type'
  | 'invalid_option'
  | 'too_deep'
  | 'too_slow'
  | 'unreadable';

/**
 * Makes the error of a file that cannot become a table. `pointer` is `/line/12` (from 1) in text and `/11` (from 0) in
 * a JSON array.
 */
export function fileFault(code: FileFault, detail: string, pointer = ''): ServiceError {
  return new ServiceError('unreadable_file', detail, { errors: [{ pointer, code, detail }] });
}

export type RowFault = 'cell_does_not_fit' | 'unknown_column' | 'missing_column';

/** Makes the error of readable rows that do not fit the expected columns. */
export function rowFault(code: RowFault, detail: string, pointer: string): ServiceError {
  return new ServiceError('rows_do_not_fit', detail, { errors: [{ pointer, code, detail }] });
}

/** What helps with a file whose quotes belong to its texts. */
export const quotesAsText = 'If quotes are part of the text, set quote=none.';

/** Returns a readable name of a character that does not print. */
export function nameCharacter(character: string): string {
  if (character === '\t') return 'tab';
  return character === ' ' ? 'space' : `"${character}"`;
}

/** Returns the error for the sender of a query whose worker ended without a reply. */
export function explainQueryEnd(error: unknown, { timeoutMs, memoryBytes }: QueryLimits): never {
  if (!(error instanceof WorkerEnded)) throw error;
  if (error.reason === 'time') throw timeLimit(timeoutMs);
  if (error.reason === 'memory') throw memoryLimit(memoryBytes);
  const detail = 'The query made its process break off: something in it nests too deep or is too large for DuckDB.';
  throw new ServiceError('query_failed', detail, { cause: error });
}

/** Returns the error for a database file that ended its reader. */
export function explainFileEnd(error: unknown): never {
  if (!(error instanceof WorkerEnded)) throw error;
  const detail = 'The database cannot be queried: reading its file takes too long, too much memory, or breaks off.';
  throw new ServiceError('connection_failed', detail, { cause: error });
}

interface QueryLimits {
  timeoutMs: number;
  memoryBytes: number;
}

/** A query exceeded its time limit. */
function timeLimit(timeoutMs: number): ServiceError {
  const limit = { name: 'query_timeout_ms', value: timeoutMs } as const;
  return beyondLimit('query_time_limit', `The query took longer than ${timeoutMs} ms.`, limit);
}

/** A query exceeded its memory limit. */
export function memoryLimit(memoryBytes: number): ServiceError {
  const limit = { name: 'query_memory_bytes', value: memoryBytes } as const;
  return beyondLimit('query_memory_limit', `The query takes more than ${memoryBytes} bytes of memory.`, limit);
}

/** One row is larger than a whole answer may be. */
export function rowTooLarge(value: number): ServiceError {
  const detail = `One row is larger than the ${value} bytes that an answer may have; select fewer columns, or a part of the text.`;
  return beyondLimit('query_memory_limit', detail, { name: 'query_answer_bytes', value });
}

/** Returns the error for the owner of a job whose snapshot worker ended without a reply. */
export function explainSnapshotEnd(error: WorkerEnded, { timeoutMs, memoryBytes }: QueryLimits): Error {
  if (error.reason === 'time') return snapshotTooSlow(timeoutMs);
  return error.reason === 'memory' ? snapshotOutOfMemory(memoryBytes) : error;
}

/** Reading the rows of a job exceeded its time limit. */
function snapshotTooSlow(timeoutMs: number): ServiceError {
  const limit = { name: 'time_budget_seconds', value: timeoutMs / 1000 } as const;
  const detail = `Reading the rows takes longer than the ${limit.value} s that the training has for it (options.time_budget_seconds).`;
  return beyondLimit('query_time_limit', detail, limit);
}

/** Reading the rows of a job exceeded its memory limit. */
export function snapshotOutOfMemory(memoryBytes: number): ServiceError {
  const limit = { name: 'training_memory_bytes', value: memoryBytes } as const;
  const detail = `Reading the rows takes more than the ${memoryBytes} bytes of memory that the training may use (training_memory_bytes).`;
  return beyondLimit('query_memory_limit', detail, limit);
}

/** The rows of a job exceed the maximum upload. */
export function snapshotTooLarge(bytes: number): ServiceError {
  const limit = { name: 'upload_bytes', value: bytes } as const;
  const detail = `The query takes or answers more than ${bytes} bytes on disk, the size of an upload (upload_bytes).`;
  return beyondLimit('query_memory_limit', detail, limit);
}
