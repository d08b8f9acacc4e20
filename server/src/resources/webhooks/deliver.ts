import { ServiceError } from '../../errors.ts';
import { findEvent } from '../../platform/journal/read.ts';
import { SealBrokenError } from '../../platform/secrets/sealed-box.ts';
import type { WebhookServices } from './context.ts';
import { signatureHeaders } from './sign.ts';
import type { DeliveryRow, WebhookRow } from './store.ts';

export const timeoutMs = 15_000;
const answerBytes = 64 * 1024;

export interface Outcome {
  delivered: boolean;
  /** The receiver's status; null without a response. */
  status: number | null;
  error: string | null;
}

/** Returns the owner name under which a webhook's secrets are sealed. */
export function sealOwner(webhookId: string): string {
  return `webhooks/${webhookId} secret`;
}

/** Sends one event once. Never rejects because of the receiver. */
export async function sendDelivery(
  ctx: Pick<WebhookServices, 'database' | 'outgoing' | 'secrets' | 'keys'>,
  webhook: WebhookRow,
  { sequence }: DeliveryRow,
  signal: AbortSignal,
): Promise<Outcome> {
  const event = await findEvent(ctx.database, webhook.project_id, sequence);
  if (event === undefined) return failed('The event is older than events are kept.');
  const body = JSON.stringify(event);
  const timestamp = Math.floor(Date.now() / 1000);
  try {
    const headers = signatureHeaders({ id: event.id, timestamp, body }, secretsOf(ctx, webhook));
    const send = ctx.outgoing.fetcher({
      reach: ctx.keys.isOpen ? 'loopback' : 'public',
      timeoutMs,
      maxBytes: answerBytes,
      maxRedirects: 0,
    });
    const answer = await send(webhook.url, {
      method: 'POST',
      body,
      redirect: 'manual',
      headers: { ...headers, 'content-type': 'application/json' },
      signal,
    });
    await answer.arrayBuffer().catch(() => {}); // only the status matters
    return answer.ok
      ? { delivered: true, status: answer.status, error: null }
      : { ...failed(`The receiver answered ${answer.status}.`), status: answer.status };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ServiceError) return failed(error.message);
    if (error instanceof SealBrokenError) return failed('Its secret cannot be opened; rotate it.');
    throw error;
  }
}

function failed(error: string): Outcome {
  return { delivered: false, status: null, error };
}

function secretsOf({ secrets }: Pick<WebhookServices, 'secrets'>, webhook: WebhookRow): string[] {
  const { id, secret, former_secret, former_until } = webhook;
  const isFormerValid = former_until !== null && Date.parse(former_until) > Date.now();
  const sealed = former_secret !== null && isFormerValid ? [secret, former_secret] : [secret];
  return sealed.map((one) => secrets.open(one, sealOwner(id)));
}
