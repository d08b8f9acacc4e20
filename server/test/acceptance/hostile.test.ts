/** Hostile input over HTTP is stored as data or refused with a clear error, and the service continues. */
import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { startTestService, type TestService } from '../service.ts';

const csv = { 'content-type': 'text/csv' };
const json = { 'content-type': 'application/json' };
/** Names that every object has, as JSON text, because a literal would set the prototype. */
const inherited =
  '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}},"toString":"x","hasOwnProperty":1}';
const patient = { timeout: 60_000 };
const keys = ['__proto__', 'constructor', 'toString', 'hasOwnProperty'];

let service: TestService;
let at: string;
beforeAll(async () => {
  service = await startTestService();
  at = `/projects/${await service.project()}`;
});
afterAll(async () => {
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  expect((await service.call('GET', '/health/ready')).status).toBe(200);
  await service.stop();
});

describe('names that every object has', () => {
  it('are kept in the metadata of a project', async () => {
    const made = await service.call('POST', '/projects', `{"name":"inherited","metadata":${inherited}}`, json);
    expect([made.status, Object.keys(made.body.metadata)]).toEqual([201, keys]);
    const read = await service.call('GET', '/projects/inherited');
    expect(JSON.stringify(read.body.metadata)).toBe(inherited);
  });

  it('are kept in the metadata of a document, and can be filtered by', async () => {
    await service.call('POST', `${at}/knowledge_bases`, { name: 'base' });
    const flat = '{"__proto__":"p","constructor":"c"}';
    const document = `{"name":"d","content":"Pets are welcome.","metadata":${flat}}`;
    expect((await service.call('POST', `${at}/knowledge_bases/base/documents`, document, json)).status).toBe(201);
    const search = (filter: string) =>
      service.call('POST', `${at}/knowledge_bases/base/search`, `{"query":"pets","filter":${filter}}`, json);
    const found = await search('{"__proto__":"p"}');
    expect([found.status, found.body.passages?.length ?? found.body]).toEqual([200, 1]);
    expect((await search('{"__proto__":"other"}')).body.passages).toEqual([]);
  });

  it('are kept as columns of uploads, of appended rows and of what queries answer', async () => {
    const header = keys.join(',');
    expect((await service.call('POST', `${at}/tables?name=odd`, `${header}\n1,2,3,4\n`, csv)).status).toBe(201);
    const more = '[{"__proto__":5,"constructor":6,"toString":7,"hasOwnProperty":8}]';
    expect((await service.call('POST', `${at}/tables/odd/rows`, more, json)).status).toBe(200);
    const rows = await service.call('GET', `${at}/tables/odd/rows`);
    expect(rows.text).toBe(`[{"__proto__":1,"constructor":2,"toString":3,"hasOwnProperty":4},${more.slice(1)}`);
    const answer = await service.call('POST', `${at}/query`, { sql: 'SELECT * FROM odd ORDER BY 1 LIMIT 1' });
    expect(answer.text).toContain('"rows":[{"__proto__":1,"constructor":2,"toString":3,"hasOwnProperty":4}]');
  });

  it('are no settings of anything', async () => {
    for (const [path, body] of [
      ['/skills', `{"name":"s","type":"sql","params":${inherited}}`],
      ['/chatbots', `{"name":"c","agent":"a","channel":{"type":"web"},"params":${inherited}}`],
      ['/connections', `{"name":"c","engine":"postgresql","parameters":${inherited}}`],
      ['/models', `{"name":"m","target":"a","from":{"rows":[{"a":1}]},"options":${inherited}}`],
    ])
      expect(await service.call('POST', at + path, body, json)).toMatchObject({
        status: 400,
        body: { code: 'invalid_input' },
      });
    const agent = await service.call('POST', `${at}/agents`, `{"name":"a","params":${inherited}}`, json);
    expect(JSON.stringify(agent.body.params), 'kept for other clients, without effect').toBe(inherited);
    const limits = await service.call('PUT', at, `{"limits":${inherited}}`, json);
    expect(limits.body.errors.map(({ pointer }: { pointer: string }) => pointer)).toEqual(
      keys.map((key) => `/limits/${key}`),
    );
  });
});

