import type { Caller } from '../../caller.ts';
import type { Config } from '../../config.ts';
import type { Database } from '../../platform/db/schema.ts';
import type { EventLog } from '../../platform/journal/event-log.ts';
import type { Outgoing } from '../../platform/outgoing/outgoing.ts';
import type { SealedBox } from '../../platform/secrets/sealed-box.ts';
import type { Metrics } from '../../platform/telemetry/metrics.ts';
import type { Tracing } from '../../platform/telemetry/tracing.ts';
import type { KeyRing } from '../keys/key-ring.ts';
import type { ProjectLimits } from '../projects/project-limits.ts';

/** The services that webhooks may use. */
export interface WebhookServices {
  config: Config;
  database: Database;
  events: EventLog;
  keys: KeyRing;
  limits: ProjectLimits;
  metrics: Metrics;
  outgoing: Outgoing;
  /** Encrypts users' secrets, such as API keys of providers and passwords of databases. */
  secrets: SealedBox;
  tracing: Tracing;
  /** Sends the webhooks; `wake` makes it check for events and due deliveries now. */
  webhooks: { wake(): void };
}

/** The same services with the caller. */
export interface WebhookContext extends WebhookServices, Caller {}
