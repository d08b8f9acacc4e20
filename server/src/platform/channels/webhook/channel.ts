import { type Static, Type } from 'typebox';
import { invalidField } from '../../../errors.ts';
import { addressPattern } from '../address-pattern.ts';
import { callPlatform, fieldsOf, textOf } from '../call-platform.ts';
import { definePlatform } from '../define-platform.ts';
import { ChannelFailure, WebhookRefusal } from '../failure.ts';
import type { Channel, ChannelHost, Inbound, WebhookRequest } from '../platform.ts';
import {
  headerOf,
  hmacSha256,
  isSame,
  readWebhookBody,
  requireFresh,
  signStandard,
  standardKey,
  standardSecretPattern,
} from '../signatures.ts';

const label = 'The webhook';

const settings = Type.Object(
  {
    type: Type.Literal('webhook'),
    reply_url: Type.String({
      pattern: addressPattern,
      maxLength: 2000,
      description: 'an http or https address: where answers are posted',
      examples: ['https://app.example.com/chat/answers'],
    }),
    secret: Type.String({
      minLength: 24,
      maxLength: 200,
      pattern: standardSecretPattern,
      description: 'Signs both ways (Standard Webhooks); `whsec_` + base64, or any text (write-only)',
      examples: ['whsec_ZXhhbXBsZSBleGFtcGxlIGV4YW1wbGUgZXhhbXBsZQ=='],
    }),
  },
  { additionalProperties: false },
);

/**
 * Signed HTTP in both directions, for systems without a platform here. A repeated answer has the `webhook-id` of the
 * first.
 */
export const webhook = definePlatform({
  type: 'webhook',
  label: 'Webhook',
  settings,
  secrets: ['secret'],
  usesWebhook: () => true,
  addressOf: (_settings, conversation) =>
    conversation.trim() !== '' && isStorable(conversation) ? { conversation, message: null } : undefined,
  open: openWebhook,
});

function openWebhook({ reply_url, secret }: Static<typeof settings>, host: ChannelHost): Channel {
  const key = standardKey(secret);
  return {
    certainty: 'repeatable',
    textLimit: 100_000,
    measure: async ({ text }) => text.length,
    check: async () => ({ id: 'webhook', name: 'webhook' }),
    start: async () => {},
    stop: async () => {},
    async webhook(request, inlet) {
      requireSignature(request, key);
      await inlet.take([readMessage(request)]);
      return { status: 202, body: { taken: true } };
    },
    files: 'all',
    postFile: ({ conversation, message }, { name, mediaType, bytes, caption }, id) => {
      const content = { name, media_type: mediaType, text: caption, data: Buffer.from(bytes).toString('base64') };
      return send({ type: 'file', id, conversation, reply_to: message, ...content });
    },
    post: ({ conversation, message }, { text, citations, buttons }, id) =>
      send({ type: 'message', id, conversation, reply_to: message, text, citations, buttons }),
  };

  async function send(body: { id: string; [field: string]: unknown }): Promise<string> {
    const headers = signStandard(body.id, JSON.stringify(body), secret);
    const call = { label, fetch: host.fetch, url: reply_url, headers, body, ignoresBody: true };
    const { status } = await callPlatform(call);
    if (status === 415) throw new ChannelFailure('refused', `${label} says 415: it takes no files.`);
    if (status >= 300) throw new ChannelFailure('temporary', `${label} says ${status} to an answer.`);
    return body.id;
  }
}

function requireSignature(request: WebhookRequest, key: Buffer): void {
  const id = headerOf(request, 'webhook-id');
  const timestamp = headerOf(request, 'webhook-timestamp');
  const signed = Buffer.concat([Buffer.from(`${id}.${timestamp}.`), request.body]);
  const expected = `v1,${hmacSha256(key, signed).toString('base64')}`;
  const given = headerOf(request, 'webhook-signature').split(' ');
  if (id === '' || !given.some((one) => isSame(one, expected)))
    throw new WebhookRefusal('The headers webhook-id, webhook-timestamp and webhook-signature must sign the body.');
  requireFresh(timestamp);
}

/** Databases replace halves of characters, so that different IDs would become one. */
function isStorable(value: string): boolean {
  return !value.includes('\0') && value.isWellFormed();
}

function requireStorable(pointer: string, value: string): void {
  if (!isStorable(value))
    throw invalidField(pointer, 'must be without the character NUL and without halves of surrogate pairs');
}

function readMessage(request: WebhookRequest): Inbound {
  const { conversation, press, text = press === undefined ? undefined : '', user } = readWebhookBody(request);
  if (typeof conversation !== 'string' || conversation.trim() === '' || conversation.length > 200)
    throw invalidField('/conversation', 'must be a text of 1 to 200 characters, not of spaces alone');
  if (press !== undefined && typeof press !== 'string') throw invalidField('/press', 'must be the ID of a button');
  if (typeof text !== 'string' || (text === '' && press === undefined))
    throw invalidField('/text', 'must be a text and not empty');
  const id = headerOf(request, 'webhook-id');
  if (id.length > 200) throw invalidField('webhook-id', 'must have at most 200 characters');
  const { id: author = conversation, name } = fieldsOf(user);
  if (textOf(author).trim() === '') throw invalidField('/user/id', 'must be a text and not empty');
  const texts = {
    '/conversation': conversation,
    '/text': text,
    '/user/id': textOf(author),
    '/user/name': textOf(name),
  };
  for (const [pointer, value] of Object.entries(texts)) requireStorable(pointer, value);
  return {
    id,
    conversation,
    address: { conversation, message: id },
    order: headerOf(request, 'webhook-timestamp').padStart(16, '0'),
    author: { id: textOf(author), name: textOf(name) },
    place: conversation,
    text,
    isForBot: true,
    ...(press !== undefined && { pressed: press }),
  };
}
