import { expect, onTestFinished, test } from 'vitest';
import { channelHost } from '../../../test/chat/receiver.ts';
import { send } from '../../../test/chat/telegram-peer.ts';
import { startLoopback } from '../../../test/loopback.ts';
import { findPlatform } from './platforms.ts';

/** Returns the permissions that a bot lacks on a platform with these responses. */
async function lacks(settings: { type: string }, answers: Record<string, object>, webhookUrl?: string) {
  const peer = await startLoopback(({ path }, response) => {
    const found = Object.keys(answers).find((end) => path.includes(end));
    send(response, found ? 200 : 404, found ? answers[found] : {});
  });
  onTestFinished(() => peer.stop());
  const host = channelHost(webhookUrl);
  const channel = findPlatform(settings.type)!.open({ ...settings, api_url: peer.url }, host);
  const found = (await channel.inspect?.(AbortSignal.timeout(5000))) ?? [];
  return found.filter(({ isGranted }) => !isGranted);
}

test('Discord: names the servers in which a permission is missing', async () => {
  const all = (1n << 10n) | (1n << 11n) | (1n << 16n) | (1n << 38n) | (1n << 15n);
  const guilds = [
    { name: 'Shop', permissions: String(all & ~(1n << 11n)) },
    { name: 'Home', permissions: String(1n << 3n) },
  ];
  const bot = { type: 'discord', bot_token: 'T' };
  const found = await lacks(bot, { '/applications/@me': { flags: 1 << 19 }, '/users/@me/guilds': guilds });
  expect(found).toEqual([{ name: 'Send Messages', isGranted: false, isNeeded: true, purpose: 'answer; not in Shop' }]);
});

test('Telegram: names its privacy mode, and a webhook that is not reached', async () => {
  const me = { ok: true, result: { id: 1, can_join_groups: true, can_read_all_group_messages: false } };
  const webhook = { ok: true, result: { last_error_message: 'Connection timed out' } };
  const found = await lacks({ type: 'telegram', bot_token: '1:A', mode: 'webhook' } as never, {
    getMe: me,
    getWebhookInfo: webhook,
  });
  expect(found.map(({ name, isNeeded }) => [name, isNeeded])).toEqual([
    ['privacy mode off', false],
    ['webhook', true],
  ]);
  expect(found[1].purpose).toContain('Connection timed out');
});

test('WhatsApp: names a scope, and another address of the webhook', async () => {
  const bot = { type: 'whatsapp', phone_number_id: '1', access_token: 'E', app_secret: 's', verify_token: 'v' };
  const answers = {
    debug_token: { data: { scopes: ['whatsapp_business_management'] } },
    webhook_configuration: { webhook_configuration: { application: 'https://old.example.com' } },
  };
  const found = await lacks(bot, answers, 'https://sibyl.example.com/webhook');
  expect(found.map(({ name }) => name)).toEqual(['whatsapp_business_messaging', 'webhook']);
  expect(found[1].purpose).toContain('https://old.example.com');
});
