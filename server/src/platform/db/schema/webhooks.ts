import type { Json } from '../json.ts';
import type { Defaulted, Fixed, RecordTable } from './record.ts';

export interface WebhookSchema {
  webhooks: WebhookTable;
  webhook_deliveries: WebhookDeliveryTable;
}

export interface WebhookTable extends RecordTable {
  project_id: Fixed<string>;
  /** Unique in its project. */
  name: string;
  url: string;
  /** Subscribed event types; null for all. */
  types: Json | null;
  enabled: number;
  disabled_reason: string | null;
  /** Sealed, like the former secret, which is valid until `former_until`. */
  secret: string;
  former_secret: string | null;
  former_until: string | null;
  /** Number of the last event that was queued for delivery. */
  position: number;
  failing_since: string | null;
}

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** The delivery of one event to one webhook. */
export interface WebhookDeliveryTable {
  id: Fixed<string>;
  webhook_id: Fixed<string>;
  /** Number of the event in the project's stream. */
  sequence: Fixed<number>;
  event_id: Fixed<string>;
  event_type: Fixed<string>;
  status: DeliveryStatus;
  attempts: number;
  /** Time of the next attempt; during one, the time after which another may start. Null unless pending. */
  next_attempt_at: string | null;
  last_attempt_at: Defaulted<string | null>;
  response_status: Defaulted<number | null>;
  error: Defaulted<string | null>;
  created_at: Fixed<string>;
}
