import { textOf } from '../call-platform.ts';
import { definePlatform } from '../define-platform.ts';
import type { Channel, ChannelHost, Reply } from '../platform.ts';
import { readWebhookBody } from '../signatures.ts';
import { withSources } from '../sources.ts';
import { readActivity } from './activities.ts';
import { TeamsConnector } from './connector.ts';
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
    textLimit: 8000, // Teams takes 28 kB of text and markup
    editEveryMs: 2000,
    async check(signal) {
      await connector.signIn(signal);
      return { id: `28:${settings.app_id}`, name: 'Teams' };
    },
    start: async () => {},
    stop: async () => {},
    async webhook(request, inlet) {
      const activity = readWebhookBody(request);
      await verify(request, textOf(activity.serviceUrl));
      const message = readActivity(activity);
      if (message) await inlet.take([message]);
      return { status: 200, body: {} };
    },
    typing: async (address) => void (await connector.send(address, 'POST', '', { type: 'typing' })),
    post: (address, reply) =>
      connector.send(address, 'POST', textOf(address.message), { ...contentOf(reply), replyToId: address.message }),
    edit: async (address, platformId, reply) =>
      void (await connector.send(address, 'PUT', platformId, { ...contentOf(reply), id: platformId })),
  };
}

function contentOf(reply: Reply): object {
  return { type: 'message', textFormat: 'markdown', text: withSources(reply) };
}
