import { hostname } from 'node:os';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { brotliCompressSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LoopbackServer, startLoopback } from '../../../test/loopback.ts';
import { openOutgoing } from './outgoing.ts';

const outgoing = openOutgoing([]);
const call = outgoing.fetcher({ reach: 'loopback', maxBytes: 1000, maxRedirects: 3, timeoutMs: 20_000 });
let near: LoopbackServer;
let other: LoopbackServer;

beforeAll(async () => {
  other = await startLoopback((_request, response) => response.end('other'));
  near = await startLoopback(({ path }, response) => {
    const { pathname, searchParams } = new URL(path, 'http://near');
    if (pathname.startsWith('/json')) response.setHeader('content-type', 'application/json');
    if (pathname === '/json/gzip') response.setHeader('content-encoding', 'gzip').end(gzipSync('{"a":1}'));
    else if (pathname === '/json/brotli')
      response.setHeader('content-encoding', 'br').end(brotliCompressSync('{"a":1}'));
    else if (pathname === '/json/large') response.end(`"${'x'.repeat(1000)}"`);
    else if (pathname === '/json/bomb')
      response.setHeader('content-encoding', 'gzip').end(gzipSync('x'.repeat(100_000)));
    else if (pathname === '/json/broken')
      response.writeHead(200, { 'content-length': '10' }).end('1', () => response.destroy());
    else if (pathname === '/redirect') {
      response.writeHead(Number(searchParams.get('status')), { location: searchParams.get('to')! }).end();
    } else if (pathname === '/large') response.end('x'.repeat(1001));
    else if (pathname === '/bomb') response.setHeader('content-encoding', 'gzip').end(gzipSync('x'.repeat(100_000)));
    else if (pathname === '/endless') response.write('on');
    else if (pathname === '/broken')
      response.writeHead(200, { 'content-length': '10' }).end('x', () => response.destroy());
    else if (pathname === '/none') response.writeHead(204).end();
    else response.setHeader('x-own', '1').end('near');
  });
});
afterAll(() => Promise.all([near.stop(), other.stop(), outgoing.close()]));

setFlagsFromString('--expose-gc');
const collectGarbage: () => void = runInNewContext('gc');

function redirect(to: string, status = 302): string {
  return `${near.url}/redirect?status=${status}&to=${encodeURIComponent(to)}`;
}

it('gives a plain answer', async () => {
  const answer = await call(`${near.url}/x`, { method: 'POST', body: 'hello', headers: { 'x-key': 'k' } });
  expect([answer.status, answer.headers.get('x-own'), await answer.text()]).toEqual([200, '1', 'near']);
  expect(near.requests.at(-1)).toMatchObject({ method: 'POST', body: 'hello', headers: { 'x-key': 'k' } });
  expect(near.requests.at(-1)?.headers).not.toHaveProperty('sec-fetch-mode');
  expect((await call(`${near.url}/none`)).status).toBe(204);
});

it.each(['/json/gzip', '/json/brotli'])('decompresses %s', async (path) => {
  const asked = { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } };
  expect(await (await call(near.url + path, asked)).json()).toEqual({ a: 1 });
});

it.each([
  'http://127.0.0.1:8080/',
  'http://localhost:8080/',
  'http://2130706433:8080/',
  'http://0x7f.1:8080/',
  'http://[::1]:8080/',
  'http://[::ffff:127.0.0.1]:8080/',
  'http://10.0.0.1/',
  'http://169.254.169.254/latest/meta-data/',
  'http://0.0.0.0:8080/',
  'http://user:password@example.com/',
  'ftp://example.com/',
  'file:///etc/passwd',
  'not a url',
])('calls %s for nobody', async (url) => {
  await expect(outgoing.fetcher()(url)).rejects.toMatchObject({ code: 'address_not_allowed' });
});

it('does not reach private networks where only this machine is meant', async () => {
  await expect(call('http://192.168.0.1/')).rejects.toMatchObject({ code: 'address_not_allowed' });
});

it.each([['localhost'], ['127.0.0.1'], ['127.0.0.0/8']])('calls what the operator lists as %s', async (entry) => {
  const opened = openOutgoing([entry]);
  const url = near.url.replace('127.0.0.1', entry === 'localhost' ? 'localhost' : '127.0.0.1');
  expect(await (await opened.fetcher()(url)).text()).toBe('near');
  await expect(opened.fetcher()('http://10.0.0.1/')).rejects.toMatchObject({ code: 'address_not_allowed' });
  await opened.close();
});

it.each([
  'localhost',
  'LOCALHOST.',
  'a.localhost',
  'localhost.localdomain',
  'localhost6.localdomain6',
  'x.localdomain',
  'ip6-localhost',
  'ip6-loopback',
  hostname(),
])('a name of this machine is this machine, whether or not the resolver knows it: %s', async (host) => {
  await expect(outgoing.resolve(host, 'public')).rejects.toMatchObject({ code: 'address_not_allowed' });
});

