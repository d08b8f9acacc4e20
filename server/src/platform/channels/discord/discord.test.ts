import { expect, test, vi } from 'vitest';
import { type DiscordPeer, startDiscord } from '../../../../test/chat/discord-peer.ts';
import { openReceiver } from '../../../../test/chat/receiver.ts';
import { eventually } from '../../../../test/service-process.ts';
import type { Inbound } from '../platform.ts';

async function start(peer: DiscordPeer) {
  const receiver = openReceiver(peer, { id: '42', name: 'helper' });
  await receiver.channel.start(receiver.inlet);
  return receiver;
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

test('hears again after a connection that died without a word', async () => {
  const peer = await startDiscord();
  const { taken, failures } = await start(peer);
  await peer.say({ text: 'before' });
  await eventually(() => expect(texts(taken)).toEqual(['before']));
  peer.fallSilent();
  await peer.say({ text: 'meanwhile' });
  await vi.waitFor(() => expect(texts(taken)).toEqual(['before', 'meanwhile']), { timeout: 10_000 });
  expect(peer.connections).toEqual({ opened: 2, identified: 1 });
  expect(failures).toEqual([]);
});

test('gives up an opening that nobody answers', { timeout: 60_000, tags: 'long' }, async () => {
  const peer = await startDiscord();
  const { taken, failures } = await start(peer);
  peer.answerNoUpgrade();
  peer.fallSilent();
  await vi.waitFor(() => expect(failures).toHaveLength(1), { timeout: 30_000 });
  expect(failures[0].kind).toBe('temporary');
  expect(taken).toEqual([]);
});

test.each([4010, 4012])('does not try again what is hopeless: %i', async (code) => {
  const peer = await startDiscord();
  const { failures } = await start(peer);
  peer.closeGateway(code);
  await vi.waitFor(() => expect(failures).toMatchObject([{ kind: 'credentials' }]), { timeout: 5000 });
  expect(peer.connections.opened).toBe(1);
});

test('begins a new session when its sequence is refused', async () => {
  const peer = await startDiscord();
  const { channel, inlet, failures } = await start(peer);
  peer.closeGateway(4007);
  await vi.waitFor(() => expect(failures).toMatchObject([{ kind: 'temporary' }]), { timeout: 5000 });
  await channel.stop();
  await channel.start(inlet);
  expect(peer.connections).toEqual({ opened: 2, identified: 2 });
});

test('takes nothing behind a message that could not be stored, and all of it when it can', async () => {
  const peer = await startDiscord();
  const receiver = openReceiver(peer, { id: '42', name: 'helper' });
  const { channel, inlet, taken, failures } = receiver;
  let isFull = true;
  const take = async (messages: Inbound[]) => {
    if (isFull && messages.some(({ text }) => text === 'one')) throw new Error('the disk is full');
    taken.push(...messages);
  };
  const latest = async () => [{ conversation: '91', id: '1' }];
  await channel.start({ ...inlet, take, latest });
  await peer.say({ text: 'one' });
  await peer.say({ text: 'two' });
  await vi.waitFor(() => expect(failures).toHaveLength(1), { timeout: 5000 });
  expect(texts(taken)).toEqual([]);
  isFull = false;
  await channel.stop();
  await channel.start({ ...inlet, take, latest });
  await vi.waitFor(() => expect(new Set(texts(taken))).toEqual(new Set(['one', 'two'])), { timeout: 5000 });
});

test('a pin is no new message, and an edit is one with another text', async () => {
  const peer = await startDiscord();
  const { taken } = await start(peer);
  const message = { id: '7', type: 0, channel_id: '91', author: { id: '71' }, content: 'hello', mentions: [] };
  peer.dispatch('MESSAGE_UPDATE', { ...message, pinned: true, edited_timestamp: null });
  peer.dispatch('MESSAGE_UPDATE', { ...message, content: 'hallo', edited_timestamp: '2026-01-01T00:00:00Z' });
  await eventually(() => expect(taken).toHaveLength(1));
  expect(taken).toMatchObject([{ text: 'hallo', isEdit: true }]);
});

test('takes what it missed from the oldest on, and before what is new', async () => {
  const peer = await startDiscord();
  const { channel, inlet, taken } = openReceiver(peer, { id: '42', name: 'helper' });
  const first = await peer.say({ text: 'one' });
  for (const text of ['two', 'three', 'four']) await peer.say({ text });
  const latest = async () => {
    await peer.say({ text: 'five' }); // while it catches up
    return [{ conversation: '91', id: first }];
  };
  await channel.start({ ...inlet, latest });
  await eventually(() => expect(new Set(taken.map(({ text }) => text)).size).toBe(4));
  expect([...new Set(taken.map(({ text }) => text))]).toEqual(['two', 'three', 'four', 'five']);
});

test('takes all that it missed in a busy channel, however many pages', async () => {
  const peer = await startDiscord();
  const { channel, inlet, taken } = openReceiver(peer, { id: '42', name: 'helper' });
  const first = await peer.say({ text: 'one' });
  const missed = Array.from({ length: 320 }, (_, at) => `missed ${at}`);
  for (const text of missed) await peer.say({ text });
  await channel.start({ ...inlet, latest: async () => [{ conversation: '91', id: first }] });
  await peer.say({ text: 'new' });
  await eventually(() => expect(taken.map(({ text }) => text)).toContain('new'));
  expect(taken.map(({ text }) => text)).toEqual([...missed, 'new']);
});
