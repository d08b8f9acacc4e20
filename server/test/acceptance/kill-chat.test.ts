// @module-tag long
import { setTimeout as wait } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { type Carrier, type ChatPeer, carryTo } from '../chat/peer.ts';
import { startSlack } from '../chat/slack-peer.ts';
import { startTelegram } from '../chat/telegram-peer.ts';
import { startWebhookPeer } from '../chat/webhook-peer.ts';
import { type LoopbackServer, startLoopback } from '../loopback.ts';
import { eventually, makeDirectory, type ServiceProcess, startProcess } from '../service-process.ts';

const rounds = Number(process.env.SIBYL_TEST_KILL_ROUNDS ?? 4);
const chats = [1, 2, 3];
const settings = { SIBYL_OUTGOING_ALLOWED: '127.0.0.1' };
/** Posted before an answer, and left over when its process ended before it knew under which ID. */
const isBeginning = (text: string) => text.endsWith(' …');

/** A language model that repeats the question in two pieces, a moment apart. */
async function startEcho(): Promise<LoopbackServer> {
  const server = await startLoopback(async ({ body }, response) => {
    const { messages } = JSON.parse(body);
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.write(piece('Answer to '));
    await wait(Math.random() * 60);
    response.end(`${piece(messages.at(-1).content, 'stop')}data: [DONE]\n\n`);
  });
  onTestFinished(() => server.stop());
  return server;
}

function piece(content: string, finish_reason: string | null = null): string {
  const choices = [{ index: 0, delta: { content }, finish_reason }];
  return `data: ${JSON.stringify({ id: '1', created: 1, model: 'some', choices })}\n\n`;
}

/** Like a platform: sends a request again until it is taken. */
function persistent(carrier: Carrier): Carrier {
  return async (request) => {
    for (;;) {
      const { status } = await carrier(request).catch(() => ({ status: 0 }));
      if (status >= 200 && status < 300) return { status };
      await wait(30);
    }
  };
}

async function makeBots(service: ServiceProcess, peers: ChatPeer[], echo: LoopbackServer): Promise<string[]> {
  const model = { provider: 'openai_compatible', model_name: 'some', base_url: `${echo.url}/v1`, api_key: 'sk-1' };
  await service.call('POST', '/projects', { name: 'talk' });
  await service.call('POST', '/projects/talk/agents', { name: 'echo', model });
  const params = { rate_limit: { messages: 100_000, seconds: 60 }, memory: 0 };
  const paths: string[] = [];
  for (const { channel } of peers) {
    const bot = { name: channel.type, agent: 'echo', channel, params, is_running: true };
    const { body } = await service.call('POST', '/projects/talk/chatbots', bot);
    await eventually(async () => {
      const { body: now } = await service.call('GET', `/projects/talk/chatbots/${bot.name}`);
      expect([now.status, now.last_error]).toEqual(['running', null]);
    });
    paths.push(body.webhook_url);
  }
  return paths;
}

test(`${rounds} times kill -9 with traffic on three platforms: every message is answered once, in order`, {
  timeout: 300_000 + rounds * 60_000,
}, async () => {
  const directory = makeDirectory();
  const peers = await Promise.all([startTelegram(), startSlack(), startWebhookPeer()]);
  onTestFinished(async () => void (await Promise.all(peers.map((peer) => peer.stop()))));
  let service = startProcess(directory, settings);
  const paths = await makeBots(service, peers, await startEcho());
  let url = await service.url;
  for (const [index, peer] of peers.entries()) peer.carry(persistent(carryTo(() => url + paths[index])));
  const said = peers.map(() => new Map<number, string[]>(chats.map((chat) => [chat, []])));

  /** One after the other in each chat, so that the order is known. */
  async function talk(round: number): Promise<void> {
    const talks = peers.flatMap((peer, index) =>
      chats.map(async (chat) => {
        for (const letter of 'abc') {
          const text = `${letter}${round}`;
          said[index].get(chat)?.push(`Answer to ${text}`);
          await peer.say({ text, chat });
        }
      }),
    );
    await Promise.all(talks);
  }

  const answers = (peer: ChatPeer, chat: number) => peer.shown(chat).filter((text) => !isBeginning(text));
  const expectAnswered = () => {
    for (const [index, peer] of peers.entries())
      for (const chat of chats) expect(answers(peer, chat), peer.channel.type).toEqual(said[index].get(chat));
  };

  for (let round = 0; round < rounds; round += 1) {
    const talking = talk(round);
    await wait(Math.random() * 700);
    await service.end('SIGKILL');
    service = startProcess(directory, settings);
    url = await service.url;
    await talking;
  }

  await eventually(expectAnswered);
  const left = peers.flatMap((peer) => chats.flatMap((chat) => peer.shown(chat))).filter(isBeginning);
  expect(left.length).toBeLessThanOrEqual(rounds * chats.length);
  const sent = rounds * peers.length * chats.length * 3;
  console.log(`${rounds} kills: ${sent} messages, each answered once; ${left.length} beginnings left over`);
  expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null });
});
