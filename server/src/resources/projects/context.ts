import type { FastifyBaseLogger } from 'fastify';
import type { Caller } from '../../caller.ts';
import type { Config } from '../../config.ts';
import type { BlobStore } from '../../platform/blobs/store.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { EventLog } from '../../platform/journal/event-log.ts';
import type { ProjectLimits } from './project-limits.ts';

/** The services that projects may use. */
export interface ProjectServices {
  blobs: BlobStore;
  config: Config;
  database: Database;
  events: EventLog;
  limits: ProjectLimits;
  log: FastifyBaseLogger;
  /** The cache of models, which are found by the project's name among others: cleared when the name changes. */
  models: { forget(): void };
}

/** The same services with the caller. */
export interface ProjectContext extends ProjectServices, Caller {}
