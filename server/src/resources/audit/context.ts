import type { Config } from '../../config.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { AuditTrail } from './trail.ts';

export interface AuditServices {
  audit: AuditTrail;
  config: Config;
  database: Database;
}
