import type { FastifyBaseLogger } from 'fastify';
import type { Caller } from '../../caller.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { JobQueue } from '../../platform/jobs/queue.ts';
import type { EventLog } from '../../platform/journal/event-log.ts';
import type { Outgoing } from '../../platform/outgoing/outgoing.ts';
import type { SealedBox } from '../../platform/secrets/sealed-box.ts';
import type { Metrics } from '../../platform/telemetry/metrics.ts';
import type { Tracing } from '../../platform/telemetry/tracing.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { ProjectLimits } from '../projects/project-limits.ts';
import type { DocumentReader } from './reading/reader.ts';

export interface KnowledgeServices {
  config: Config;
  database: Database;
  documents: DocumentReader;
  events: EventLog;
  jobs: JobQueue;
  keys: KeyRing;
  limits: ProjectLimits;
  log: FastifyBaseLogger;
  metrics: Metrics;
  outgoing: Outgoing;
  secrets: SealedBox;
  temporaryDirectory: string;
  tracing: Tracing;
}

export interface KnowledgeContext extends KnowledgeServices, Caller {}
