import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { gzipSync } from 'node:zlib';
import { expect, it, onTestFinished } from 'vitest';
import { startTestService, type TestService } from '../../../test/service.ts';

async function start(environment: Record<string, string>): Promise<TestService> {
  const service = await startTestService(environment);
  onTestFinished(() => service.stop());
  return service;
}

async function open({ url }: TestService): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

async function readAll(socket: Socket): Promise<string> {
  let text = '';
  for await (const chunk of socket) text += chunk;
  return text;
}

it('hangs up on headers that trickle in, and says why', async () => {
  const service = await start({ SIBYL_HEADERS_TIMEOUT_MS: '1000' });
  const socket = await open(service);
  socket.write('GET /projects HTTP/1.1\r\nHost: localhost\r\nX-Slow: ');
  const trickle = setInterval(() => socket.write('a'), 100);
  onTestFinished(() => clearInterval(trickle));
  const answer = await readAll(socket);
  expect(answer).toContain('HTTP/1.1 408');
  expect(answer).toContain('"code":"request_timeout"');
});

it('hangs up on a body that stands still', async () => {
  const service = await start({ SIBYL_IDLE_TIMEOUT_MS: '1000' });
  const socket = await open(service);
  socket.write('POST /projects HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n');
  socket.write('Content-Length: 100\r\n\r\n{"name":');
  await readAll(socket);
  expect((await service.call('GET', '/health/live')).status).toBe(200);
});

it('takes no compressed body: none can be a bomb', async () => {
  const service = await start({});
  const bomb = new Uint8Array(gzipSync(`{"name":"${'a'.repeat(5_000_000)}"}`));
  const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
  const answer = await service.call('POST', '/projects', bomb, headers);
  expect(answer).toMatchObject({ status: 415, body: { code: 'unsupported_media_type' } });
  expect(answer.body.detail).toContain('uncompressed');
});

it.for(['keep-alive', 'close'])(
  'answers a body that is too large to who sends all before reading (%s)',
  async (kept) => {
    const service = await start({ SIBYL_MAX_JSON_BYTES: '100000' });
    const socket = await open(service);
    const length = 20_000_000;
    const head = `Host: localhost\r\nContent-Type: application/json\r\nConnection: ${kept}\r\nContent-Length: ${length}`;
    socket.pause().write(`POST /projects HTTP/1.1\r\n${head}\r\n\r\n`);
    await new Promise<unknown>((sent, fail) => {
      socket.once('error', fail);
      socket.write(Buffer.alloc(length, ' '), sent);
    });
    const answer = await readAll(socket);
    expect(answer).toContain('HTTP/1.1 413');
    expect(answer).toContain('"limit":100000');
  },
);

it('turns requests away when memory is short, but not who watches', async () => {
  const service = await start({ SIBYL_MEMORY_LIMIT_BYTES: '33554432' });
  const refused = await service.until('/projects', ({ status }) => status === 503);
  expect(refused.body.code).toBe('overloaded');
  expect(refused.headers.get('retry-after')).toBe('2');
  expect((await service.call('GET', '/health/live')).status).toBe(200);
  expect((await service.call('GET', '/metrics')).status).toBe(200);
});
