import type { Config } from '../../config.ts';
import type { BlobStore } from '../../platform/blobs/store.ts';
import type { DataEngine } from '../../platform/data/data-engine.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { EventLog } from '../../platform/journal/event-log.ts';
import type { ProjectLimits } from '../projects/project-limits.ts';

export interface TableServices {
  blobs: BlobStore;
  config: Config;
  data: DataEngine;
  database: Database;
  events: EventLog;
  limits: ProjectLimits;
  temporaryDirectory: string;
}
