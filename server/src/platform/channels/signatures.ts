import { createHmac, timingSafeEqual } from 'node:crypto';
import { invalidField } from '../../errors.ts';
import { WebhookRefusal } from './failure.ts';
import type { WebhookRequest } from './platform.ts';

const freshForSeconds = 300;

export function hmacSha256(secret: string | Buffer, content: string | Buffer): Buffer {
  return createHmac('sha256', secret).update(content).digest();
}

/** Compares in constant time. */
export function isSame(one: string | Buffer, other: string | Buffer): boolean {
  // Hashed first, because the comparison needs equal lengths, and lengths must not be revealed.
  return timingSafeEqual(hmacSha256('compare', Buffer.from(one)), hmacSha256('compare', Buffer.from(other)));
}

export function headerOf({ headers }: WebhookRequest, name: string): string {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
}

/**
 * Refuses a signed time more than five minutes from now.
 * @param seconds since 1970, as text
 */
export function requireFresh(seconds: string): void {
  const age = Math.abs(Date.now() / 1000 - Number(seconds || Number.NaN));
  if (!(age <= freshForSeconds))
    throw new WebhookRefusal(`The signed time must be within ${freshForSeconds} seconds of now.`);
}

/** Returns the body as a JSON object. Call it after the check of the signature. */
export function readWebhookBody({ body }: WebhookRequest): Record<string, unknown> {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Reported like JSON that is not an object.
  }
  throw invalidField('', 'must be a JSON object');
}

/** What is no base64 would be decoded to an empty key, with which anybody can sign. */
export const standardSecretPattern = '^(?:(?!whsec_)|whsec_[A-Za-z0-9+/_-]{18,}={0,2}$)';

/** Returns the key of a Standard Webhooks secret: `whsec_` and base64, or any other text unchanged. */
export function standardKey(secret: string): Buffer {
  return secret.startsWith('whsec_') ? Buffer.from(secret.slice('whsec_'.length), 'base64') : Buffer.from(secret);
}

/**
 * Returns the headers that sign a body by Standard Webhooks (https://www.standardwebhooks.com): `id.timestamp.body`
 * under HMAC-SHA256.
 */
export function signStandard(id: string, body: string, secret: string): Record<string, string> {
  const timestamp = String(Math.floor(Date.now() / 1000));
  const signature = hmacSha256(standardKey(secret), `${id}.${timestamp}.${body}`).toString('base64');
  return { 'webhook-id': id, 'webhook-timestamp': timestamp, 'webhook-signature': `v1,${signature}` };
}
