import type { Json } from '../json.ts';
import type { Fixed, RecordTable } from './record.ts';

export interface ConnectionSchema {
  connections: ConnectionTable;
}

/** A user's database. */
export interface ConnectionTable extends RecordTable {
  project_id: Fixed<string>;
  /** Unique in its project. */
  name: string;
  engine: Fixed<string>;
  /** Secrets in it are sealed. */
  parameters: Json;
  /** Result of the last test; a change of the parameters resets it to `untested`. */
  status: 'untested' | 'ok' | 'failed';
  last_error: string | null;
  tested_at: string | null;
}
