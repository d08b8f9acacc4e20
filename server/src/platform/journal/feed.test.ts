import { once } from 'node:events';
import { createServer, get, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { createTestDatabase } from '../../../test/databases.ts';
import { openDatabase } from '../db/open.ts';
import { transact } from '../db/transact.ts';
import { EventLog } from './event-log.ts';
import { EventFeed } from './feed.ts';
import { Listener } from './listener.ts';
import { serviceStream } from './stream.ts';

/** Opens a feed behind a plain HTTP server, and a function that writes events larger than a connection's buffers. */
async function openFeed() {
  const { settings, remove } = await createTestDatabase('sqlite');
  const database = await openDatabase(settings);
  const log = new EventLog();
  const feed = new EventFeed(database, log, { onError: (error) => expect.unreachable(`${error}`) });
  const server = createServer((_request, response) => {
    response.writeHead(200);
    const all = { types: undefined, subject: undefined };
    feed.add(new Listener(response, { streamId: serviceStream, after: 0, ...all }));
  }).listen(0);
  await once(server, 'listening');
  onTestFinished(async () => {
    feed.close();
    server.closeAllConnections();
    server.close();
    await database.destroy();
    await remove();
  });
  const big = {
    type: 'sibyl.limit.hit',
    project: null,
    subject: 'limits/x',
    data: { text: 'x'.repeat(40_000) },
  } as const;
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async write(count: number) {
      for (let written = 0; written < count; written += 20)
        await transact(database, async (transaction) => {
          for (let index = 0; index < 20; index++) log.write(transaction, big);
        });
    },
  };
}

async function listen(url: string): Promise<IncomingMessage> {
  const request = get(url);
  const [response] = await once(request, 'response');
  response.on('error', () => {}); // closed at the end of the test
  return response;
}

/** Returns the numbers of the received events once the last has arrived. */
async function numbersUntil(response: IncomingMessage, last: number): Promise<number[]> {
  const chunks: Buffer[] = [];
  let end = '';
  for await (const chunk of response) {
    chunks.push(chunk);
    end = (end + chunk).slice(-100_000);
    if (end.endsWith('\n\n') && end.includes(`\nid: ${last}\n`)) break;
  }
  const text = Buffer.concat(chunks).toString();
  return [...text.matchAll(/^id: (\d+)$/gm)].map(([, number]) => Number(number));
}

test('a listener that takes nothing for a while holds up no other, and has missed nothing when it goes on', async () => {
  const { url, write } = await openFeed();
  const slow = await listen(url);
  slow.pause();
  const quick = await listen(url);
  const count = 400;
  const [numbers] = await Promise.all([numbersUntil(quick, count), write(count)]);
  const expected = Array.from({ length: count }, (_, index) => index + 1);
  expect(numbers).toEqual(expected);
  expect(await numbersUntil(slow, count)).toEqual(expected);
});

test('many listeners, come at different moments, all get the same in order', async () => {
  const { url, write } = await openFeed();
  const count = 60;
  const writing = write(count);
  const streams = await Promise.all(Array.from({ length: 20 }, () => listen(url)));
  await writing;
  const expected = Array.from({ length: count }, (_, index) => index + 1);
  for (const stream of streams) expect(await numbersUntil(stream, count)).toEqual(expected);
});
