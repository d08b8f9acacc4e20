import { textOf } from '../call-platform.ts';
import { WebhookRefusal } from '../failure.ts';
import type { WebhookRequest } from '../platform.ts';
import { headerOf, hmacSha256, isSame, readWebhookBody, requireFresh } from '../signatures.ts';

/** https://api.slack.com/authentication/verifying-requests-from-slack */
export function requireSignature(request: WebhookRequest, secret: string | undefined): void {
  const time = headerOf(request, 'x-slack-request-timestamp');
  const signed = Buffer.concat([Buffer.from(`v0:${time}:`), request.body]);
  const expected = secret && `v0=${hmacSha256(secret, signed).toString('hex')}`;
  if (!expected || !isSame(headerOf(request, 'x-slack-signature'), expected))
    throw new WebhookRefusal('The signature of Slack is missing or wrong.');
  requireFresh(time);
}

/** Events arrive as JSON, commands as a form, buttons as JSON in a form. */
export function readPayload(request: WebhookRequest): Record<string, unknown> {
  if (!headerOf(request, 'content-type').startsWith('application/x-www-form-urlencoded'))
    return readWebhookBody(request);
  const form = Object.fromEntries(new URLSearchParams(request.body.toString('utf8')));
  if (form.payload === undefined) return form;
  return readWebhookBody({ ...request, body: Buffer.from(textOf(form.payload)) });
}