describe('too much of something', () => {
  const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`;

  it.each([
    ['JSON that nests deep', `{"name":"x","metadata":{"a":${deep(200)}}}`, 400, 'invalid_json'],
    ['JSON that nests half a million deep', deep(500_000), 400, 'invalid_json'],
    ['a metadata of 50,000 keys', `{"name":"x","metadata":${manyKeys(50_000)}}`, 400, 'invalid_input'],
    ['50,000 unknown fields', manyKeys(50_000), 400, 'invalid_input'],
    ['a text of a megabyte', `{"name":"${'x'.repeat(1_000_000)}"}`, 400, 'invalid_input'],
    ['a text of 9 MB', `{"name":"${'x'.repeat(9_000_000)}"}`, 413, 'body_too_large'],
    ['a body over the limit', `{"name":"${'x'.repeat(11_000_000)}"}`, 413, 'body_too_large'],
  ])('%s is refused', async (_what, body, status, code) => {
    const answer = await service.call('POST', '/projects', body, json);
    expect(answer).toMatchObject({ status, body: { code } });
    expect(answer.text.length).toBeLessThan(50_000);
  });

  it('rows of 20,000 columns are refused by name, not by a crash', async () => {
    const answer = await service.call('POST', `${at}/tables?name=wide`, `[${manyKeys(20_000)}]`, json);
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ code: 'too_many_columns' }] } });
  });

  it('an unauthenticated body is small', async () => {
    const answer = await service.call('POST', '/api/session', { key: 'x'.repeat(20_000) });
    expect(answer).toMatchObject({ status: 413, body: { code: 'body_too_large', limit: 16 * 1024 } });
  });

  it('headers beyond 16 KiB are refused', async () => {
    const socket = await open(service);
    socket.write(`GET /projects HTTP/1.1\r\nHost: localhost\r\n${'X-Bomb: aaaaaaaaaaaaaaaaaaaa\r\n'.repeat(2000)}\r\n`);
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 431 .*"code":"headers_too_large"/s);
  });
});

describe('a service short of memory', () => {
  /** A route that accepts large bodies. */
  const documents = '/projects/default/knowledge_bases/none/documents';
  const announce = async (service: TestService, bytes: number, sent: string) => {
    const socket = await open(service);
    socket.write(`POST ${documents} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n`);
    socket.write(`Content-Length: ${bytes}\r\n\r\n`);
    socket.write(sent);
    return socket;
  };
  const large = (service: TestService) => service.call('POST', documents, ' '.repeat(9_000_000), json);

  it('keeps no room for 1,010 bodies that are announced and do not come', async () => {
    const small = await start({ SIBYL_MEMORY_LIMIT_BYTES: String(2 ** 30) });
    for (let group = 0; group < 10; group += 1)
      await Promise.all(Array.from({ length: 101 }, () => announce(small, 1_000_000, '{')));
    expect((await large(small)).status).toBe(400);
  });

  it('turns large bodies away when too much has come, small ones not, and takes them again afterwards', async () => {
    const small = await start({ SIBYL_MEMORY_LIMIT_BYTES: String(2 ** 30) });
    const most = ' '.repeat(8_900_000);
    const held = await Promise.all(Array.from({ length: 20 }, () => announce(small, 9_000_000, most)));
    await vi.waitFor(async () => expect((await large(small)).status).toBe(503), patient);
    const refused = await large(small);
    expect(refused.body).toMatchObject({ code: 'overloaded', limit_name: 'body_bytes' });
    expect(refused.headers.get('retry-after')).toBe('2');
    expect((await small.call('POST', '/projects', { name: 'small' })).status).toBe(201);
    for (const socket of held) socket.destroy();
    await vi.waitFor(async () => expect((await large(small)).status).toBe(400), patient);
  });

  it('cuts a large body that stands still', { tags: 'long' }, async () => {
    const service = await start({});
    const socket = await announce(service, 1_000_000, '{"name":');
    expect(await readAll(socket)).toMatch(/^HTTP\/1\.1 408 .*"code":"request_timeout"/s);
  });

  it('cuts a request that trickles in for too long', async () => {
    const slow = await start({ SIBYL_REQUEST_TIMEOUT_MS: '1500' });
    const socket = await open(slow);
    socket.write('POST /projects HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n');
    socket.write('Content-Length: 100000\r\n\r\n{');
    const trickle = setInterval(() => socket.write(' '), 100);
    onTestFinished(() => clearInterval(trickle));
    expect(await readAll(socket)).toContain('HTTP/1.1 408');
  });
});

function manyKeys(count: number): string {
  return `{${Array.from({ length: count }, (_, index) => `"k${index}":${index}`).join()}}`;
}

async function start(environment: Record<string, string>): Promise<TestService> {
  const started = await startTestService(environment);
  onTestFinished(() => started.stop());
  return started;
}

async function open({ url }: TestService): Promise<Socket> {
  const { hostname, port } = new URL(url);
  const socket = connect(Number(port), hostname);
  socket.on('error', () => {}); // the service closes it after its response
  onTestFinished(() => void socket.destroy());
  await once(socket, 'connect');
  return socket;
}

async function readAll(socket: Socket): Promise<string> {
  let text = '';
  socket.on('data', (chunk) => {
    text += chunk;
  });
  await once(socket, 'close');
  return text;
}
