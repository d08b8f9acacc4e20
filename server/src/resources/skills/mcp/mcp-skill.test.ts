/** Uses the service's own MCP protocol as a foreign server, then servers that misbehave. */
import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LoopbackServer, startLoopback } from '../../../../test/loopback.ts';
import { startTestService, type TestService } from '../../../../test/service.ts';
import { standstillOf } from '../../../../test/standstill.ts';

let service: TestService;
let broken: LoopbackServer;
const secret: Record<string, string> = {};

beforeAll(async () => {
  broken = await startLoopback(({ path, body }, response) => {
    if (path in hostile) answerMcp(hostile[path], JSON.parse(body || '{}'), response);
    else if (path === '/error') response.writeHead(500).end(`inner trouble with ${body}`);
    else if (path === '/garbage') response.setHeader('content-type', 'application/json').end('{"jsonrpc": "2.0"');
    else if (path === '/closed') response.destroy();
  });
  service = await startTestService({ SIBYL_OUTGOING_ALLOWED: '127.0.0.1' });
  for (const name of ['own', 'theirs']) await service.call('POST', '/projects', { name });
  await service.call('POST', '/projects/theirs/tables?name=flats', 'rooms,price\n1,100\n2,200\n', {
    'content-type': 'text/csv',
  });
  secret.own = (await service.call('POST', '/api/keys', { name: 'admin', role: 'admin' })).body.secret;
  const theirs = { name: 'reader', role: 'viewer', projects: ['theirs'] };
  secret.theirs = (await call('POST', '/api/keys', theirs)).body.secret;
});
afterAll(() => Promise.all([service.stop(), broken.stop()]));

const names = (count: number) => Array.from({ length: count }, (_, at) => `p${at}`);
const large = { type: 'object', properties: Object.fromEntries(names(500).map((name) => [name, { type: 'string' }])) };
const manyReferences = {
  type: 'object',
  $defs: { large },
  properties: Object.fromEntries(names(80).map((name) => [name, { $ref: '#/$defs/large' }])),
};
const slowPattern = { type: 'object', properties: { a: { type: 'string', pattern: '^(a+)+$' } } };

/** What hostile servers offer, by their path. */
const hostile: Record<string, { tools: object[]; nextCursor?: string }> = {
  '/references': { tools: [{ name: 'x', inputSchema: manyReferences, outputSchema: manyReferences }] },
  '/pattern': { tools: [{ name: 'x', inputSchema: slowPattern }] },
  '/many': { tools: names(9000).map((name) => ({ name, inputSchema: { type: 'object' } })) },
  '/endless': { tools: [{ name: 'x', inputSchema: { type: 'object' } }], nextCursor: 'more' },
};

let pages = 0;
function answerMcp(
  offered: (typeof hostile)[string],
  asked: { id?: number; method?: string },
  response: ServerResponse,
) {
  if (asked.id === undefined) {
    response.writeHead(asked.method ? 202 : 405).end();
    return;
  }
  if (asked.method === 'tools/list') pages += 1;
  const serverInfo = { name: 'hostile', version: '1' };
  const results: Record<string, object> = {
    initialize: { protocolVersion: '2025-06-18', capabilities: { tools: {} }, serverInfo },
    'tools/list': { ...offered, ...(offered.nextCursor ? { nextCursor: `page ${pages}` } : {}) },
    'tools/call': { content: [{ type: 'text', text: 'called' }], structuredContent: { called: true } },
  };
  const result = results[asked.method ?? ''];
  const answer = result ? { result } : { error: { code: -32601, message: 'no' } };
  response
    .setHeader('content-type', 'application/json')
    .end(JSON.stringify({ jsonrpc: '2.0', id: asked.id, ...answer }));
}

const call = (method: string, path: string, body?: unknown) =>
  service.call(method, path, body, { authorization: `Bearer ${secret.own}` });

