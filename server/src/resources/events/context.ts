import type { Caller } from '../../caller.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { EventFeed } from '../../platform/journal/feed.ts';
import type { LimitHits } from '../../platform/journal/limit-hits.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { Sessions } from '../keys/sessions.ts';
import type { TokenVerifier } from '../keys/token-verifier.ts';
import type { ProjectLimits } from '../projects/project-limits.ts';

export interface EventServices {
  config: Config;
  database: Database;
  feed: EventFeed;
  keys: KeyRing;
  limitHits: LimitHits;
  limits: ProjectLimits;
  sessions: Sessions;
  tokens: TokenVerifier | undefined;
}

export interface EventContext extends EventServices, Caller {}
