/** What every channel promises, tried on a peer that speaks the platform's protocol. */
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ChannelFailure, WebhookRefusal } from '../../src/platform/channels/failure.ts';
import type { Channel, Inbound, Inlet, WebhookRequest } from '../../src/platform/channels/platform.ts';
import { findPlatform } from '../../src/platform/channels/platforms.ts';
import { eventually } from '../service-process.ts';
import type { ChatPeer } from './peer.ts';
import { channelHost } from './receiver.ts';

interface Kind {
  /** Whether messages come by requests of the platform. */
  webhook: boolean;
  /** Whether the platform knows a bot by its token and can say that it is wrong. */
  knowsToken: boolean;
}

/** A test of what only some platforms can do: elsewhere it is none, rather than one that is skipped. */
function testWhere(applies: boolean, title: string, body: () => Promise<void>): void {
  if (applies) test(title, body);
}

export function describeChannel(
  title: string,
  startPeer: () => Promise<ChatPeer>,
  { webhook, knowsToken }: Kind,
): void {
  describe(`a channel of ${title}`, () => {
    let peer: ChatPeer;
    const open: Channel[] = [];
    const requests: WebhookRequest[] = [];
    beforeEach(async () => {
      peer = await startPeer();
      requests.length = 0;
    });
    afterEach(async () => {
      await Promise.all(open.splice(0).map((channel) => channel.stop()));
      await peer.stop();
    });

    function openChannel(change: object = {}): Channel {
      const settings = { ...peer.channel, ...change };
      const host = channelHost('https://sibyl.example.com/api/channels/bot/webhook');
      const channel = findPlatform(peer.channel.type)!.open(settings, host);
      open.push(channel);
      return channel;
    }

    /** A channel that receives, what it took, and what went wrong. */
    async function start(take: Inlet['take'] = async () => {}, before: Inbound[] = []) {
      const channel = openChannel();
      const taken: Inbound[] = [];
      const failures: ChannelFailure[] = [];
      const inlet: Inlet = {
        identity: await channel.check(AbortSignal.timeout(5000)),
        async take(messages) {
          await take(messages);
          taken.push(...messages);
        },
        latest: async () => [...before, ...taken].slice(-1).map(({ conversation, id }) => ({ conversation, id })),
        fail: (failure) => failures.push(failure),
      };
      peer.carry(async (request) => {
        requests.push(request);
        return channel.webhook!(request, inlet);
      });
      await channel.start(inlet);
      return { channel, inlet, taken, failures };
    }

    async function startAndSay(text: string) {
      const started = await start();
      await peer.say({ text });
      return eventually(() => {
        expect(started.taken).toHaveLength(1);
        return { ...started, address: started.taken[0].address };
      });
    }

    test('hands over what a person writes to the bot', async () => {
      const { taken } = await startAndSay('How <much> & *why*?');
      expect(taken[0]).toMatchObject({ text: 'How <much> & *why*?', isForBot: true });
      expect(taken[0].author.id).not.toBe('');
    });

    test('names a message that comes twice by the same ID, and its conversation too', async () => {
      const { taken } = await start();
      const id = await peer.say({ text: 'one' });
      await peer.say({ text: 'one', id });
      await peer.say({ text: 'two' });
      await peer.say({ text: 'three', chat: 2 });
      await eventually(() => expect(taken).toHaveLength(4));
      expect(new Set(taken.map((message) => message.id)).size).toBe(3);
      expect(new Set(taken.map((message) => message.conversation)).size).toBe(2);
      const inOrder = taken.slice(0, 3).map(({ order }) => order);
      expect(inOrder.toSorted()).toEqual(inOrder);
    });

    test('takes nothing of which it is not known who wrote it, or where', async () => {
      const { taken } = await start();
      for (const nameless of ['author', 'conversation'] as const)
        await peer
          .say({ text: 'from nobody', nameless })
          .catch((error) => expect(error).toMatchObject({ code: 'invalid_input' }));
      await peer.say({ text: 'from somebody', chat: 2 });
      await eventually(() => expect(taken).not.toHaveLength(0));
      expect(taken.map(({ text }) => text)).toEqual(['from somebody']);
      for (const { id, conversation, author, place } of taken)
        for (const one of [id, conversation, author.id, place]) expect(one).not.toBe('');
    });

    test('shows an answer where the question was asked', async () => {
      const { channel, address } = await startAndSay('hello');
      const id = await channel.post(address, { text: 'It costs 5 < 6.', citations: [] }, 'msg_1');
      expect(id).not.toBe('');
      expect(peer.shown()).toHaveLength(1);
      expect(peer.shown()[0]).toMatch(/It costs 5 (?:<|&lt;) 6\./);
    });

    test('keeps one message one, as surely as it says', async () => {
      const { channel, address } = await startAndSay('hello');
      const reply = { text: 'done', citations: [] };
      const another = { text: 'not said', citations: [] };
      const id = await channel.post(address, reply, 'msg_1');
      if (channel.certainty === 'repeatable') await channel.post(address, reply, 'msg_1');
      if (channel.certainty === 'findable') expect(await channel.find!(address, 'msg_1', reply)).toBe(id);
      if (channel.certainty === 'findable') expect(await channel.find!(address, 'msg_2', another)).toBeUndefined();
      if (channel.edit)
        for (const text of ['done', 'done twice']) await channel.edit(address, id, { text, citations: [] });
      expect(peer.shown()).toEqual([channel.edit ? 'done twice' : 'done']);
    });

    test('tells what passes from what does not', async () => {
      const { channel, address } = await startAndSay('hello');
      const post = () => channel.post(address, { text: 'done', citations: [] }, 'msg_1');
      peer.refuse(429, 1);
      await expect(post()).rejects.toMatchObject({ kind: 'temporary', retryAfterMs: 1000 });
      peer.refuse(503, 1);
      await expect(post()).rejects.toMatchObject({ kind: 'temporary', message: expect.stringContaining('503') });
      await post();
      expect(peer.shown()).toEqual(['done']);
    });

    test('says in words that the platform cannot be reached', async () => {
      const { channel, address } = await startAndSay('hello');
      await peer.stop();
      const post = channel.post(address, { text: 'done', citations: [] }, 'msg_1');
      await expect(post).rejects.toThrow(ChannelFailure);
      await expect(post).rejects.toMatchObject({ kind: 'temporary' });
      peer = await startPeer();
    });

    testWhere(knowsToken, 'says in words that the token is wrong, and never the token', async () => {
      const check = openChannel(peer.wrongSecret).check(AbortSignal.timeout(5000));
      await expect(check).rejects.toMatchObject({ kind: 'credentials', message: expect.stringContaining('token') });
      const message = await check.catch((error: Error) => error.message);
      for (const secret of Object.values(peer.wrongSecret)) expect(message).not.toContain(secret);
    });

    testWhere(knowsToken, 'notices that its token was revoked', async () => {
      const { channel, address } = await startAndSay('hello');
      peer.revoke();
      const post = channel.post(address, { text: 'done', citations: [] }, 'msg_1');
      await expect(post).rejects.toMatchObject({ kind: 'credentials' });
    });

    testWhere(webhook, 'takes only requests that its platform signed, as they were signed', async () => {
      const { channel, inlet, taken } = await startAndSay('hello');
      const [request] = requests;
      const forge = (change: Partial<WebhookRequest>) => channel.webhook!({ ...request, ...change }, inlet);
      await expect(forge({ headers: { 'content-type': 'application/json' } })).rejects.toThrow(WebhookRefusal);
      const broken = Object.entries(request.headers).map(([name, value]) => [
        name,
        name.startsWith('content') ? value : `${value}0`,
      ]);
      await expect(forge({ headers: Object.fromEntries(broken) })).rejects.toMatchObject({ status: 401 });
      expect(taken).toHaveLength(1);
    });

    testWhere(webhook, 'answers no request before the message is written down', async () => {
      await start(async () => {
        throw new Error('the disk is full');
      });
      await expect(peer.say({ text: 'hello' })).rejects.toThrow('the disk is full');
    });

    testWhere(!webhook, 'gets again what could not be written down', async () => {
      let full = false;
      const { failures, taken } = await start(async () => {
        if (full) throw new Error('the disk is full');
      });
      await peer.say({ text: 'hello' });
      await eventually(() => expect(taken).toHaveLength(1));
      full = true;
      await peer.say({ text: 'is anybody there?' });
      await eventually(() => expect(failures).toHaveLength(1));
      await Promise.all(open.splice(0).map((channel) => channel.stop()));
      const second = await start(undefined, taken);
      await eventually(() => expect(second.taken.map(({ text }) => text)).toContain('is anybody there?'));
    });
  });
}