async function skill(name: string, params: object) {
  const own = { url: `${service.url}/mcp`, headers: { Authorization: `Bearer ${secret.theirs}` } };
  const made = await call('POST', '/projects/own/skills', { name, type: 'mcp', params: { ...own, ...params } });
  if (made.status !== 201) throw new Error(made.text);
  expect(made.text).not.toContain(secret.theirs);
  return (test?: object) => call('POST', `/projects/own/skills/${name}/test`, test);
}

it('offers the listed tools of a server and runs them', async () => {
  const test = await skill('reader', { tools: ['query_tables', 'no_such_tool'] });
  const { tools, instructions } = (await test()).body;
  expect(tools).toMatchObject([{ name: 'reader__query_tables', parameters: { type: 'object' } }]);
  expect(instructions).toContain('does not offer no_such_tool');
  const { result } = (await test({ input: { project: 'theirs', sql: 'select sum(price) as total from flats' } })).body;
  expect(JSON.stringify(result.content)).toContain('300');
});

it('offers none of the others, and tells which there are when none is listed', async () => {
  const test = await skill('choosing', { tools: [] });
  const { tools, instructions, offered } = (await test()).body;
  expect(tools).toEqual([]);
  expect(offered).toContainEqual({ name: 'query_tables', description: expect.stringMatching(/\w/) });
  expect(instructions).toContain('query_tables');
  expect((await test({ tool: 'choosing__query_tables', input: {} })).body.code).toBe('tool_not_found');
});

it('gives what went wrong in a tool to the language model', async () => {
  const test = await skill('failing', { tools: ['query_tables'] });
  const { result } = (await test({ input: { project: 'theirs', sql: 'drop table flats' } })).body;
  expect(JSON.stringify(result.content)).toMatch(/query_refused|SELECT/);
});

it.each([
  ['an error', '/error', /MCP server at 127.0.0.1:\d+ did not answer as it should/],
  ['garbage', '/garbage', /did not answer as it should/],
  ['nothing', '/hang', /did not answer as it should/],
  ['a broken line', '/closed', /cannot be reached/],
])('says that a server answers %s, and none of its words', async (_name, path, detail) => {
  const test = await skill(path.slice(1), { url: broken.url + path, tools: ['x'], timeout_ms: 300 });
  const answer = await test();
  expect([answer.status, answer.body.detail]).toEqual([502, expect.stringMatching(detail)]);
  expect(answer.text).not.toMatch(/inner trouble|Bearer/);
});

it('calls no address inside', async () => {
  const test = await skill('inside', { url: 'http://10.0.0.1/mcp', tools: ['x'] });
  expect((await test()).body.code).toBe('address_not_allowed');
});

it('nobody waits for a server whose tool has a schema of many references', async () => {
  const test = await skill('references', { url: `${broken.url}/references`, tools: ['x'] });
  await test(); // loads the client
  const stood = await standstillOf(async () => {
    const { text, body } = await test({ input: {} });
    expect(body.result?.content ?? text).toEqual({ called: true });
  });
  expect(stood).toBeLessThan(50);
});

it('nobody waits for a server whose tool has a pattern without an end', async () => {
  const test = await skill('pattern', { url: `${broken.url}/pattern`, tools: ['x'] });
  const stood = await standstillOf(async () => {
    expect((await test({ input: { a: `${'a'.repeat(40)}!` } })).body.code).toBe('tool_failed');
  });
  expect(stood).toBeLessThan(50);
  expect((await test({ input: { a: 'aa' } })).body.result.content).toEqual({ called: true });
});

it('takes the first five hundred tools of a server', async () => {
  const test = await skill('many', { url: `${broken.url}/many`, tools: ['p1'] });
  const { offered, tools } = (await test()).body;
  expect([offered.length, tools.length]).toEqual([500, 1]);
});

it('a list of tools without an end is a server that does not answer as it should', async () => {
  pages = 0;
  const test = await skill('endless', { url: `${broken.url}/endless`, tools: ['x'] });
  expect((await test()).body.code).toBe('tool_failed');
  expect(pages).toBeLessThanOrEqual(20);
});
