import type { Caller } from '../../caller.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { LimitHits } from '../../platform/journal/limit-hits.ts';
import type { Outgoing } from '../../platform/outgoing/outgoing.ts';
import type { Metrics } from '../../platform/telemetry/metrics.ts';
import type { ConnectionServices } from '../connections/context.ts';
import type { ProjectServices } from '../projects/context.ts';
import type { TableServices } from '../tables/context.ts';
import type { ModelImporter } from './importing/importer.ts';
import type { Watches } from './monitoring/watches.ts';
import type { FilePredicting } from './serving/files/predicting.ts';
import type { ModelCache } from './serving/model-cache.ts';
import type { Answering } from './serving/threads/answering.ts';
import type { ProgressHub } from './training/progress-hub.ts';

/** The services that models may use. */
export interface ModelServices extends ConnectionServices, TableServices, ProjectServices {
  answering: Answering;
  filePredicting: FilePredicting;
  importer: ModelImporter;
  jobs: JobQueue;
  limitHits: LimitHits;
  metrics: Metrics;
  models: ModelCache;
  outgoing: Outgoing;
  progress: ProgressHub;
  watches: Watches;
}

/** The same services with the caller. */
export interface ModelContext extends ModelServices, Caller {}
