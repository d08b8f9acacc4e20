import type { Activity } from 'botframework-schema';
import { fieldsOf, textOf } from '../call-platform.ts';
import { definePlatform } from '../define-platform.ts';
import { downloadFile } from '../download.ts';
import { renderReply } from '../markdown/reply.ts';
import type { Channel, ChannelHost, Reply } from '../platform.ts';
import { inspectAddress } from '../reachable.ts';
import { readWebhookBody } from '../signatures.ts';
import { readActivity } from './activities.ts';
import { cardOf } from './card.ts';
import { TeamsConnector } from './connector.ts';
import { teamsInstaller } from './install.ts';
import { teamsMarkup } from './markup.ts';
import { type TeamsSettings, teamsSettings } from './settings.ts';
import { createVerifier } from './verify.ts';

/**
 * Microsoft Teams by the Bot Framework. It accepts Markdown; answers are edited into a message that was posted first.
 */
export const teams = definePlatform({
  type: 'teams',
  label: 'Teams',
  settings: teamsSettings,
  secrets: ['app_password'],
  usesWebhook: () => true,
  installer: teamsInstaller,
  open: openTeams,
});

function openTeams(settings: TeamsSettings, host: ChannelHost): Channel {
  const connector = new TeamsConnector(settings, host.fetch);
  const verify = createVerifier(settings, host.fetch);
  return {
    certainty: 'reserved',
    textLimit: 27_000, // bytes: Teams accepts 28 kB of text and markup
    measure: lengthOf,
    editEveryMs: () => 2000,
    async check(signal) {
      await connector.signIn(signal);
      return { id: `28:${settings.app_id}`, name: 'Teams' };
    },
    inspect: async () => [inspectAddress(host.webhookUrl)],
    start: async () => {},
    stop: async () => {},
    async webhook(request, inlet) {
      const activity = readWebhookBody(request);
      await verify(request, activity);
      if (settings.tenants === 'installed' && !(await isInstalled(host, activity))) return { status: 200, body: {} };
      const message = readActivity(activity);
      if (message) await inlet.take([message]);
      return { status: 200, body: {} };
    },
    typing: async (address) => void (await connector.send(address, 'POST', '', { type: 'typing' })),
    async post(address, reply) {
      const content = { ...(await contentOf(reply)), replyToId: address.message };
      return connector.send(address, 'POST', textOf(address.message), content);
    },
    download: (_address, { source }, maxBytes, signal) =>
      downloadFile({ label: 'Teams', fetch: host.fetch, url: source, maxBytes, signal }),
    files: 'pictures',
    postFile: (address, { name, mediaType, bytes, caption }) =>
      connector.send(address, 'POST', textOf(address.message), {
        type: 'message',
        text: caption,
        replyToId: textOf(address.message),
        attachments: [
          {
            contentType: mediaType,
            name,
            contentUrl: `data:${mediaType};base64,${Buffer.from(bytes).toString('base64')}`,
          },
        ],
      } satisfies Partial<Activity>),
    edit: async (address, platformId, reply) =>
      void (await connector.send(address, 'PUT', platformId, { ...(await contentOf(reply)), id: platformId })),
  };
}

/** Returns whether the tenant of an activity is installed. The Bot Framework guarantees that the tenant is right. */
async function isInstalled({ installations }: ChannelHost, activity: Record<string, unknown>): Promise<boolean> {
  const tenant = fieldsOf(fieldsOf(activity.channelData).tenant).id ?? fieldsOf(activity.conversation).tenantId;
  return (await installations.find(textOf(tenant).toLowerCase())) !== undefined;
}

async function contentOf(reply: Reply) {
  const { text, card } = await layOut(reply);
  const attachments = card && [{ contentType: 'application/vnd.microsoft.card.adaptive', content: card }];
  return { type: 'message', textFormat: 'markdown', text, attachments } satisfies Partial<Activity>;
}

async function lengthOf(reply: Reply): Promise<number> {
  const { text, card } = await layOut(reply);
  return bytesOf(text) + (card ? bytesOf(JSON.stringify(card)) : 0);
}

/** Puts tables and buttons on a card below the text. */
async function layOut(reply: Reply) {
  const { text, card } = await cardOf(reply);
  return { text: await renderReply({ ...reply, text }, teamsMarkup), card };
}

/** Teams does not document whether it counts UTF-8 or UTF-16. */
function bytesOf(text: string): number {
  return Math.max(Buffer.byteLength(text), text.length * 2);
}
