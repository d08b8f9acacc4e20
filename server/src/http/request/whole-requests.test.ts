import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/service.ts';

const rows = Array.from({ length: 40 }, (_, index) => ({ size: index % 7, price: 100 * (index % 7) + (index % 5) }));

let service: TestService;
let path: string;
beforeAll(async () => {
  service = await startTestService({ SIBYL_IDLE_TIMEOUT_MS: '1000' });
  const models = `/api/projects/${await service.project()}/models`;
  const wanted = { name: 'price', target: 'price', from: { rows }, options: { effort: 'quick' } };
  await service.call('POST', models, wanted);
  await service.until(`${models}/price`, ({ body }) => body.status === 'complete');
  path = `${models}/price/predict`;
  await service.call('POST', path, [{}]);
});
afterAll(() => service.stop());

const open = async () => {
  const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
  await once(socket, 'connect');
  return socket;
};
const post = (size: number, more: readonly string[] = []) => {
  const body = JSON.stringify([{ size }]);
  const head = [`POST ${path} HTTP/1.1`, 'Host: localhost', 'Content-Type: application/json', ...more];
  return `${[...head, `Content-Length: ${body.length}`].join('\r\n')}\r\n\r\n${body}`;
};
/** Asks for the connection to be closed, and returns all that came. */
const rest = (socket: Socket) => {
  socket.write('GET /health/live HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n');
  return text(socket);
};
const sizesIn = (all: string) => [...all.matchAll(/"size":(\d)/g)].map(([, size]) => Number(size));

it('answers requests one after another, then any other, on one connection', async () => {
  const socket = await open();
  for (const size of [1, 2]) {
    socket.write(post(size));
    expect(sizesIn(String(await once(socket, 'data')))).toEqual([size]);
  }
  const after = await rest(socket);
  expect(after).toMatch(/^HTTP\/1.1 200 OK\r\n/);
  expect(after).toMatch(/connection: close/i);
});

it('answers several that come in one piece in their order, and the rest of one that was begun', async () => {
  const socket = await open();
  const all = [1, 2, 3].map((size) => post(size)).join('');
  socket.write(all.slice(0, -7));
  await new Promise((resolve) => setTimeout(resolve, 50));
  socket.write(all.slice(-7));
  expect(sizesIn(await rest(socket))).toEqual([1, 2, 3]);
});

it('has none smuggled in by a body with two lengths', async () => {
  const hidden = post(6);
  for (const more of [[`Content-Length: ${hidden.length}`], ['Transfer-Encoding: chunked'], ['Content-Length : 3']]) {
    const socket = await open();
    socket.write(post(1, more) + hidden);
    const all = await text(socket);
    expect([all.match(/HTTP\/1.1 (\d+)/)?.[1], sizesIn(all)]).toEqual(['400', []]);
  }
});

it('reads many connections that begin at once in turns: what comes while one waits follows in order', async () => {
  const sockets = await Promise.all(Array.from({ length: 60 }, open));
  const list = `GET ${path.replace('/price/predict', '')} HTTP/1.1\r\nHost: localhost\r\n`;
  for (const socket of sockets) socket.write(list);
  for (const socket of sockets) socket.end(`X-Rest: 1\r\n\r\n${post(3)}${list}Connection: close\r\n\r\n`);
  const answers = await Promise.all(sockets.map((socket) => text(socket)));
  for (const all of answers) {
    expect(all.match(/HTTP\/1.1 \d+/g)).toEqual(Array(3).fill('HTTP/1.1 200'));
    expect(sizesIn(all)).toEqual([3]);
  }
});

it('refuses half a request after which nothing can come', async () => {
  const socket = await open();
  socket.end(post(1).slice(0, -2));
  expect(await text(socket)).toMatch(/^HTTP\/1.1 400 .*malformed_request/s);
});

it('closes after an answer when a proxy asks for it in the old way', async () => {
  const socket = await open();
  socket.write(post(1, ['Proxy-Connection: close']));
  expect(await text(socket)).toMatch(/^HTTP\/1.1 200 .*connection: close/is);
});

it('cuts a connection on which nothing more comes, before and within a request', { tags: 'long' }, async () => {
  for (const begun of ['', post(1).slice(0, 30), post(1).slice(0, -2), post(1)]) {
    const socket = await open();
    if (begun !== '') socket.write(begun);
    // After an answer a connection may wait for longer, as Node's do.
    if (begun === post(1)) socket.write(post(2).slice(0, -2));
    await text(socket);
  }
});

it('stops while connections are open: a begun request is answered, a silent one cut as early as heads that do not come', async () => {
  const other = await startTestService({ SIBYL_HEADERS_TIMEOUT_MS: '1000' });
  const silent = async () => {
    const socket = connect(Number(new URL(other.url).port), '127.0.0.1');
    await once(socket, 'connect');
    return { ended: text(socket) };
  };
  await (await silent()).ended;
  const { ended } = await silent();
  const begun = connect(Number(new URL(other.url).port), '127.0.0.1', () => begun.write(post(1).slice(0, -2)));
  const answer = text(begun);
  await new Promise((resolve) => setTimeout(resolve, 100));
  const stopped = other.stop();
  begun.write(post(1).slice(-2));
  await Promise.all([stopped, ended]);
  expect(await answer).toMatch(/^HTTP\/1.1 404 .*_not_found/s);
});
