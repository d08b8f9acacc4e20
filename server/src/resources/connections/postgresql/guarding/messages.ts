import type { ErrorCode } from '../../../../errors.ts';
import type { TableName } from '../guard-sql.ts';

/** What the guarding process is asked. */
export interface GuardOrder {
  sql: string;
  tables: readonly TableName[];
  ownSchema: string;
}

export interface GuardReply {
  /** Undefined when the query may run. */
  refusal: { code: ErrorCode; message: string } | undefined;
  processBytes: number;
}
