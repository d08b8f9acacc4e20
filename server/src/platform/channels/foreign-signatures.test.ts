/** What the platforms' own libraries sign is taken, and they take what is signed here and in the peers of the tests. */
import { createHmac, createPublicKey } from 'node:crypto';
import { sign as signHub, verify as verifyHub } from '@octokit/webhooks-methods';
import { isValidSlackRequest } from '@slack/bolt';
import { Bot, webhookCallback } from 'grammy';
import jwt from 'jsonwebtoken';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import type { ChatPeer } from '../../../test/chat/peer.ts';
import { channelHost, openReceiver } from '../../../test/chat/receiver.ts';
import { startSlack } from '../../../test/chat/slack-peer.ts';
import { startTeams } from '../../../test/chat/teams-peer.ts';
import { startTelegram } from '../../../test/chat/telegram-peer.ts';
import { startWhatsapp } from '../../../test/chat/whatsapp-peer.ts';
import { startLoopback } from '../../../test/loopback.ts';
import type { WebhookRequest } from './platform.ts';
import { findPlatform } from './platforms.ts';
import { signStandard } from './signatures.ts';

const odd = 'Zoë’s 🐈‍⬛ שלום\u200b \u202e?';
const posted = (body: string, headers: Record<string, string>): WebhookRequest => {
  const type = { 'content-type': 'application/json' };
  return { method: 'POST', headers: { ...type, ...headers }, query: {}, body: Buffer.from(body) };
};

/** What a peer sends, and a channel that receives. */
async function receive(peer: ChatPeer) {
  const receiver = openReceiver(peer, { id: 'UBOT', name: 'helper' });
  const sent: WebhookRequest[] = [];
  peer.carry(async (request) => {
    sent.push(request);
    return receiver.channel.webhook!(request, receiver.inlet);
  });
  const hand = (request: WebhookRequest) => receiver.channel.webhook!(request, receiver.inlet);
  return { ...receiver, sent, hand };
}

describe('Slack', () => {
  /** https://docs.slack.dev/authentication/verifying-requests-from-slack */
  const ofSlack = {
    secret: '8f742231b10e8888abcd99yyyzzz85a5',
    time: '1531420618',
    signature: 'v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503',
    body:
      'token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V' +
      '&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text=' +
      '&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F96rGlfmibIGlgcZRskXaIFfN' +
      '&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c',
  };

  test.each([
    [0, true],
    [299, true],
    [-299, true],
    [301, false],
    [-301, false],
  ])('its own example is taken %i seconds after it was signed: %s', async (later, isTaken) => {
    vi.useFakeTimers({ toFake: ['Date'], now: (Number(ofSlack.time) + later) * 1000 });
    onTestFinished(() => void vi.useRealTimers());
    const peer = await startSlack();
    peer.channel.signing_secret = ofSlack.secret;
    const { hand, taken } = await receive(peer);
    const request = posted(ofSlack.body, {
      'content-type': 'application/x-www-form-urlencoded',
      'x-slack-request-timestamp': ofSlack.time,
      'x-slack-signature': ofSlack.signature,
    });
    await hand(request).catch((error) => expect(error).toMatchObject({ status: 401 }));
    expect(taken.map(({ text, place }) => [text, place])).toEqual(isTaken ? [['/help', 'G8PSS9T3V']] : []);
  });

  test('Bolt takes what the peer signs, and nothing that was changed', async () => {
    const peer = await startSlack();
    const { sent, taken } = await receive(peer);
    await peer.say({ text: odd });
    const [{ headers, body }] = sent;
    const given = {
      'x-slack-signature': String(headers['x-slack-signature']),
      'x-slack-request-timestamp': Number(headers['x-slack-request-timestamp']),
    };
    const signingSecret = String(peer.channel.signing_secret);
    expect(isValidSlackRequest({ signingSecret, body: body.toString(), headers: given })).toBe(true);
    expect(isValidSlackRequest({ signingSecret, body: `${body} `, headers: given })).toBe(false);
    expect(taken.map(({ text }) => text)).toEqual([odd]);
  });
});

