import type { FastifyBaseLogger } from 'fastify';
import type { Caller } from '../../caller.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { ProjectLimits } from '../projects/project-limits.ts';

/** The services that count tokens. */
export interface SpendingServices {
  database: Database;
  keys: KeyRing;
  limits: ProjectLimits;
  log: FastifyBaseLogger;
}

/** The same with whose key the tokens are counted under. */
export interface SpendingContext extends SpendingServices, Pick<Caller, 'actor'> {}
