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
  /** Types of events that it wants; null for all. */
  types: Json | null;
  enabled: number;
  disabled_reason: string | null;
  /** Sealed; so is the one of before, which holds until `former_until`. */
  secret: string;
  former_secret: string | null;
  former_until: string | null;
  /** Number of the last event that was put down to be sent. */
  position: number;
  failing_since: string | null;
}

export type DeliveryStatus = 'pending' | 'delivered' | 'failed';

/** An event that a webhook is to send, or has sent. */
export interface WebhookDeliveryTable {
  id: Fixed<string>;
  webhook_id: Fixed<string>;
  /** Of the event in the project of the webhook. */
  sequence: Fixed<number>;
  event_id: Fixed<string>;
  event_type: Fixed<string>;
  status: DeliveryStatus;
  attempts: number;
  /** When it is to be tried; while it is being tried, when another may. Null unless pending. */
  next_attempt_at: string | null;
  last_attempt_at: Defaulted<string | null>;
  response_status: Defaulted<number | null>;
  error: Defaulted<string | null>;
  created_at: Fixed<string>;
}
