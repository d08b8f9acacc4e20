import type { Database } from '../../platform/db/schema.ts';
import type { EventLog } from '../../platform/journal/event-log.ts';
import type { SealedBox } from '../../platform/secrets/sealed-box.ts';
import type { Tracing } from '../../platform/telemetry/tracing.ts';
import type { ProjectLimits } from '../projects/project-limits.ts';
import type { ConnectionPools } from './connection-pools.ts';

export interface ConnectionServices {
  database: Database;
  connectionPools: ConnectionPools;
  events: EventLog;
  limits: ProjectLimits;
  secrets: SealedBox;
  tracing: Tracing;
}
