import type { Activity } from 'botframework-schema';
import { textOf } from '../call-platform.ts';
import { definePlatform } from '../define-platform.ts';
import { renderReply } from '../markdown/reply.ts';
import type { Channel, ChannelHost, Reply } from '../platform.ts';
import { readWebhookBody } from '../signatures.ts';
import { readActivity } from './activities.ts';
import { TeamsConnector } from './connector.ts';
import { teamsMarkup } from './markup.ts';
import { type TeamsSettings, teamsSettings } from './settings.ts';
import { createVerifier } from './verify.ts';

/** Microsoft Teams by the Bot Framework. It reads Markdown; answers are edited into a placeholder that was posted first. */
export const teams = definePlatform({
  type: 'teams',
  label: 'Teams',
  settings: teamsSettings,
  secrets: ['app_password'],
  usesWebhook: () => true,
  open: openTeams,
});

function openTeams(settings: TeamsSettings, room: ChannelHost): Channel {
  const connector = new TeamsConnector(settings, room.fetch);
  const verify = createVerifier(settings, room.fetch);
  return {
    certainty: 'reserved',
    textLimit: 27_000, // bytes: Teams takes 28 kB of text and markup
    measure: async (reply) => bytesOf(await renderReply(reply, teamsMarkup)),
    editEveryMs: () => 2000,
    async check(signal) {
      await connector.signIn(signal);
      return { id: `28:${settings.app_id}`, name: 'Teams' };
    },
    start: async () => {},
    stop: async () => {},
    async webhook(request, inlet) {
      const activity = readWebhookBody(request);
      await verify(request, activity);
      const message = readActivity(activity);
      if (message) await inlet.take([message]);
      return { status: 200, body: {} };
    },
    typing: async (address) => void (await connector.send(address, 'POST', '', { type: 'typing' })),
    async post(address, reply) {
      const content = { ...(await contentOf(reply)), replyToId: address.message };
      return connector.send(address, 'POST', textOf(address.message), content);
    },
    edit: async (address, platformId, reply) =>
      void (await connector.send(address, 'PUT', platformId, { ...(await contentOf(reply)), id: platformId })),
  };
}

async function contentOf(reply: Reply) {
  const text = await renderReply(reply, teamsMarkup);
  return { type: 'message', textFormat: 'markdown', text } satisfies Partial<Activity>;
}

/** Whether Teams counts in UTF-8 or UTF-16 it does not say. */
function bytesOf(text: string): number {
  return Math.max(Buffer.byteLength(text), text.length * 2);
}
