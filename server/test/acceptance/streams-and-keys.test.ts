/** A stream sends no byte after its key lost the right to it, from before the commit of the change. */
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../service.ts';

let service: TestService;
let talker: Server;
let admin: Record<string, string>;
let keys = 0;
const rows = Array.from({ length: 3000 }, (_, index) => `${index % 7},${index},${(index * 7919) % 1000}`).join('\n');

/** A language model whose answer never ends. */
function startTalker(): Promise<Server> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    const timer = setInterval(() => {
      const choices = [{ index: 0, delta: { content: 'word ' }, finish_reason: null }];
      response.write(`data: ${JSON.stringify({ id: 'c', object: 'chat.completion.chunk', created: 1, choices })}\n\n`);
    }, 5);
    response.once('close', () => clearInterval(timer));
  }).listen(0, '127.0.0.1');
  return new Promise((resolve) => server.once('listening', () => resolve(server)));
}

beforeAll(async () => {
  [service, talker] = await Promise.all([startTestService({ SIBYL_OUTGOING_ALLOWED: '127.0.0.1' }), startTalker()]);
  const { secret } = (await service.call('POST', '/api/keys', { name: 'admin', role: 'admin' })).body;
  admin = { authorization: `Bearer ${secret}` };
  for (const name of ['here', 'there']) await service.call('POST', '/projects', { name }, admin);
  const base_url = `http://127.0.0.1:${(talker.address() as AddressInfo).port}/v1`;
  const model = { provider: 'openai_compatible', model_name: 'talker', base_url, api_key: 'sk-some' };
  await service.call('POST', '/projects/here/agents', { name: 'desk', model }, admin);
  const csv = { ...admin, 'content-type': 'text/csv' };
  await service.call('POST', '/projects/here/tables?name=homes', `a,b,c\n${rows}\n`, csv);
  const options = { time_budget_seconds: 600 };
  await service.call(
    'POST',
    '/projects/here/models',
    { name: 'slow', target: 'c', from: { table: 'homes' }, options },
    admin,
  );
});
afterAll(async () => {
  await service.call('POST', '/projects/here/models/slow/cancel', undefined, admin);
  await service.stop();
  talker.closeAllConnections();
  talker.close();
});

async function makeKey(role = 'editor', projects: string[] | null = ['here', 'there']) {
  keys += 1;
  const { body } = await service.call('POST', '/api/keys', { name: `key_${keys}`, role, projects }, admin);
  return { id: String(body.id), headers: { authorization: `Bearer ${body.secret}` } };
}

interface Opening {
  method: string;
  path: string;
  body?: object;
}

const question = { messages: [{ role: 'user', content: 'Talk.' }] };
const call = { name: 'ask_agent', arguments: { project: 'here', agent: 'desk', question: 'Talk.' } };
const openings: Record<string, Opening> = {
  'the events of a project': { method: 'GET', path: '/projects/here/events' },
  'a training': { method: 'GET', path: '/projects/here/models/slow/events' },
  'an answer of an agent': { method: 'POST', path: '/projects/here/agents/desk/completions/stream', body: question },
  'an answer to a client of OpenAI': {
    method: 'POST',
    path: '/v1/chat/completions',
    body: { model: 'here/desk', stream: true, ...question },
  },
  'an answer to a client of MCP': {
    method: 'POST',
    path: '/mcp',
    body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: call },
  },
};

/** Opens a stream; returns its bytes as they arrive, and whether it continues. */
async function open({ method, path, body }: Opening, headers: object) {
  const { hostname, port } = new URL(service.url);
  const accept = path === '/mcp' ? 'application/json, text/event-stream' : 'text/event-stream';
  const all = { accept, ...(body ? { 'content-type': 'application/json' } : {}), ...headers };
  const outgoing = request({ hostname, port, method, path, agent: false, headers: all });
  const state = { bytes: 0, isOpen: true, status: 0 };
  const take = (incoming: IncomingMessage) => {
    state.status = incoming.statusCode ?? 0;
    incoming.on('data', (chunk: Buffer) => {
      state.bytes += chunk.length;
    });
    incoming.on('error', () => {});
  };
  outgoing.once('response', take).on('error', () => {});
  outgoing.once('close', () => {
    state.isOpen = false;
  });
  outgoing.end(body && JSON.stringify(body));
  return state;
}

