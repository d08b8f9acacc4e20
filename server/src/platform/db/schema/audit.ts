import type { Fixed } from './record.ts';

export interface AuditSchema {
  audit_entries: AuditEntryTable;
}

/** One audited request: who did what, from where, with which outcome. */
export interface AuditEntryTable {
  id: Fixed<string>;
  time: Fixed<string>;
  /** Null for an unidentified caller. */
  actor: string | null;
  role: string | null;
  address: Fixed<string | null>;
  request_id: Fixed<string>;
  action: Fixed<string>;
  /** Kept after the project is deleted. */
  project_id: Fixed<string | null>;
  /** Path of the request, without its query. */
  subject: string;
  outcome: 'begun' | 'done' | 'refused' | 'failed';
  status: number | null;
  code: string | null;
}
