import { expect, onTestFinished, test, vi } from 'vitest';
import { describeChannel } from '../../../test/chat/channel-contract.ts';
import { startDiscord } from '../../../test/chat/discord-peer.ts';
import type { ChatPeer } from '../../../test/chat/peer.ts';
import { openReceiver } from '../../../test/chat/receiver.ts';
import { startSlack } from '../../../test/chat/slack-peer.ts';
import { startTeams } from '../../../test/chat/teams-peer.ts';
import { startTelegram } from '../../../test/chat/telegram-peer.ts';
import { startWebhookPeer } from '../../../test/chat/webhook-peer.ts';
import { startWhatsapp } from '../../../test/chat/whatsapp-peer.ts';
import { hmacSha256, signStandard } from './signatures.ts';

describeChannel('Telegram, polling', () => startTelegram(), { webhook: false, knowsToken: true });
describeChannel('Telegram, by webhook', () => startTelegram({ mode: 'webhook' }), { webhook: true, knowsToken: true });
describeChannel('Slack, by webhook', () => startSlack(), { webhook: true, knowsToken: true });
describeChannel('Slack, by socket', () => startSlack({ mode: 'socket' }), { webhook: false, knowsToken: true });
describeChannel('signed HTTP', () => startWebhookPeer(), { webhook: true, knowsToken: false });
describeChannel('WhatsApp', () => startWhatsapp(), { webhook: true, knowsToken: true });
describeChannel('Teams', () => startTeams(), { webhook: true, knowsToken: true });
describeChannel('Discord', () => startDiscord(), { webhook: false, knowsToken: true });

const receiver = async (starting: Promise<ChatPeer>) => openReceiver(await starting, { id: 'UBOT', name: 'helper' });

test('WhatsApp is shown that the address is ours, when it asks with the verify token', async () => {
  const { channel, inlet } = await receiver(startWhatsapp());
  const ask = (token: string) => {
    const query = { 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '12345' };
    return channel.webhook!({ method: 'GET', headers: {}, query, body: Buffer.alloc(0) }, inlet);
  };
  expect(await ask('a verify token')).toEqual({ status: 200, body: '12345' });
  await expect(ask('a guess')).rejects.toMatchObject({ status: 401 });
});

test('WhatsApp keeps persons apart who show a username and no number, and answers each of them', async () => {
  const { peer, channel, inlet, taken } = await receiver(startWhatsapp());
  peer.carry((request) => channel.webhook!(request, inlet));
  await peer.say({ text: 'one', chat: 1, username: 'ann' });
  await peer.say({ text: 'two', chat: 2, username: 'bob' });
  await peer.say({ text: 'three', chat: 1, username: 'ann' });
  expect(taken.map(({ conversation }) => conversation)).toEqual([
    'DE.134912086553027411',
    'DE.134912086553027412',
    'DE.134912086553027411',
  ]);
  expect(taken.map(({ author }) => author.id)).toEqual(taken.map(({ conversation }) => conversation));
  for (const { address, text } of taken) await channel.post(address, { text: `to ${text}`, citations: [] }, text);
  expect([peer.shown(1), peer.shown(2)]).toEqual([['to one', 'to three'], ['to two']]);
});

test('WhatsApp guesses no sender among several', async () => {
  const { peer, channel, inlet, taken } = await receiver(startWhatsapp());
  peer.carry((request) => {
    const notice = JSON.parse(request.body.toString());
    notice.entry[0].changes[0].value.contacts.push({ user_id: 'DE.9', profile: { name: 'Bob' } });
    const body = Buffer.from(JSON.stringify(notice));
    const signature = `sha256=${hmacSha256(String(peer.channel.app_secret), body).toString('hex')}`;
    return channel.webhook!({ ...request, headers: { 'x-hub-signature-256': signature }, body }, inlet);
  });
  await peer.say({ text: 'one', username: 'ann' });
  expect(taken).toEqual([]);
  await peer.say({ text: 'two' });
  expect(taken).toMatchObject([{ text: 'two', conversation: '49170000001' }]);
});

test('Teams sends the token of the app to no address that the Bot Framework does not vouch for', async () => {
  const { peer, channel, inlet, taken } = await receiver(startTeams());
  peer.carry(async (request) => {
    const activity = { ...JSON.parse(request.body.toString()), serviceUrl: 'https://evil.example.com' };
    return channel.webhook!({ ...request, body: Buffer.from(JSON.stringify(activity)) }, inlet);
  });
  await expect(peer.say({ text: 'hello' })).rejects.toMatchObject({ status: 401 });
  expect(taken).toEqual([]);
});

test.each([startSlack, startWebhookPeer])(
  'refuse a request that was signed more than five minutes ago: %o',
  async (startPeer) => {
    const { peer, channel, inlet, taken } = await receiver(startPeer());
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

test('signed HTTP refuses a conversation of spaces, which would be dropped after it was said to be taken', async () => {
  const { channel, inlet, peer, taken } = await receiver(startWebhookPeer());
  const secret = String(peer.channel.secret);
  const body = JSON.stringify({ conversation: '  ', text: 'Hello', user: { id: 'ann' } });
  const headers = signStandard('one', body, secret);
  const asked = channel.webhook!({ method: 'POST', headers, query: {}, body: Buffer.from(body) }, inlet);
  await expect(asked).rejects.toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/conversation' }] });
  expect(taken).toEqual([]);
});
