import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import { type AddressInfo, connect, Socket } from 'node:net';
import fastCheck from 'fast-check';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { lengthOfBody, readHead } from './read-head.ts';

const socket = new Socket();
const usual = ['POST /a/b HTTP/1.1', 'Host: localhost', 'Content-Type: application/json', 'Content-Length: 2'];
const read = (lines: readonly string[]) => readHead(lines.join('\r\n'), socket);

it('reads a usual head', () => {
  expect(read(usual)).toMatchObject({
    method: 'POST',
    url: '/a/b',
    headers: { host: 'localhost', 'content-type': 'application/json', 'content-length': '2' },
    rawHeaders: ['Host', 'localhost', 'Content-Type', 'application/json', 'Content-Length', '2'],
  });
});

it.each([
  ['another method', ['GET /a/b HTTP/1.1', ...usual.slice(1)]],
  ['another version', ['POST /a/b HTTP/1.0', ...usual.slice(1)]],
  ['an absolute address', ['POST http://localhost/a HTTP/1.1', ...usual.slice(1)]],
  ['a repeated header', [...usual, 'content-length: 3']],
  ['a repeated header of the same value', [...usual, 'content-length: 2']],
  ['another framing', [...usual, 'Transfer-Encoding: chunked']],
  ['an expectation', [...usual, 'Expect: 100-continue']],
  ['a connection to be closed', [...usual, 'Connection: close']],
  ['a connection to be closed, as old proxies say it', [...usual, 'Proxy-Connection: close']],
  ['a header on two lines', [...usual, 'X-A: b', ' c']],
  ['a space before the colon', [...usual, 'X-A : b']],
  ['a tab', [...usual, 'X-A: b\tc']],
  ['no space after the colon', [...usual, 'X-A:b']],
  ['a bare line feed', [...usual, 'X-A: b\nX-B: c']],
  ['a character beyond ASCII', [...usual, 'X-A: ñ']],
  ['no length', usual.slice(0, -1)],
  ['a length that is none', [...usual.slice(0, -1), 'Content-Length: 2, 2']],
  ['a header without a value', [...usual, 'X-A: ']],
  ['a long head', [...usual, `X-A: ${'b'.repeat(5000)}`]],
])('leaves %s to Node', (_name, lines) => {
  expect(read(lines)).toBeUndefined();
});

it.each(['0', '02', '+2', '-2', '2, 2', '2.0', '1e1', '0x2', '9999999999'])('takes %s for no length', (length) => {
  expect(lengthOfBody({ headers: { 'content-length': length } })).toBe(0);
});

// The service judges hosts itself.
const server = createServer({ requireHostHeader: false });
beforeAll(async () => {
  await once(server.listen(0, '127.0.0.1'), 'listening');
});
afterAll(() => server.close());

/** What Node reads of the same bytes; undefined when it refuses them. */
async function readByNode(head: string): Promise<IncomingMessage | undefined> {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const read = new Promise<IncomingMessage>((resolve) => {
    server.once('request', resolve);
  });
  client.write(`${head}\r\n\r\n[]`, 'latin1');
  const refused = once(client, 'data').then(() => undefined);
  const found = await Promise.race([read, refused]);
  server.removeAllListeners('request');
  client.destroy();
  return found;
}

it('reads nothing that Node would read differently', async () => {
  const name = fastCheck.constantFrom(
    'Host',
    'User-Agent',
    'X-A',
    'x-a',
    'Content-Length',
    'Cookie',
    'constructor',
    'Accept',
    'Te',
  );
  const value = fastCheck.oneof(
    fastCheck.constantFrom('2', 'a', 'a  b', 'a; b, c', '"', 'keep-alive', '', ' a', 'a ', 'a\t', 'a\rb', 'a\0', 'é'),
    fastCheck.string({ minLength: 1, maxLength: 8 }),
  );
  const between = fastCheck.oneof(
    { weight: 20, arbitrary: fastCheck.constant(': ') },
    { weight: 1, arbitrary: fastCheck.constantFrom(':', ' : ', ':  ', '=', '') },
  );
  const line = fastCheck.tuple(name, between, value).map((parts) => parts.join(''));
  const first = fastCheck.oneof(
    { weight: 5, arbitrary: fastCheck.constant('POST /a HTTP/1.1') },
    fastCheck.string({ maxLength: 6 }).map((path) => `POST /${path} HTTP/1.1`),
  );
  const head = fastCheck
    .tuple(first, fastCheck.array(line, { maxLength: 4 }))
    .map(([request, lines]) => [request, 'Content-Length: 2', ...lines].join('\r\n'));
  expect(await countEqual(head, { numRuns: 1500, seed: 10 })).toBeGreaterThan(150);
});

it('reads nothing that Node would read differently, whichever bytes of a usual head are others', async () => {
  const plain = Buffer.from([...usual, 'Connection: keep-alive', 'Accept: */*', 'X-A: b, c'].join('\r\n'), 'latin1');
  const place = fastCheck.nat(plain.length - 1);
  const change = fastCheck.record({
    place,
    cut: fastCheck.nat(2),
    bytes: fastCheck.uint8Array({ maxLength: 2 }),
  });
  const head = fastCheck
    .array(change, { minLength: 1, maxLength: 3 })
    .map((changes) => changes.reduce(changeBytes, plain).toString('latin1'));
  expect(await countEqual(head, { numRuns: 4000, seed: 11 })).toBeGreaterThan(400);
});

interface Change {
  place: number;
  cut: number;
  bytes: Uint8Array;
}

function changeBytes(head: Buffer, { place, cut, bytes }: Change): Buffer {
  return Buffer.concat([head.subarray(0, place), bytes, head.subarray(place + cut)]);
}

/** Returns how many heads are read; fails unless Node reads each of them as the same. */
async function countEqual(
  heads: fastCheck.Arbitrary<string>,
  parameters: fastCheck.Parameters<[string]>,
): Promise<number> {
  let accepted = 0;
  await fastCheck.assert(
    fastCheck.asyncProperty(heads, async (text) => {
      const ours = readHead(text, socket);
      if (ours === undefined) return;
      accepted += 1;
      const { method, url, headers, rawHeaders, httpVersion } = (await readByNode(text)) ?? {};
      expect({ method, url, headers: { ...headers }, rawHeaders, httpVersion }).toEqual({
        method: ours.method,
        url: ours.url,
        headers: ours.headers,
        rawHeaders: ours.rawHeaders,
        httpVersion: ours.httpVersion,
      });
    }),
    parameters,
  );
  return accepted;
}
