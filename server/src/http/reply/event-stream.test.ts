import { once } from 'node:events';
import { type AddressInfo, connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import fastify from 'fastify';
import { expect, onTestFinished, test } from 'vitest';
import { EventStream } from './event-stream.ts';

const kilobytes = 'x'.repeat(64 * 1024);
const events = 1000;

/** Serves a stream of 64 MB as fast as it can be written; returns a connection to it, and when that is gone. */
async function openStream() {
  const app = fastify();
  onTestFinished(() => app.close());
  const gone = Promise.withResolvers<void>();
  app.get('/', (_request, reply) => {
    const stream = new EventStream();
    reply.raw.once('close', gone.resolve);
    (async () => {
      for (let sent = 0; sent < events; sent += 1) {
        stream.send(kilobytes);
        await nextTurn();
      }
      stream.end();
    })();
    return stream.sendBy(reply);
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  const socket = connect((app.server.address() as AddressInfo).port, '127.0.0.1').on('error', () => {});
  onTestFinished(() => void socket.destroy());
  socket.write('GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  return { socket, gone: gone.promise };
}

test('whoever does not read the events is cut off', async () => {
  const { socket, gone } = await openStream();
  socket.pause();
  await gone;
});

test('whoever reads them gets all', async () => {
  const { socket } = await openStream();
  let bytes = 0;
  socket.on('data', (chunk) => (bytes += chunk.length));
  await once(socket, 'end');
  expect(bytes).toBeGreaterThan(events * kilobytes.length);
});
