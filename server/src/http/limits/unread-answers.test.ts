import { once } from 'node:events';
import { type AddressInfo, connect, type Socket } from 'node:net';
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { readConfig } from '../../config.ts';
import type { App } from '../reply/app.ts';
import { createServer } from '../server.ts';
import { holdUnreadAnswers } from './unread-answers.ts';

const answerBytes = 20_000_000;
let app: App;
let port: number;
const config = { action: 'service.documentation' } as const;

/** Opens a server whose unread answers may have the bytes of four large ones; a project is a query parameter here. */
async function open(silenceMs: number): Promise<void> {
  holdUnreadAnswers(app, { mostBytes: 4 * answerBytes, silenceMs }, ({ query }) => {
    const { of } = query as { of: string };
    return { project: of, caller: of };
  });
  app.get('/large', { config }, (_request, reply) => reply.type('text/plain').send('x'.repeat(answerBytes)));
  app.get('/small', { config }, (_request, reply) => reply.type('text/plain').send('x'));
  app.post('/made', { config: { ...config, idempotent: true } }, (_request, reply) =>
    reply.type('text/plain').send('x'.repeat(answerBytes)),
  );
  await app.listen({ port: 0, host: '127.0.0.1' });
  ({ port } = app.server.address() as AddressInfo);
}

beforeEach(() => {
  app = createServer(readConfig({ SIBYL_DATA_DIR: '/none', SIBYL_LOG_LEVEL: 'silent' }));
});
afterEach(() => app.close());

/** Asks on a connection of its own, and reads no more than the beginning of the answer. */
async function askWithoutReading(path: string): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  onTestFinished(() => void socket.destroy());
  socket.write(`GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`);
  await once(socket, 'readable');
  return socket;
}

async function ask(path: string, method = 'GET') {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { method });
  return { status: response.status, after: response.headers.get('retry-after'), text: await response.text() };
}

test('answers that nobody reads take no more memory than is left free for others', async () => {
  await open(60_000);
  const sockets = [await askWithoutReading('/large?of=greedy'), await askWithoutReading('/large?of=greedy')];
  const refused = await ask('/large?of=greedy');
  expect(refused).toMatchObject({ status: 503, after: '2' });
  expect(JSON.parse(refused.text)).toMatchObject({ code: 'overloaded', limit_name: 'answer_bytes' });
  expect((await ask('/small?of=greedy')).status).toBe(200);
  expect((await ask('/large?of=quiet')).text.length).toBe(answerBytes);
  for (const socket of sockets) socket.destroy();
  await vi.waitFor(async () => expect((await ask('/large?of=greedy')).status).toBe(200), 5000);
});

test('what was changed is answered also when no room is left', async () => {
  await open(60_000);
  await askWithoutReading('/large?of=greedy');
  await askWithoutReading('/large?of=greedy');
  expect((await ask('/made?of=greedy', 'POST')).status).toBe(200);
});

test('a connection that takes nothing of a large answer is closed, and its room is free again', async () => {
  await open(300);
  await askWithoutReading('/large?of=greedy');
  await askWithoutReading('/large?of=greedy');
  await vi.waitFor(async () => expect((await ask('/large?of=greedy')).status).toBe(200), 10_000);
});