/** Causes an event in every stream of the project. */
let stirred = 0;
const stir = () => {
  stirred += 1;
  return service.call('PUT', '/projects/here', { description: `change ${stirred}` }, admin);
};

const changes: Record<string, (id: string) => Promise<unknown>> = {
  rotated: (id) => service.call('POST', `/api/keys/${id}/rotate`, undefined, admin),
  revoked: (id) => service.call('DELETE', `/api/keys/${id}`, undefined, admin),
  'narrowed to another project': (id) => service.call('PUT', `/api/keys/${id}`, { projects: ['there'] }, admin),
};

describe.each(Object.entries(openings))('a stream of %s', (name, opening) => {
  it.each(Object.entries(changes))('has no byte after its key is %s', async (_change, change) => {
    const key = await makeKey();
    const stream = await open(opening, key.headers);
    // A response to MCP arrives as a whole at its end, so only its start is awaited.
    if (name !== 'an answer to a client of MCP') await expect.poll(() => stream.bytes).toBeGreaterThan(0);
    else await pause(300);
    const storm = Promise.all(Array.from({ length: 20 }, stir));
    await change(key.id);
    const { bytes } = stream;
    await storm;
    await stir();
    await expect.poll(() => stream.isOpen).toBe(false);
    expect(stream.bytes).toBe(bytes);
  });
});

it('a stream of events has no byte after its key is demoted, nor after it has expired', async () => {
  const [demoted, expiring] = [await makeKey(), await makeKey()];
  const streams = await Promise.all(
    [demoted, expiring].map(({ headers }) => open(openings['the events of a project'], headers)),
  );
  for (const stream of streams) await expect.poll(() => stream.bytes).toBeGreaterThan(0);
  await service.call('PUT', `/api/keys/${demoted.id}`, { role: 'predictor' }, admin);
  await service.call(
    'PUT',
    `/api/keys/${expiring.id}`,
    { expires_at: new Date(Date.now() + 400).toISOString() },
    admin,
  );
  const before = streams[0].bytes;
  await pause(450);
  const later = streams[1].bytes;
  await stir();
  for (const stream of streams) await expect.poll(() => stream.isOpen).toBe(false);
  expect(streams.map(({ bytes }) => bytes)).toEqual([before, later]);
});

it('a stream goes on through changes that take nothing from it, and while the former secret holds', async () => {
  const key = await makeKey();
  const stream = await open(openings['the events of a project'], key.headers);
  await expect.poll(() => stream.bytes).toBeGreaterThan(0);
  await service.call('PUT', `/api/keys/${key.id}`, { role: 'viewer', projects: ['here'] }, admin);
  await service.call('POST', `/api/keys/${key.id}/rotate`, { overlap_seconds: 600 }, admin);
  const { bytes } = stream;
  await stir();
  await expect.poll(() => stream.bytes).toBeGreaterThan(bytes);
  expect(stream.isOpen).toBe(true);
});

it('a stream that a cookie opened ends when the browser signs out', async () => {
  const key = await makeKey();
  const secret = key.headers.authorization.slice('Bearer '.length);
  const signedIn = await service.call('POST', '/api/session', { key: secret });
  const cookie = String(signedIn.headers.get('set-cookie')).split(';')[0];
  const stream = await open(openings['the events of a project'], { cookie });
  await expect.poll(() => stream.bytes).toBeGreaterThan(0);
  await service.call('DELETE', '/api/session', undefined, { cookie });
  const { bytes } = stream;
  await stir();
  await expect.poll(() => stream.isOpen).toBe(false);
  expect(stream.bytes).toBe(bytes);
});
