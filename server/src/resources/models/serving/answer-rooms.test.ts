import { connect } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestService } from '../../../../test/service.ts';
import { shareTestService } from '../../../../test/shared-service.ts';
import { AnswerRooms } from './answer-rooms.ts';

it('gives a room again once it was given back, to answers that fill a quarter of it', () => {
  const rooms = new AnswerRooms();
  const first = rooms.take(100_000);
  expect([first.length, first.buffer.byteLength % 65_536]).toEqual([100_000, 0]);
  expect(rooms.take(100_000).buffer).not.toBe(first.buffer);
  rooms.giveBack(first);
  expect(rooms.take(10_000).buffer).not.toBe(first.buffer);
  expect(rooms.take(200_000).buffer).not.toBe(first.buffer);
  expect(rooms.take(90_000).buffer).toBe(first.buffer);
  expect(rooms.take(90_000).buffer).not.toBe(first.buffer);
});

it('keeps no more than four rooms, none of them large', () => {
  const rooms = new AnswerRooms();
  const [large, ...five] = [2_000_000, 1, 1, 1, 1, 1].map((bytes) => rooms.take(bytes));
  for (const room of [large, ...five]) rooms.giveBack(room);
  expect(rooms.take(2_000_000).buffer).not.toBe(large.buffer);
  const again = Array.from({ length: 5 }, () => rooms.take(65_000).buffer);
  expect(again.filter((buffer) => five.some((room) => room.buffer === buffer))).toHaveLength(4);
});

const rows = Array.from({ length: 60 }, (_, index) => ({
  rooms: index % 5,
  city: ['Oslo', 'Bergen', 'Hamar'][index % 3],
  price: 1000 + 300 * (index % 5) + 50 * (index % 3) + (index % 7),
}));

let service: TestService;
let url: URL;

beforeAll(async () => {
  service = await shareTestService();
  const models = `/projects/${await service.project()}/models`;
  await service.call('POST', models, { name: 'rent', target: 'price', from: { rows }, options: { effort: 'quick' } });
  await service.until(`${models}/rent`, ({ body }) => body.status === 'complete');
  url = new URL(`${service.url}/api${models}/rent/predict`);
});
afterAll(() => service.stop());

const thousand = (wanted: number) => Array.from({ length: 1000 }, () => ({ rooms: wanted, city: 'Oslo' }));

/**
 * Asks again and again on a connection that reads nothing before `isRead`: more than the system keeps, so that answers
 * wait in the service. Returns what came, or nothing where it hangs up.
 */
async function askWithoutReading(wanted: number, isRead: Promise<void>, hangsUp: boolean): Promise<string> {
  const body = JSON.stringify(thousand(wanted));
  const socket = connect(Number(url.port), url.hostname).pause();
  const head = `POST ${url.pathname} HTTP/1.1\r\nHost: ${url.host}\r\nContent-Type: application/json`;
  const request = `${head}\r\nContent-Length: ${body.length}\r\n\r\n${body}`;
  const last = request.replace('\r\n\r\n', '\r\nConnection: close\r\n\r\n');
  socket.write(request.repeat(asked - 1) + last);
  await isRead;
  const chunks: Buffer[] = [];
  if (hangsUp) socket.destroy();
  else for await (const chunk of socket) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

const asked = 20;

it('answers that wait for slow readers stay their own, also while others hang up', async () => {
  const ask = async (wanted: number) => {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(thousand(wanted)),
    });
    const text = await answer.text();
    expect(text.match(/"rooms":\d/g)).toEqual(Array(1000).fill(`"rooms":${wanted}`));
  };
  await ask(5); // the first answer of a model closes its connection
  const { promise, resolve } = Promise.withResolvers<void>();
  const slow = [0, 1, 2, 3, 4, 0].map((wanted, place) => askWithoutReading(wanted, promise, place % 3 === 2));
  for (let round = 0; round < 10; round += 1) await Promise.all([5, 6, 7, 8].map(ask));
  resolve();
  for (const wanted of [5, 6, 7, 8]) await ask(wanted);
  for (const [place, text] of (await Promise.all(slow)).entries())
    expect(text.match(/"rooms":\d/g) ?? []).toEqual(
      place % 3 === 2 ? [] : Array(asked * 1000).fill(`"rooms":${place % 5}`),
    );
});
