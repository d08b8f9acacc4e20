import { transact } from '../../platform/db/transact.ts';
import type { WebhookServices } from './context.ts';
import { type Outcome, sendDelivery, timeoutMs } from './deliver.ts';
import { claimDue, disable, noteFailing, selectSending, updateDelivery } from './outbox-store.ts';
import { type DeliveryRow, type WebhookRow, webhooks } from './store.ts';

/** Concurrent deliveries of a healthy webhook; a failing one sends one at a time. */
const sideBySide = 5;
const leaseMs = timeoutMs + 5000;
const gone = 410;

type LaneParts = Pick<WebhookServices, 'metrics' | 'tracing' | 'database' | 'events' | 'outgoing' | 'secrets' | 'keys'>;

export interface LaneOptions {
  /** Waits between the attempts of one delivery, in ms; there is one more attempt than waits. */
  delaysMs: readonly number[];
  onError(error: unknown): void;
}

/** Sends the due deliveries of one webhook until none is left. */
export class Lane {
  readonly ended: Promise<void>;
  readonly #parts: LaneParts;
  readonly #options: LaneOptions;
  readonly #signal: AbortSignal;

  constructor(parts: LaneParts, webhook: WebhookRow, options: LaneOptions, signal: AbortSignal) {
    this.#parts = parts;
    this.#options = options;
    this.#signal = signal;
    this.ended = this.#run(webhook).catch(options.onError);
  }

  async #run(first: WebhookRow): Promise<void> {
    let webhook: WebhookRow | undefined = first;
    while (webhook?.enabled === 1 && !this.#signal.aborted) {
      const now = Date.now();
      const due = await claimDue(this.#parts.database, webhook.id, {
        now: new Date(now).toISOString(),
        until: new Date(now + leaseMs).toISOString(),
        limit: webhook.failing_since === null ? sideBySide : 1,
      });
      if (due.length === 0) return;
      await Promise.all(due.map((delivery) => this.#attempt(first, delivery)));
      webhook = await selectSending(this.#parts.database, first.id);
    }
  }

  async #attempt(webhook: WebhookRow, delivery: DeliveryRow): Promise<void> {
    const current = await selectSending(this.#parts.database, webhook.id);
    if (!current) return;
    const attributes = { 'messaging.operation.type': 'send', 'sibyl.webhook.id': webhook.id };
    const send = () => sendDelivery(this.#parts, current, delivery, this.#signal);
    const sending = this.#parts.tracing.within('webhook delivery', { kind: 'producer', attributes }, send);
    const outcome = await sending.catch(async (error) => {
      await updateDelivery(this.#parts.database, delivery.id, { next_attempt_at: new Date().toISOString() });
      if (!this.#signal.aborted) throw error;
    });
    if (outcome) await this.#settle(current, delivery, outcome);
  }

  async #settle(webhook: WebhookRow, delivery: DeliveryRow, outcome: Outcome): Promise<void> {
    this.#parts.metrics.webhookAttempts.inc({ outcome: outcome.delivered ? 'delivered' : 'failed' });
    const now = new Date();
    const attempts = delivery.attempts + 1;
    const delay = this.#options.delaysMs[delivery.attempts];
    const isOver = delay === undefined || outcome.status === gone;
    await updateDelivery(this.#parts.database, delivery.id, {
      status: outcome.delivered ? 'delivered' : isOver ? 'failed' : 'pending',
      attempts,
      next_attempt_at: outcome.delivered || isOver ? null : this.#later(now, delay),
      last_attempt_at: now.toISOString(),
      response_status: outcome.status,
      error: outcome.error,
    });
    await this.#noteOutcome(webhook, outcome, now.toISOString());
    if (!outcome.delivered && isOver) await this.#disableUnlessAlive(webhook, outcome, now);
  }

  /** Adds jitter, so that deliveries that failed together do not return together. */
  #later(now: Date, delay: number): string {
    return new Date(now.getTime() + delay * (0.9 + 0.2 * Math.random())).toISOString();
  }

  async #noteOutcome({ id, failing_since }: WebhookRow, { delivered }: Outcome, now: string): Promise<void> {
    if (delivered && failing_since !== null) await noteFailing(this.#parts.database, id, null);
    if (!delivered && failing_since === null) await noteFailing(this.#parts.database, id, now);
  }

  /**
   * Disables the webhook after a delivery was given up, if nothing got through during all its attempts or the receiver
   * answered that it is gone.
   */
  async #disableUnlessAlive(webhook: WebhookRow, { status, error }: Outcome, now: Date): Promise<void> {
    const tried = this.#options.delaysMs.reduce((sum, delay) => sum + delay, 0);
    const failingMs = now.getTime() - Date.parse(webhook.failing_since ?? now.toISOString());
    if (status !== gone && failingMs < 0.9 * tried) return;
    const reason = status === gone ? 'The receiver answered 410: gone.' : `Nothing got through for a day: ${error}`;
    await transact(this.#parts.database, async (transaction) => {
      if (!(await disable(transaction, webhook.id, reason, now.toISOString()))) return;
      webhooks.emit(this.#parts, transaction, 'disabled', webhook, { reason });
    });
  }
}
