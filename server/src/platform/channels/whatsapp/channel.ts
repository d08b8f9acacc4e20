import { fieldsOf, fileBlob, textOf } from '../call-platform.ts';
import { definePlatform } from '../define-platform.ts';
import { downloadFile } from '../download.ts';
import { WebhookRefusal } from '../failure.ts';
import { renderReply } from '../markdown/reply.ts';
import type { Channel, ChannelHost, OutgoingFile, ReplyAddress, WebhookAnswer, WebhookRequest } from '../platform.ts';
import { headerOf, hmacSha256, isSame, readWebhookBody } from '../signatures.ts';
import { graphOf, openWhatsappApi } from './api.ts';
import { interactiveOf } from './buttons.ts';
import { whatsappMarkup } from './markup.ts';
import { readNotification } from './messages.ts';
import { inspectWhatsapp } from './permissions.ts';
import { type WhatsappSettings, whatsappSettings } from './settings.ts';

const messaging_product = 'whatsapp';
const longestCaption = 1024;
const commands = [
  { command_name: 'help', command_description: 'What I can do' },
  { command_name: 'new', command_description: 'Forget what we said' },
  { command_name: 'sources', command_description: 'What my last answer rests on' },
];

/**
 * WhatsApp by Meta's Cloud API. Sent messages have no ID of ours, and cannot be edited or searched, so an interrupted
 * one may repeat.
 */
export const whatsapp = definePlatform({
  type: 'whatsapp',
  label: 'WhatsApp',
  settings: whatsappSettings,
  secrets: ['access_token', 'app_secret', 'verify_token'],
  usesWebhook: () => true,
  open: openWhatsapp,
});

function openWhatsapp(settings: WhatsappSettings, host: ChannelHost): Channel {
  const call = openWhatsappApi(settings, host.fetch);
  return {
    certainty: 'repeated',
    textLimit: 4096,
    measure: async (reply) => (await renderReply(reply, whatsappMarkup)).length,
    async check(signal) {
      const { verified_name } = await call('?fields=verified_name', undefined, signal);
      return { id: settings.phone_number_id, name: textOf(verified_name) };
    },
    inspect: (signal) => inspectWhatsapp(settings, call, host.webhookUrl, signal),
    async start() {
      await call('/conversational_automation', { commands }).catch(() => {}); // optional, because commands can also be typed
    },
    stop: async () => {},
    async webhook(request, inlet) {
      if (request.method === 'GET') return proveAddress(request, settings.verify_token);
      requireSignature(request, settings.app_secret);
      const messages = readNotification(readWebhookBody(request), settings.phone_number_id);
      if (messages.length > 0) await inlet.take(messages);
      return { status: 200, body: {} };
    },
    async typing({ message }) {
      const typing_indicator = { type: 'text' };
      await call('/messages', { messaging_product, status: 'read', message_id: message, typing_indicator });
    },
    async post(address, reply) {
      const body = await renderReply(reply, whatsappMarkup);
      const content = interactiveOf(body, reply.buttons ?? []) ?? { type: 'text', text: { body, preview_url: false } };
      return idOf(await call('/messages', { messaging_product, ...recipientOf(address), ...content }));
    },
    async download(_address, { source }, maxBytes, signal) {
      const { url } = await call(`//${encodeURIComponent(source)}`, undefined, signal);
      const hosts = ['fbsbx.com', 'facebook.com', 'whatsapp.net', new URL(graphOf(settings)).host];
      const token = { value: settings.access_token, hosts };
      return downloadFile({ label: 'WhatsApp', fetch: host.fetch, url: textOf(url), maxBytes, signal, token });
    },
    files: 'all',
    async postFile(address, file) {
      const isPicture = file.mediaType === 'image/png';
      const { id } = await call('/media', mediaOf(file));
      const caption = file.caption.slice(0, longestCaption);
      const content = isPicture
        ? { type: 'image', image: { id: textOf(id), caption } }
        : { type: 'document', document: { id: textOf(id), caption, filename: file.name } };
      return idOf(await call('/messages', { messaging_product, ...recipientOf(address), ...content }));
    },
  };
}

function idOf({ messages }: Record<string, unknown>): string {
  return Array.isArray(messages) ? textOf(fieldsOf(messages[0]).id) : '';
}

/** WhatsApp accepts plain text but not the type CSV. */
function mediaOf(file: OutgoingFile): FormData {
  const mediaType = file.mediaType === 'image/png' ? file.mediaType : 'text/plain';
  const form = new FormData();
  form.append('messaging_product', messaging_product);
  form.append('type', mediaType);
  form.append('file', fileBlob({ ...file, mediaType }), file.name);
  return form;
}

function recipientOf({ group, to, recipient }: ReplyAddress): object {
  if (group !== undefined) return { recipient_type: 'group', to: group };
  return { recipient_type: 'individual', ...(to === undefined ? { recipient } : { to }) };
}

/**
 * Answers the check that Meta makes once, when the webhook is set up
 * (https://developers.facebook.com/docs/graph-api/webhooks/getting-started).
 */
function proveAddress({ query }: WebhookRequest, verifyToken: string): WebhookAnswer {
  if (query['hub.mode'] !== 'subscribe' || !isSame(textOf(query['hub.verify_token']), verifyToken))
    throw new WebhookRefusal('The verify token is wrong.');
  return { status: 200, body: textOf(query['hub.challenge']) };
}

function requireSignature(request: WebhookRequest, appSecret: string): void {
  const expected = `sha256=${hmacSha256(appSecret, request.body).toString('hex')}`;
  if (!isSame(headerOf(request, 'x-hub-signature-256'), expected))
    throw new WebhookRefusal('The signature of Meta is missing or wrong.');
}
