import type { Fixed } from './record.ts';

export interface AuditSchema {
  audit_entries: AuditEntryTable;
}

/** Who did what from where, and how it ended. */
export interface AuditEntryTable {
  id: Fixed<string>;
  time: Fixed<string>;
  /** Null for a caller that could not be told. */
  actor: Fixed<string | null>;
  role: Fixed<string | null>;
  address: Fixed<string | null>;
  request_id: Fixed<string>;
  action: Fixed<string>;
  /** Outlives its project. */
  project_id: Fixed<string | null>;
  /** Address of what it was done to, without its query. */
  subject: string;
  outcome: 'begun' | 'done' | 'refused' | 'failed';
  status: number | null;
  code: string | null;
}
