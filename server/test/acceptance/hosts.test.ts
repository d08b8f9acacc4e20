/** A request has one host, so that two programs that read it agree. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { rawBytes } from './raw-bytes.ts';

let service: TestService;
let here: string;
beforeAll(async () => {
  service = await startTestService();
  here = new URL(service.url).host;
});
afterAll(() => service.stop());

const get = (target: string, ...headers: string[]) =>
  rawBytes(service, `GET ${target} HTTP/1.1\r\n${headers.join('\r\n')}\r\nConnection: close\r\n\r\n`);

it('two Host headers are refused, equal ones too', async () => {
  for (const second of ['evil.example', here]) {
    const answer = await get('/projects', `Host: ${here}`, `hOST: ${second}`);
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"malformed_request"');
  }
});

it.each([
  'http://evil.example/projects',
  'HTTP://evil.example',
  'https://a@localhost/projects',
  'ftp://localhost/',
  'projects',
])('an address that is not ours is refused: %s', async (target) => {
  expect(await get(target, `Host: ${here}`)).toMatch(/^HTTP\/1\.1 400 /);
});

it('an address in full that names this host is its path', async () => {
  expect(await get(`http://${here}/projects`, `Host: ${here}`)).toMatch(/^HTTP\/1\.1 200 /);
  expect(await get(`http://${here}/v1/api/projects/default`, `Host: ${here}`)).toContain('"name":"default"');
  expect(await get(`http://${here}?x=1`, `Host: ${here}`)).toMatch(/^HTTP\/1\.1 200 /);
  const forbidden = await get('http://evil.example/projects', 'Host: evil.example');
  expect(forbidden).toMatch(/^HTTP\/1\.1 403 /);
});

it('requests in one go are each answered for themselves', async () => {
  const one = (path: string, id: string) => `GET ${path} HTTP/1.1\r\nHost: ${here}\r\nX-Request-Id: ${id}\r\n\r\n`;
  const text = await rawBytes(
    service,
    one('/projects', 'first-00001') + one('/nowhere', 'second-0002') + one('/health/live', 'third-00003'),
  );
  expect([...text.matchAll(/x-request-id: (\S+)/g)].map(([, id]) => id)).toEqual([
    'first-00001',
    'second-0002',
    'third-00003',
  ]);
  expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['200', '404', '200']);
});

it('a request smuggled in a body with two lengths is none', async () => {
  const inner = `GET /projects HTTP/1.1\r\nHost: ${here}\r\n\r\n`;
  for (const lengths of [
    `Content-Length: 4\r\nTransfer-Encoding: chunked`,
    `Content-Length: 0\r\nContent-Length: ${inner.length}`,
  ]) {
    const text = await rawBytes(service, `POST /projects HTTP/1.1\r\nHost: ${here}\r\n${lengths}\r\n\r\n${inner}`);
    expect([...text.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual(['400']);
  }
});

it.each([
  ['no Host', '', 'The request has no Host header.'],
  ['an expectation of nobody', 'Expect: nonsense', 'The header Expect may only be 100-continue.'],
])('%s is refused with a problem document', async (_what, header, detail) => {
  const answer = await get('/projects', ...(header === '' ? ['Accept: */*'] : [`Host: ${here}`, header]));
  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(answer).toMatch(/content-type: application\/problem\+json/i);
  expect(answer).toContain(detail);
});

it('the expectation 100-continue is met', async () => {
  const answer = await get('/projects', `Host: ${here}`, 'Expect: 100-Continue');
  expect(answer).toMatch(/^HTTP\/1\.1 100 Continue\r\n\r\nHTTP\/1\.1 200 /);
});
