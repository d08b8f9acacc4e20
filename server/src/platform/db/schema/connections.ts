import type { Json } from '../json.ts';
import type { Fixed, RecordTable } from './record.ts';

export interface ConnectionSchema {
  connections: ConnectionTable;
}

/** Somebody's database. */
export interface ConnectionTable extends RecordTable {
  project_id: Fixed<string>;
  /** Unique in its project. */
  name: string;
  engine: Fixed<'postgresql'>;
  /** Secrets inside are sealed. */
  parameters: Json;
  /** What the last test found; a change of the parameters makes it `untested` again. */
  status: 'untested' | 'ok' | 'failed';
  last_error: string | null;
  tested_at: string | null;
}
