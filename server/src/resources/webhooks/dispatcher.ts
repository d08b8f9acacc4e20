import { setTimeout as pause } from 'node:timers/promises';
import { newId } from '../../ids.ts';
import { transact } from '../../platform/db/transact.ts';
import { lastSequenceOf, readEventsAfter } from '../../platform/journal/read.ts';
import type { EventRecord } from '../../platform/journal/record.ts';
import { runDetached } from '../../platform/telemetry/scope.ts';
import type { WebhookServices } from './context.ts';
import { Lane, type LaneOptions } from './lane.ts';
import { advance, selectDueWebhooks, selectLagging } from './outbox-store.ts';
import { insertDeliveries, type WebhookRow } from './store.ts';

const lookEveryMs = 1000;
/** Commits within this time share a look: thousands of events a second must not ask thousands of times. */
const restMs = 10;
const deliveriesAtOnce = 2000;
const webhooksAtOnce = 1000;

type DispatcherParts = Pick<
  WebhookServices,
  'metrics' | 'tracing' | 'database' | 'events' | 'outgoing' | 'secrets' | 'keys'
>;

interface DispatcherOptions extends Partial<Pick<LaneOptions, 'delaysMs'>> {
  /** Whether this node sends: exactly one node of an installation does. Default: always. */
  maySend?(): boolean;
  onError(error: unknown): void;
}

/**
 * Follows the events of all projects with webhooks and sends them. Deliveries are stored before the webhook's position
 * advances, so a crash loses nothing. Each webhook sends independently, so a slow one delays no other.
 */
export class WebhookDispatcher {
  readonly #parts: DispatcherParts;
  readonly #options: LaneOptions;
  readonly #maySend: () => boolean;
  readonly #lanes = new Map<string, Lane>();
  readonly #stopped = new AbortController();
  readonly #timer: NodeJS.Timeout;
  readonly #stopListening: () => void;
  #isLooking = false;
  #lookAgain = false;
  #looking: Promise<void> = Promise.resolve();

  constructor(
    parts: DispatcherParts,
    { delaysMs = defaultDelaysMs, maySend = () => true, onError }: DispatcherOptions,
  ) {
    this.#parts = parts;
    this.#maySend = maySend;
    this.#options = { delaysMs, onError };
    this.#stopListening = parts.events.listen(() => this.wake());
    this.#timer = setInterval(() => this.wake(), lookEveryMs).unref();
  }

  /** Checks for events and due deliveries now. */
  wake(): void {
    this.#lookAgain = true;
    if (!this.#isLooking && !this.#stopped.signal.aborted) this.#looking = runDetached(() => this.#look());
  }

  /** Stops sending; unfinished deliveries are sent again at the next start. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    this.#stopListening();
    this.#stopped.abort();
    await this.#looking;
    await Promise.all([...this.#lanes.values()].map((lane) => lane.ended));
  }

  async #look(): Promise<void> {
    this.#isLooking = true;
    try {
      while (this.#lookAgain && this.#maySend() && !this.#stopped.signal.aborted) {
        this.#lookAgain = false;
        await this.#takeEvents();
        for (const webhook of await selectDueWebhooks(this.#parts.database, new Date().toISOString()))
          this.#send(webhook);
        await pause(restMs);
      }
    } catch (error) {
      this.#options.onError(error); // the timer retries
    } finally {
      this.#isLooking = false;
    }
  }

  async #takeEvents(): Promise<void> {
    const lagging = await selectLagging(this.#parts.database, webhooksAtOnce);
    for (const webhooks of groupByEvents(lagging)) await takeOver(this.#parts, webhooks);
    if (lagging.length > 0) this.#lookAgain = true;
  }

  #send(webhook: WebhookRow): void {
    if (this.#lanes.has(webhook.id)) return;
    const lane = new Lane(this.#parts, webhook, this.#options, this.#stopped.signal);
    this.#lanes.set(webhook.id, lane);
    lane.ended.then(() => this.#lanes.delete(webhook.id));
  }
}

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;

/** Waits between attempts, one day in total: a receiver that returns within it misses nothing. */
const defaultDelaysMs = [
  5 * second,
  30 * second,
  2 * minute,
  10 * minute,
  30 * minute,
  hour,
  2 * hour,
  4 * hour,
  6 * hour,
  10 * hour,
];

/** Groups webhooks that read the same events next, the smallest group first: many webhooks of a project delay no other. */
function groupByEvents(webhooks: WebhookRow[]): WebhookRow[][] {
  const groups = Map.groupBy(webhooks, ({ project_id, position }) => `${project_id} ${position}`);
  return [...groups.values()].toSorted((one, other) => one.length - other.length);
}

/** Stores the next deliveries of webhooks at one position and advances them, in one transaction. */
async function takeOver({ database }: DispatcherParts, webhooks: WebhookRow[]): Promise<void> {
  const [{ project_id, position: from }] = webhooks;
  const limit = Math.ceil(deliveriesAtOnce / webhooks.length);
  const events = await readEventsAfter(database, project_id, from, limit);
  // Without events although the stream advanced, they were older than the retention time.
  const position = events.at(-1)?.sequence ?? (await lastSequenceOf(database, project_id));
  await transact(database, async (transaction) => {
    const advanced = await advance(transaction, webhooks, position);
    const deliveries = webhooks
      .filter(({ id }) => advanced.has(id))
      .flatMap((webhook) => events.filter(isWantedBy(webhook)).map((event) => deliveryOf(webhook, event)));
    if (deliveries.length > 0) await insertDeliveries(transaction, deliveries);
  });
}

function isWantedBy({ types }: WebhookRow): (event: EventRecord) => boolean {
  if (types === null) return () => true;
  const words: string[] = JSON.parse(types);
  return ({ type }) => words.some((word) => (word.endsWith('.*') ? type.startsWith(word.slice(0, -1)) : type === word));
}

function deliveryOf(webhook: WebhookRow, event: EventRecord) {
  const now = new Date().toISOString();
  return {
    id: newId('dlv'),
    webhook_id: webhook.id,
    sequence: event.sequence,
    event_id: event.id,
    event_type: event.type,
    status: 'pending' as const,
    attempts: 0,
    next_attempt_at: now,
    created_at: now,
  };
}
