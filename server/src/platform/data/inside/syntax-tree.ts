import { ServiceError } from '../../../errors.ts';

/** A node of what DuckDB's `json_serialize_sql` makes of a text. */
export type Tree = Record<string, unknown>;

export function refused(detail: string): ServiceError {
  return new ServiceError('query_refused', detail);
}
