import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { expect, test, vi } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { openReceiver } from '../../../../test/chat/receiver.ts';
import { send } from '../../../../test/chat/telegram-peer.ts';
import { startLoopback } from '../../../../test/loopback.ts';
import { eventually } from '../../../../test/service-process.ts';

/** A Discord that asks for shards and tells each what happens in its servers. */
async function startSharded(count: number) {
  const sockets = new WebSocketServer({ port: 0, host: '127.0.0.1' });
  await once(sockets, 'listening');
  const url = `ws://127.0.0.1:${(sockets.address() as AddressInfo).port}`;
  const shards = new Map<number, WebSocket>();
  const begun: unknown[] = [];
  sockets.on('connection', (socket) => {
    const write = (message: object) => socket.send(JSON.stringify(message));
    write({ op: 10, d: { heartbeat_interval: 30_000 } });
    socket.on('message', (data) => {
      const { op, d } = JSON.parse(data.toString());
      if (op === 2) {
        begun.push(['identify', d.shard]);
        shards.set(d.shard[0], socket);
        write({ op: 0, s: 1, t: 'READY', d: { session_id: `session-${d.shard[0]}`, resume_gateway_url: url } });
      }
      if (op === 6) {
        begun.push(['resume', d.session_id, d.seq]);
        shards.set(Number(d.session_id.at(-1)), socket);
        write({ op: 0, s: d.seq + 1, t: 'RESUMED', d: {} });
      }
    });
  });
  const limit = { total: 1000, remaining: 999, reset_after: 1000, max_concurrency: count };
  const server = await startLoopback(({ path }, response) =>
    send(response, 200, path.endsWith('/gateway/bot') ? { url, shards: count, session_start_limit: limit } : {}),
  );
  const say = (shard: number, id: string, text: string) => {
    const author = { id: '7', username: 'ann' };
    const message = { id, type: 0, channel_id: `9${shard}`, content: text, author, mentions: [], attachments: [] };
    shards.get(shard)?.send(JSON.stringify({ op: 0, s: Number(id), t: 'MESSAGE_CREATE', d: message }));
  };
  const stop = async () => {
    for (const socket of sockets.clients) socket.terminate();
    sockets.close();
    await server.stop();
  };
  return { url: server.url, begun, say, shards, stop };
}

async function start(count: number) {
  const discord = await startSharded(count);
  const bot_token = 'TestTestTestTestTestTest.Test.TestTestTestTestTest';
  const channel = { type: 'discord', bot_token, api_url: `${discord.url}/v10` };
  const receiver = openReceiver({ channel, carry() {}, stop: discord.stop } as never, { id: '42', name: 'helper' });
  await receiver.channel.start(receiver.inlet);
  return { ...receiver, discord };
}

test('opens as many shards as Discord asks for, each with a session of its own', async () => {
  const { discord, taken, failures } = await start(3);
  expect(discord.begun).toHaveLength(3);
  expect(discord.begun).toEqual(expect.arrayContaining([0, 1, 2].map((index) => ['identify', [index, 3]])));
  discord.say(0, '101', 'one');
  discord.say(2, '201', 'two');
  await eventually(() => expect(taken.map(({ text }) => text).toSorted()).toEqual(['one', 'two']));
  discord.shards.get(2)?.close(4000);
  await vi.waitFor(() => expect(discord.begun[3]).toEqual(['resume', 'session-2', 201]), { timeout: 10_000 });
  discord.say(2, '301', 'three');
  await eventually(() => expect(taken.at(-1)?.text).toBe('three'));
  expect(failures).toEqual([]);
});

test('begins anew when it needs more shards', async () => {
  const { discord, failures } = await start(2);
  discord.shards.get(1)?.close(4011);
  await eventually(() => expect(failures).toHaveLength(1));
  expect(failures[0]).toMatchObject({ kind: 'temporary', message: 'Discord says 4011: the bot needs more shards.' });
});
