import { createHmac, randomBytes } from 'node:crypto';

const prefix = 'whsec_';

export function newWebhookSecret(): string {
  return prefix + randomBytes(32).toString('base64');
}

interface Message {
  id: string;
  /** Seconds since 1970. */
  timestamp: number;
  body: string;
}

/**
 * Returns the headers of Standard Webhooks 1.0 (https://www.standardwebhooks.com), with one signature per valid secret.
 */
export function signatureHeaders({ id, timestamp, body }: Message, secrets: string[]): Record<string, string> {
  return {
    'webhook-id': id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': secrets.map((secret) => sign(`${id}.${timestamp}.${body}`, secret)).join(' '),
  };
}

function sign(content: string, secret: string): string {
  const key = Buffer.from(secret.slice(prefix.length), 'base64');
  return `v1,${createHmac('sha256', key).update(content).digest('base64')}`;
}
