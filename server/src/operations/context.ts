import type { DiskReserve } from '../platform/blobs/disk-reserve.ts';
import type { DataEngine } from '../platform/data/data-engine.ts';
import type { Database } from '../platform/db/schema.ts';
import type { JobQueue } from '../platform/jobs/queue.ts';
import type { EventFeed } from '../platform/journal/feed.ts';
import type { LimitHits } from '../platform/journal/limit-hits.ts';
import type { ProviderBreakers } from '../platform/language/provider-breakers.ts';
import type { Nodes } from '../platform/nodes/nodes.ts';
import type { Metrics } from '../platform/telemetry/metrics.ts';
import type { Tracing } from '../platform/telemetry/tracing.ts';
import type { ModelCache } from '../resources/models/serving/model-cache.ts';

export interface GaugeServices {
  breakers: ProviderBreakers;
  data: DataEngine;
  database: Database;
  feed: EventFeed;
  jobs: JobQueue;
  limitHits: LimitHits;
  metrics: Metrics;
  models: ModelCache;
  nodes: Nodes;
  reserve: DiskReserve;
  tracing: Tracing;
}
