/** Uses the service's own MCP protocol as a foreign server, then servers that misbehave. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LoopbackServer, startLoopback } from '../../../../test/loopback.ts';
import { startTestService, type TestService } from '../../../../test/service.ts';

let service: TestService;
let broken: LoopbackServer;
const secret: Record<string, string> = {};

beforeAll(async () => {
  broken = await startLoopback(({ path, body }, response) => {
    if (path === '/error') response.writeHead(500).end(`inner trouble with ${body}`);
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
