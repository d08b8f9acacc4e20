import { expect, onTestFinished, test } from 'vitest';
import { startSlack } from '../../../../test/chat/slack-peer.ts';
import { eventually } from '../../../../test/service-process.ts';
import { openOutgoing } from '../../outgoing/outgoing.ts';
import type { ChannelFailure } from '../failure.ts';
import type { Inbound } from '../platform.ts';
import { findPlatform } from '../platforms.ts';

async function start() {
  const peer = await startSlack({ mode: 'socket' });
  const room = {
    webhookUrl: undefined,
    fetch: openOutgoing(['127.0.0.1']).fetcher(),
    openSocket: async (url: string) => new WebSocket(url),
  };
  const channel = findPlatform('slack')!.open(peer.channel, room);
  const taken: Inbound[] = [];
  const failures: ChannelFailure[] = [];
  onTestFinished(async () => {
    await channel.stop();
    await peer.stop();
  });
  await channel.start({
    identity: { id: 'UBOT', name: 'helper' },
    take: async (messages) => void taken.push(...messages),
    latest: async () => [],
    fail: (failure) => failures.push(failure),
  });
  return { peer, channel, taken, failures };
}

test('answers a mention in a channel in a thread below it', async () => {
  const { peer, taken } = await start();
  const said = { channel: 'C1', user: 'U1', ts: '1700000000.000001' };
  await peer.event({ ...said, type: 'app_mention', text: '<@UBOT> what is <https://a.b|this> &amp; that?' });
  await peer.event({ ...said, type: 'message', channel_type: 'channel', text: 'not for it', ts: '1700000000.000002' });
  await peer.event({ ...said, type: 'message', subtype: 'channel_join', text: 'joined' });
  await eventually(() => expect(taken).toHaveLength(2));
  const address = { channel: 'C1', thread: said.ts };
  expect(taken[0]).toMatchObject({ text: 'what is this (https://a.b) & that?', address, isForBot: true });
  expect(taken[1]).toMatchObject({ isForBot: false });
});

test('follows Slack to a new socket, without a gap', async () => {
  const { peer, taken, failures } = await start();
  peer.renewSocket();
  await peer.say({ text: 'meanwhile' });
  await eventually(() => expect(taken.map(({ text }) => text)).toEqual(['meanwhile']));
  expect(failures).toEqual([]);
});
