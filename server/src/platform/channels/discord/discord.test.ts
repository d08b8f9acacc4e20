import { expect, onTestFinished, test } from 'vitest';
import { type DiscordPeer, startDiscord } from '../../../../test/chat/discord-peer.ts';
import { eventually } from '../../../../test/service-process.ts';
import { openOutgoing } from '../../outgoing/outgoing.ts';
import type { ChannelFailure } from '../failure.ts';
import type { Inbound } from '../platform.ts';
import { findPlatform } from '../platforms.ts';

async function start(peer: DiscordPeer) {
  const room = {
    webhookUrl: undefined,
    fetch: openOutgoing(['127.0.0.1']).fetcher(),
    openSocket: async (url: string) => new WebSocket(url),
  };
  const channel = findPlatform('discord')!.open(peer.channel, room);
  const taken: Inbound[] = [];
  const failures: ChannelFailure[] = [];
  onTestFinished(async () => {
    await channel.stop();
    await peer.stop();
  });
  await channel.start({
    identity: { id: '42', name: 'helper' },
    take: async (messages) => void taken.push(...messages),
    latest: async () => [],
    fail: (failure) => failures.push(failure),
  });
  return { channel, taken, failures };
}

const texts = (taken: Inbound[]) => taken.map(({ text }) => text);

test('resumes a session that broke off, without a gap', async () => {
  const peer = await startDiscord();
  const { taken, failures } = await start(peer);
  await peer.say({ text: 'before' });
  await eventually(() => expect(texts(taken)).toEqual(['before']));
  peer.closeGateway(4000);
  await peer.say({ text: 'meanwhile' });
  await eventually(() => expect(texts(taken)).toEqual(['before', 'meanwhile']));
  expect(failures).toEqual([]);
});

test('says why it is not let in any more', async () => {
  const peer = await startDiscord();
  const { failures } = await start(peer);
  peer.closeGateway(4014);
  await eventually(() => expect(failures).toHaveLength(1));
  expect(failures[0]).toMatchObject({ kind: 'credentials', message: expect.stringContaining('intents') });
});

test('in servers tells who speaks to the bot from who does not', async () => {
  const peer = await startDiscord();
  const { taken } = await start(peer);
  const of = { guild_id: '5', channel_id: '91', author: { id: '71', username: 'ann' } };
  peer.message({ ...of, id: '1', content: 'among people' });
  peer.message({ ...of, id: '2', content: '<@42> hello', mentions: [{ id: '42' }] });
  peer.message({ ...of, id: '3', content: 'a bot', author: { id: '8', bot: true } });
  await eventually(() => expect(taken).toHaveLength(2));
  expect(taken.map(({ text, isForBot }) => [text, isForBot])).toEqual([
    ['among people', false],
    ['hello', true],
  ]);
});
