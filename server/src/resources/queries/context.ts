import type { Caller } from '../../caller.ts';
import type { BlobStore } from '../../platform/blobs/store.ts';
import type { DataEngine } from '../../platform/data/data-engine.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { SealedBox } from '../../platform/secrets/sealed-box.ts';
import type { Tracing } from '../../platform/telemetry/tracing.ts';
import type { ConnectionPools } from '../connections/connection-pools.ts';
import type { ProjectLimits } from '../projects/project-limits.ts';

export interface QueryServices {
  blobs: BlobStore;
  data: DataEngine;
  database: Database;
  connectionPools: ConnectionPools;
  limits: ProjectLimits;
  secrets: SealedBox;
  tracing: Tracing;
}

export interface QueryContext extends QueryServices, Caller {}