test('WhatsApp: a signature of the library of X-Hub-Signature-256 is taken, and it takes that of the peer', async () => {
  const peer = await startWhatsapp();
  const { hand, sent, taken } = await receive(peer);
  await peer.say({ text: odd });
  const secret = String(peer.channel.app_secret);
  const body = sent[0].body.toString();
  expect(await verifyHub(secret, body, String(sent[0].headers['x-hub-signature-256']))).toBe(true);
  const next = body.replace(/wamid\.[^"]+/, 'wamid.2');
  await hand(posted(next, { 'x-hub-signature-256': await signHub(secret, next) }));
  expect(taken.map(({ text }) => text)).toEqual([odd, odd]);
  const ofAnother = { 'x-hub-signature-256': await signHub('another secret', next) };
  await expect(hand(posted(next, ofAnother))).rejects.toMatchObject({ status: 401 });
});

test('Telegram: grammY takes the secret token that the channel registers, and no other', async () => {
  const peer = await startTelegram({ mode: 'webhook' });
  const host = channelHost('https://sibyl.example.com/api/channels/bot/webhook');
  const channel = findPlatform('telegram')!.open(peer.channel, host);
  const { inlet, sent } = await receive(peer);
  await channel.start(inlet);
  await peer.say({ text: odd });
  const secretToken = peer.calls.find(({ method }) => method === 'setWebhook')?.parameters.secret_token;
  expect(secretToken).toMatch(/^[A-Za-z0-9_-]{32,256}$/);
  const botInfo = { id: 1, is_bot: true as const, first_name: 'Bot', username: 'bot' };
  const bot = new Bot('1:A', { botInfo: botInfo as never });
  const heard: string[] = [];
  bot.on('message:text', ({ message }) => void heard.push(message.text));
  const ask = async (headers: WebhookRequest['headers']) => {
    const [{ body }] = sent;
    const request = new Request('https://sibyl.example.com', {
      method: 'POST',
      headers: headers as Record<string, string>,
      body: new Uint8Array(body),
    });
    return (await webhookCallback(bot, 'std/http', { secretToken: String(secretToken) })(request)).status;
  };
  expect(await ask(sent[0].headers)).toBe(200);
  expect(await ask({ 'content-type': 'application/json' })).toBe(401);
  expect(heard).toEqual([odd]);
});

describe('Teams', () => {
  let peer: Awaited<ReturnType<typeof startTeams>>;
  let receiver: Awaited<ReturnType<typeof receive>>;
  beforeEach(async () => {
    peer = await startTeams();
    receiver = await receive(peer);
  });
  const minutes = (count: number) => Math.floor(Date.now() / 1000) + count * 60;
  const claims = () => ({
    iss: 'https://api.botframework.com',
    aud: String(peer.channel.app_id),
    serviceurl: peer.url,
    exp: minutes(60),
  });
  const rs256 = { algorithm: 'RS256', keyid: 'key-1' } as const;
  const hand = (token: string) => {
    const place = { conversation: { id: 'a-1', conversationType: 'personal' }, from: { id: '29:1' }, id: token };
    const activity = { ...place, type: 'message', channelId: 'msteams', serviceUrl: peer.url, text: odd };
    return receiver.hand(posted(JSON.stringify(activity), { authorization: `Bearer ${token}` }));
  };

  test('a token of jsonwebtoken, which the library of the Bot Framework uses, is taken', async () => {
    await hand(jwt.sign(claims(), peer.key, rs256));
    await hand(jwt.sign({ ...claims(), exp: minutes(-4) }, peer.key, rs256));
    await hand(jwt.sign({ ...claims(), nbf: minutes(4) }, peer.key, rs256));
    expect(receiver.taken.map(({ text }) => text)).toEqual([odd, odd, odd]);
  });

  test('the token of the peer is right for it', async () => {
    await peer.say({ text: odd });
    const [, token] = String(receiver.sent[0].headers.authorization).split(' ');
    const { iss, aud } = claims();
    const rules = { issuer: iss, audience: aud, algorithms: ['RS256' as const] };
    expect(jwt.verify(token, createPublicKey(peer.key), rules)).toMatchObject({ serviceurl: peer.url });
  });

  test('no token is taken that is not of the Bot Framework, for this app, and of now', async () => {
    const pem = createPublicKey(peer.key).export({ type: 'spki', format: 'pem' });
    const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');
    const confused = `${encode({ alg: 'HS256', kid: 'key-1' })}.${encode(claims())}`;
    const forged = [
      jwt.sign(claims(), '', { algorithm: 'none', keyid: 'key-1' }),
      `${confused}.${createHmac('sha256', pem).update(confused).digest('base64url')}`,
      jwt.sign(claims(), peer.key, { ...rs256, keyid: 'key-2' }),
      jwt.sign(claims(), peer.key, { ...rs256, algorithm: 'RS512' }),
      jwt.sign({ ...claims(), iss: 'https://sts.windows.net/common/' }, peer.key, rs256),
      jwt.sign({ ...claims(), aud: '00000000-0000-0000-0000-00000000dcba' }, peer.key, rs256),
      jwt.sign({ ...claims(), serviceurl: 'https://evil.example.com' }, peer.key, rs256),
      jwt.sign({ ...claims(), serviceurl: undefined }, peer.key, rs256),
      jwt.sign({ ...claims(), exp: minutes(-6) }, peer.key, rs256),
      jwt.sign({ ...claims(), nbf: minutes(6) }, peer.key, rs256),
    ];
    for (const token of forged) await expect(hand(token), token).rejects.toMatchObject({ status: 401 });
    const { exp: _never, ...eternal } = claims();
    await expect(hand(jwt.sign(eternal, peer.key, rs256))).rejects.toMatchObject({ status: 401 });
    expect(receiver.taken).toEqual([]);
  });
});

describe.each([
  ['of Standard Webhooks', `whsec_${Buffer.from('a key of thirty-two bytes, random').toString('base64')}`, undefined],
  ['of any text', 'a secret of twenty-four characters', 'raw' as const],
])('signed HTTP with a secret %s', (_kind, secret, format) => {
  const library = new Webhook(secret, { format });
  let server: Awaited<ReturnType<typeof startLoopback>>;
  beforeEach(async () => {
    server = await startLoopback((_request, response) => void response.writeHead(200).end('{}'));
  });
  afterEach(() => server.stop());

  function open() {
    const settings = { type: 'webhook', reply_url: `${server.url}/answers`, secret };
    return findPlatform('webhook')!.open(settings, channelHost());
  }

  test('takes what their library signs, up to five minutes ago', async () => {
    const channel = open();
    const texts: string[] = [];
    const inlet = { identity: { id: 'a', name: 'a' }, latest: async () => [], fail: () => {} };
    const body = JSON.stringify({ conversation: 'c', text: odd });
    const hand = (minutesAgo: number, signed = body) => {
      const at = new Date(Date.now() - minutesAgo * 60_000);
      const time = String(Math.floor(at.getTime() / 1000));
      const headers = {
        'webhook-id': 'm-1',
        'webhook-timestamp': time,
        'webhook-signature': library.sign('m-1', at, signed),
      };
      return channel.webhook!(posted(body, headers), {
        ...inlet,
        take: async (messages) => void texts.push(...messages.map(({ text }) => text)),
      });
    };
    for (const minutes of [0, 4, -4]) await hand(minutes);
    for (const minutes of [6, -6]) await expect(hand(minutes)).rejects.toMatchObject({ status: 401 });
    await expect(hand(0, `${body} `)).rejects.toMatchObject({ status: 401 });
    expect(texts).toEqual([odd, odd, odd]);
  });

  test('sends what their library takes', async () => {
    const channel = open();
    const address = { conversation: 'c', message: 'm-1' };
    await channel.post(address, { text: odd, citations: [] }, 'msg_1');
    const file = { name: 'a.csv', mediaType: 'text/csv', bytes: Buffer.from('a'), caption: odd };
    await channel.postFile!(address, file, 'msg_2');
    const checked = server.requests.map(({ body, headers }) => library.verify(body, headers as Record<string, string>));
    expect(checked).toMatchObject([
      { id: 'msg_1', text: odd },
      { id: 'msg_2', text: odd },
    ]);
    const text = '{"a": 1}';
    expect(() => library.verify(`${text} `, signStandard('msg_3', text, secret))).toThrow();
  });
});
