import { ServiceError } from '../../../errors.ts';

/** A node of the result of DuckDB's `json_serialize_sql`. */
export type Tree = Record<string, unknown>;

export function refused(detail: string): ServiceError {
  return new ServiceError('query_refused', detail);
}
