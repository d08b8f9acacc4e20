import { beyondLimit, ServiceError } from '../errors.ts';
import { ExchangeEnded } from '../processes/exchange.ts';

/** Every way in which a file or its rows can be wrong: the `code` of an entry in `errors[]`. */
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
  | 'unreadable';

/** A file that cannot become a table. `pointer` is `/line/12` (from 1) in text and `/11` (from 0) in a JSON array. */
export function fileFault(code: FileFault, detail: string, pointer = ''): ServiceError {
  return new ServiceError('unreadable_file', detail, { errors: [{ pointer, code, detail }] });
}

export type RowFault = 'cell_does_not_fit' | 'unknown_column' | 'missing_column';

/** Rows that are readable but do not fit the columns that they should have. */
export function rowFault(code: RowFault, detail: string, pointer: string): ServiceError {
  return new ServiceError('rows_do_not_fit', detail, { errors: [{ pointer, code, detail }] });
}

/** How a message calls a character that does not print. */
export function nameCharacter(character: string): string {
  if (character === '\t') return 'tab';
  return character === ' ' ? 'space' : `"${character}"`;
}

/** Why the process of a query gave no reply, as its sender is told. */
export function explainQueryEnd(error: unknown, { timeoutMs, memoryBytes }: QueryLimits): never {
  if (!(error instanceof ExchangeEnded)) throw error;
  if (error.end === 'time') throw timeLimit(timeoutMs);
  if (error.end === 'memory') throw memoryLimit(memoryBytes);
  const detail = 'The query made its process break off: something in it nests too deep or is too large for DuckDB.';
  throw new ServiceError('query_failed', detail, { cause: error });
}

interface QueryLimits {
  timeoutMs: number;
  memoryBytes: number;
}

/** A query that took longer than it may. */
function timeLimit(timeoutMs: number): ServiceError {
  const limit = { name: 'query_timeout_ms', value: timeoutMs } as const;
  return beyondLimit('query_time_limit', `The query takes longer than ${timeoutMs} ms.`, limit);
}

/** A query that took more memory than it may. */
export function memoryLimit(memoryBytes: number): ServiceError {
  const limit = { name: 'query_memory_bytes', value: memoryBytes } as const;
  return beyondLimit('query_memory_limit', `The query takes more than ${memoryBytes} bytes of memory.`, limit);
}
