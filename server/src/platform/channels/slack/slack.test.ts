import { setTimeout as wait } from 'node:timers/promises';
import type { AppMentionEvent } from '@slack/types';
import { expect, onTestFinished, test, vi } from 'vitest';
import { openReceiver } from '../../../../test/chat/receiver.ts';
import { startSlack } from '../../../../test/chat/slack-peer.ts';
import { eventually } from '../../../../test/service-process.ts';
import type { Inbound } from '../platform.ts';

async function start() {
  const peer = await startSlack({ mode: 'socket' });
  const receiver = openReceiver(peer, { id: 'UBOT', name: 'helper' });
  await receiver.channel.start(receiver.inlet);
  return { ...receiver, peer };
}

test('answers a mention in a channel in a thread below it', async () => {
  const { peer, taken } = await start();
  const mention = { channel: 'C1', user: 'U1', ts: '1700000000.000001' };
  const text = '<@UBOT> what is <https://a.b|this> &amp; that?';
  await peer.event({ ...mention, type: 'app_mention', text } satisfies Partial<AppMentionEvent>);
  await peer.event({
    ...mention,
    type: 'message',
    channel_type: 'channel',
    text: 'not for it',
    ts: '1700000000.000002',
  });
  await peer.event({ ...mention, type: 'message', subtype: 'channel_join', text: 'joined' });
  await eventually(() => expect(taken).toHaveLength(2));
  const address = { channel: 'C1', thread: mention.ts };
  expect(taken[0]).toMatchObject({ text: 'what is this (https://a.b) & that?', address, isForBot: true });
  expect(taken[1]).toMatchObject({ isForBot: false });
});

test('follows Slack to a new socket, without a gap', async () => {
  const { peer, taken, failures } = await start();
  peer.renewSocket();
  await peer.say({ text: 'meanwhile' });
  // An event that was not acknowledged in time arrives again under its ID.
  await eventually(() => expect(new Set(taken.map(({ text }) => text))).toEqual(new Set(['meanwhile'])));
  expect(failures).toEqual([]);
});

test('stores the events of a socket one after another, and none behind one that could not be stored', async () => {
  const peer = await startSlack({ mode: 'socket' });
  const { channel, inlet, taken, failures } = openReceiver(peer, { id: 'UBOT', name: 'helper' });
  const begun: string[] = [];
  let isFull = true;
  const take = async (messages: Inbound[]) => {
    const [{ text }] = messages;
    begun.push(text);
    if (text === 'one') await wait(50);
    if (text === 'two' && isFull) throw new Error('the disk is full');
    taken.push(...messages);
  };
  await channel.start({ ...inlet, take });
  for (const text of ['one', 'two', 'three']) await peer.say({ text });
  await eventually(() => expect(failures).toHaveLength(1));
  expect(begun).toEqual(['one', 'two']);
  isFull = false;
  await channel.stop();
  await channel.start({ ...inlet, take });
  await eventually(() => expect(taken.map(({ text }) => text)).toEqual(['one', 'two', 'three']));
});

test('hears again after a socket that died without a word', async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval', 'Date'] });
  onTestFinished(() => void vi.useRealTimers());
  const { peer, taken, failures } = await start();
  peer.fallSilent();
  await peer.say({ text: 'meanwhile' });
  vi.advanceTimersByTime(40_000);
  await vi.waitFor(() => expect(taken.map(({ text }) => text)).toEqual(['meanwhile']), { timeout: 10_000 });
  expect(failures).toEqual([]);
});

test('waits for no farewell when Slack has said that the socket ends', async () => {
  const { peer, taken } = await start();
  peer.renewSocket();
  peer.fallSilent();
  await peer.say({ text: 'meanwhile' });
  await vi.waitFor(() => expect(taken.map(({ text }) => text)).toEqual(['meanwhile']), { timeout: 5000 });
});

test('takes commands and buttons, and says yes to a check of its certificate', async () => {
  const peer = await startSlack();
  const { taken } = openReceiver(peer, { id: 'UBOT', name: 'helper' });
  await peer.form({ ssl_check: '1', token: 'x' });
  const asked = { channel_id: 'C1', user_id: 'U1' };
  await peer.form({ ...asked, command: '/ask', text: 'how many hats?', trigger_id: '1.1' });
  await peer.form({ ...asked, command: '/new', text: '', trigger_id: '1.2' });
  const pressed = { type: 'block_actions', user: { id: 'U1' }, channel: { id: 'C1' }, message: { ts: '5.6' } };
  const actions = [{ action_id: 'sibyl_button_1', value: 'choice1-msg_1' }];
  await peer.form({ payload: JSON.stringify({ ...pressed, actions, trigger_id: '1.3' }) });
  await peer.form({ payload: JSON.stringify({ type: 'view_closed', user: { id: 'U1' } }) });
  await peer.form({ ...asked, command: '/ask', text: 'Help', trigger_id: '1.4' });
  expect(taken.map(({ text, place, pressed }) => [text, place, pressed])).toEqual([
    ['how many hats?', 'C1', undefined],
    ['/new', 'C1', undefined],
    ['', 'C1', 'choice1-msg_1'],
    ['/help', 'C1', undefined],
  ]);
});
