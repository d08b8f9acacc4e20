import { expect, onTestFinished, test, vi } from 'vitest';
import { describeChannel } from '../../test/chat/channel-contract.ts';
import { startDiscord } from '../../test/chat/discord-peer.ts';
import { startSlack } from '../../test/chat/slack-peer.ts';
import { startTeams } from '../../test/chat/teams-peer.ts';
import { startTelegram } from '../../test/chat/telegram-peer.ts';
import { startWebhookPeer } from '../../test/chat/webhook-peer.ts';
import { startWhatsapp } from '../../test/chat/whatsapp-peer.ts';
import type { Inbound } from './platform.ts';
import { findPlatform } from './platforms.ts';

describeChannel('Telegram, polling', () => startTelegram(), { webhook: false, knowsToken: true });
describeChannel('Telegram, by webhook', () => startTelegram({ mode: 'webhook' }), { webhook: true, knowsToken: true });
describeChannel('Slack, by webhook', () => startSlack(), { webhook: true, knowsToken: true });
describeChannel('Slack, by socket', () => startSlack({ mode: 'socket' }), { webhook: false, knowsToken: true });
describeChannel('signed HTTP', () => startWebhookPeer(), { webhook: true, knowsToken: false });
describeChannel('WhatsApp', () => startWhatsapp(), { webhook: true, knowsToken: true });
describeChannel('Teams', () => startTeams(), { webhook: true, knowsToken: true });
describeChannel('Discord', () => startDiscord(), { webhook: false, knowsToken: true });

test.each([startSlack, startWebhookPeer])(
  'refuse a request that was signed more than five minutes ago: %o',
  async (startPeer) => {
    const peer = await startPeer();
    onTestFinished(() => peer.stop());
    const room = { webhookUrl: undefined, fetch, openSocket: async (url: string) => new WebSocket(url) };
    const channel = findPlatform(peer.channel.type)!.open(peer.channel, room);
    const identity = { id: 'UBOT', name: 'helper' };
    const taken: Inbound[] = [];
    const inlet = {
      identity,
      take: async (messages: Inbound[]) => void taken.push(...messages),
      latest: async () => [],
      fail: () => {},
    };
    vi.useFakeTimers({ toFake: ['Date'] });
    onTestFinished(() => void vi.useRealTimers());
    peer.carry(async (request) => {
      vi.setSystemTime(Date.now() + 301_000);
      return channel.webhook!(request, inlet);
    });
    await expect(peer.say({ text: 'replayed' })).rejects.toMatchObject({ status: 401 });
    expect(taken).toEqual([]);
  },
);
