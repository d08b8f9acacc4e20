/** What a caller sends within the limits, however many members it has, holds nobody else up. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestService } from '../service.ts';
import { shareTestService } from '../shared-service.ts';
import { standstillOf } from '../standstill.ts';

let service: TestService;
let project: string;
beforeAll(async () => {
  service = await shareTestService();
  project = await service.project();
  const made = await service.call('POST', `/projects/${project}/knowledge_bases`, { name: 'kb' });
  expect(made.status).toBe(201);
});
afterAll(() => service.stop());

const members = (count: number, value: string) =>
  `{${Array.from({ length: count }, (_, index) => `"a${index}":${value}`)}}`;
const times = (count: number, piece: string) => `[${`${piece},`.repeat(count)}{}]`;
const chat = (rest: string) => `{"model":"x","messages":[{"role":"user","content":"a"}],${rest}}`;
const rpc = (method: string, params: string) => `{"jsonrpc":"2.0","id":1,"method":"${method}","params":${params}}`;

it.each<[what: string, place: string, body: string, type?: string]>([
  ['members of a document', 'knowledge_bases/kb/documents', members(300_000, '1')],
  [
    'members of its metadata',
    'knowledge_bases/kb/documents',
    `{"name":"d","content":"a","metadata":${members(300_000, '{}')}}`,
  ],
  ['members of a question', 'agents/desk/completions', members(300_000, '1')],
  ['params of an agent', 'agents', `{"name":"a","params":${members(15_000, '1')}}`],
  ['skills of an agent', 'agents', `{"name":"a","skills":${times(400_000, '1')}}`],
  ['messages that are none', '/v1/chat/completions', `{"model":"x","messages":${times(2_000_000, '1')}}`],
  ['tools', '/v1/chat/completions', chat(`"tools":${times(2_000_000, '{}')}`)],
  [
    'calls of tools',
    '/v1/chat/completions',
    `{"model":"x/y","messages":[{"role":"assistant","tool_calls":${times(700_000, '{}')}}]}`,
  ],
  ['columns of rows', 'models', `{"name":"a","target":"b","from":{"rows":[${members(100_000, '1')}]}}`],
  ['parts of a form', 'tables?name=a', '\r\n--x\r\n\r\n'.repeat(100_000), 'multipart/form-data; boundary=x'],
  ['inputs that are none', '/v1/responses', `{"model":"x","input":${times(500_000, '[[[1]]]')}}`],
  ['params of a message of MCP', '/mcp', rpc('tools/list', members(400_000, '1'))],
  ['short params of a message of MCP', '/mcp', rpc('tools/list', members(15_000, '1'))],
  ['messages of MCP', '/mcp', times(100_000, rpc('tools/list', '{}'))],
  [
    'rows to predict over MCP',
    '/mcp',
    rpc('tools/call', `{"name":"predict","arguments":{"rows":${times(500_000, '{"a":1}')}}}`),
  ],
  [
    'capabilities of a client of MCP',
    '/mcp',
    rpc('initialize', `{"capabilities":{"experimental":${members(15_000, '{}')}}}`),
  ],
])('%s', async (_, place, body, type = 'application/json') => {
  const path = place.startsWith('/') ? place : `/projects/${project}/${place}`;
  const headers = { 'content-type': type, accept: 'application/json, text/event-stream' };
  const measure = () =>
    standstillOf(async () => {
      const answer = await service.call('POST', path, body, headers);
      expect(answer.text).not.toBe('');
      if (!path.startsWith('/mcp')) expect(answer.status).toBeOneOf([400, 404, 413]);
    });
  // The bodies and the service share a process: what is collected of other tests in one of them is not collected twice.
  const held = [await measure()];
  while (held.length < 3 && Math.min(...held) >= 100) held.push(await measure());
  expect(Math.min(...held)).toBeLessThan(100);
});
