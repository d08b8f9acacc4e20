import type { FastifyBaseLogger } from 'fastify';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { EventLog } from '../../platform/journal/event-log.ts';
import type { ProjectLimits } from '../projects/project-limits.ts';
import type { KeyRing } from './key-ring.ts';
import type { Sessions } from './sessions.ts';
import type { TokenVerifier } from './token-verifier.ts';

export interface KeyServices {
  config: Config;
  database: Database;
  events: EventLog;
  keys: KeyRing;
  limits: ProjectLimits;
  log: FastifyBaseLogger;
  sessions: Sessions;
  tokens: TokenVerifier | undefined;
}