it('resolves names for other protocols under the same rules', async () => {
  expect(await outgoing.resolve('127.0.0.1', 'private')).toBe('127.0.0.1');
  expect(await outgoing.resolve('10.1.2.3', 'private')).toBe('10.1.2.3');
  await expect(outgoing.resolve('localhost', 'public')).rejects.toMatchObject({ code: 'address_not_allowed' });
  await expect(outgoing.resolve('169.254.169.254', 'private')).rejects.toMatchObject({ code: 'address_not_allowed' });
});

it.each(['http://10.0.0.1/', 'http://169.254.169.254/', 'file:///etc/passwd', 'http://a:b@127.0.0.1/'])(
  'follows no redirect to %s',
  async (target) => {
    await expect(call(redirect(target))).rejects.toMatchObject({ code: 'address_not_allowed' });
  },
);

it('follows redirects, and gives up when they do not end', async () => {
  expect(await (await call(redirect('/x'))).text()).toBe('near');
  expect((await call(redirect('/x'), { redirect: 'manual' })).status).toBe(302);
  const circle = openOutgoing([]).fetcher({ reach: 'loopback', maxRedirects: 1 });
  await expect(circle(redirect(redirect('/x')))).rejects.toMatchObject({ code: 'remote_unreachable' });
});

it('takes no secret to another host', async () => {
  const headers = { authorization: 'Bearer s', 'x-api-key': 's', cookie: 'a=s', accept: 'text/html' };
  expect(await (await call(redirect(other.url), { headers })).text()).toBe('other');
  const sent = other.requests.at(-1)!.headers;
  expect(sent.accept).toBe('text/html');
  expect(JSON.stringify(sent)).not.toMatch(/authorization|x-api-key|cookie/);
});

it('takes secrets along on the same host, and the body only where it is asked for', async () => {
  await call(redirect('/x', 307), { method: 'POST', body: 'again', headers: { 'x-key': 'k' } });
  expect(near.requests.at(-1)).toMatchObject({ method: 'POST', body: 'again', headers: { 'x-key': 'k' } });
  await call(redirect('/x', 303), { method: 'POST', body: 'again' });
  expect(near.requests.at(-1)).toMatchObject({ method: 'GET', body: '' });
});

it('takes no body to another host', async () => {
  const before = other.requests.length;
  const sending = call(redirect(other.url, 308), { method: 'POST', body: 'secret' });
  await expect(sending).rejects.toMatchObject({ code: 'remote_unreachable' });
  expect(other.requests.length).toBe(before);
});

it.each(['/large', '/bomb', '/json/large', '/json/bomb'])('stops reading %s', async (path) => {
  const answer = await call(near.url + path);
  await expect(answer.text()).rejects.toMatchObject({ code: 'remote_answer_too_large' });
});

it('stops waiting for the end of an answer', async () => {
  const hasty = outgoing.fetcher({ reach: 'loopback', timeoutMs: 100 });
  const answer = await hasty(`${near.url}/endless`);
  await expect(answer.text()).rejects.toMatchObject({ code: 'remote_time_limit' });
});

it('ends with its caller', async () => {
  const controller = new AbortController();
  const answer = await call(`${near.url}/endless`, { signal: controller.signal });
  controller.abort(new Error('gone'));
  await expect(answer.text()).rejects.toThrow('gone');
});

it('ends with the time limit of its caller when memory was collected meanwhile, whatever it sent', async () => {
  const endless = `${near.url}/endless`;
  const soon = () => ({ signal: AbortSignal.timeout(300) });
  const original = new Request(near.url, soon());
  const answers = await Promise.all([
    call(endless, { method: 'POST', body: 'a', headers: { 'content-type': 'text/plain' }, ...soon() }),
    call(endless, { method: 'POST', body: new URLSearchParams({ a: '1' }), ...soon() }),
    call(endless, soon()),
    call(new Request(endless, original), {}),
  ]);
  // Once for all: a worker that has run hundreds of files takes seconds for it.
  collectGarbage();
  const ends = answers.map((answer) => expect(answer.text()).rejects.toMatchObject({ name: 'TimeoutError' }));
  await Promise.all(ends);
  // A copy follows the request that it was made of as long as that one is there.
  expect(original.signal.aborted).toBe(true);
});

it('says who cannot be reached, without the path', async () => {
  const gone = await startLoopback(() => {});
  await gone.stop();
  const failure = await call(`${gone.url}/secret?key=s`).catch((error) => error);
  const message = `${new URL(gone.url).host} cannot be reached: ECONNREFUSED.`;
  expect(failure).toMatchObject({ code: 'remote_unreachable', message });
  for (const path of ['/broken', '/json/broken'])
    await expect((await call(near.url + path)).text()).rejects.toMatchObject({ code: 'remote_unreachable' });
});
