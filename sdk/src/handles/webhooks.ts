import type { List } from '../list.ts';
import type { Operations } from '../operations.ts';
import type { Body, CallOptions, Query, Webhook } from '../types.ts';

/** Addresses that receive the events of a project. */
export class Webhooks {
  readonly #sibyl: Operations;
  readonly #path: { projectName: string };

  constructor(sibyl: Operations, projectName: string) {
    this.#sibyl = sibyl;
    this.#path = { projectName };
  }

  list(query?: Query<'listWebhooks'>, options?: CallOptions): List<Webhook> {
    return this.#sibyl.list('listWebhooks', { path: this.#path, query: query ?? {}, ...options });
  }

  /** The response contains the secret of its signatures, only this once. */
  create(body: Body<'createWebhook'>, options?: CallOptions) {
    return this.#sibyl.call('createWebhook', { path: this.#path, body, ...options });
  }
}

/** One webhook. */
export class WebhookHandle {
  readonly #sibyl: Operations;
  readonly #path: { projectName: string; webhookName: string };
  readonly name: string;

  constructor(sibyl: Operations, projectName: string, webhookName: string) {
    this.#sibyl = sibyl;
    this.#path = { projectName, webhookName };
    this.name = webhookName;
  }

  get(options?: CallOptions): Promise<Webhook> {
    return this.#sibyl.call('getWebhook', { path: this.#path, ...options });
  }

  update(body: Body<'updateWebhook'>, options?: CallOptions): Promise<Webhook> {
    return this.#sibyl.call('updateWebhook', { path: this.#path, body, ...options });
  }

  delete(options?: CallOptions) {
    return this.#sibyl.call('deleteWebhook', { path: this.#path, ...options });
  }

  /** Gives the webhook a new secret; the old one also signs for the time in the body. */
  rotate(body: Body<'rotateWebhook'> = {}, options?: CallOptions) {
    return this.#sibyl.call('rotateWebhook', { path: this.#path, body, ...options });
  }

  deliveries(query?: Query<'listDeliveries'>, options?: CallOptions) {
    return this.#sibyl.list('listDeliveries', { path: this.#path, query: query ?? {}, ...options });
  }

  /** Sends a delivery again. */
  replay(deliveryId: string, options?: CallOptions) {
    return this.#sibyl.call('replayDelivery', { path: { ...this.#path, deliveryId }, ...options });
  }
}
