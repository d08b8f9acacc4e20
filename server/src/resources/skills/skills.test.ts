import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LoopbackServer, startLoopback } from '../../../test/loopback.ts';
import type { TestService } from '../../../test/service.ts';
import { shareTestService } from '../../../test/shared-service.ts';

let service: TestService;
let project: string;
let near: LoopbackServer;

beforeAll(async () => {
  near = await startLoopback((_request, response) => response.end('{}'));
  service = await shareTestService({ SIBYL_OUTGOING_ALLOWED: '127.0.0.1' });
  project = await service.project();
  await service.call('POST', `/projects/${project}/agents`, { name: 'other' });
  const content = 'rooms,city,price\n1,Rome,10\n2,Oslo,30\n';
  await service.call('POST', `/projects/${project}/tables?name=homes`, content, { 'content-type': 'text/csv' });
});
afterAll(() => Promise.all([service.stop(), near.stop()]));

const at = (skill = '') => `/projects/${project}/skills${skill && `/${skill}`}`;
const create = (body: object) => service.call('POST', at(), body);
const sql = (name: string, params: object = {}) => ({ name, type: 'sql', params });
const http = (name: string, params: object = {}) => ({
  name,
  type: 'http',
  params: { base_url: near.url, requests: [{ name: 'get', path: '/x' }], ...params },
});

it('is created, read by name and ID, listed, changed and deleted', async () => {
  const created = await create({ ...sql('rentals', { tables: ['homes'] }), description: 'Homes' });
  expect(created).toMatchObject({ status: 201, body: { type: 'sql', project, agents: [], agent_ids: [] } });
  expect(created.headers.get('location')).toBe(`/api/projects/${project}/skills/rentals`);
  expect((await service.call('GET', at(created.body.id))).body).toEqual(created.body);
  expect((await service.call('GET', `${at()}?search=RENT`)).body).toEqual([created.body]);
  const changed = await service.call('PUT', at('rentals'), { description: 'Flats', params: { max_rows: 5 } });
  expect(changed.body).toMatchObject({ description: 'Flats', params: { tables: ['homes'], max_rows: 5 } });
  expect((await service.call('DELETE', at('rentals'))).status).toBe(204);
  expect((await service.call('GET', at('rentals'))).body.code).toBe('skill_not_found');
});

it.each([
  ['text2sql', { tables: ['homes'] }, 'sql'],
  ['sql', {}, 'sql'],
  ['agent', { agent: 'other' }, 'agent'],
])('takes the type %s', async (type, params, stored) => {
  const { body } = await create({ skill: { name: `spelt_${type}`, type, params } });
  expect(body.type).toBe(stored);
});

it('takes the params that existing clients send, shows them as sent, and answers from them', async () => {
  const params = { tables: ['files.homes'], database: 'files', description: 'Homes to rent' };
  const made = await create({ skill: { name: 'from_elsewhere', type: 'sql', params } });
  expect(made).toMatchObject({ status: 201, body: { description: 'Homes to rent', params } });
  const { body } = await service.call('POST', `${at('from_elsewhere')}/test`, {
    input: { sql: 'select count(*) as n from homes' },
  });
  expect(body.result.content).toBeDefined();
  const changed = { type: 'sql', params: { ...params, database: project, tables: ['homes'], description: 'Flats' } };
  expect((await service.call('PUT', at('from_elsewhere'), { skill: changed })).body.description).toBe('Flats');
});

it.each([
  [{ database: 'nowhere', tables: ['homes'] }, 404, undefined],
  [{ database: 'one', connection: 'other' }, 400, '/params/database'],
  [{ database: 7 }, 400, '/params/database'],
  [{ description: 7 }, 400, '/params/description'],
])('refuses the database or description %o', async (params, status, pointer) => {
  const answer = await create(sql('refused', params));
  expect([answer.status, answer.body.errors?.[0].pointer]).toEqual([status, pointer]);
});

it('takes a key of params away by null, and nothing else', async () => {
  await create(sql('shrinking', { tables: ['homes'], max_rows: 5 }));
  const { body } = await service.call('PUT', at('shrinking'), { params: { tables: null } });
  expect(body.params).toEqual({ max_rows: 5 });
});

it.each([
  ['an unknown type', { name: 'x', type: 'oracle' }, 400, '/type'],
  ['no type', { name: 'x' }, 400, '/type'],
  ['a bad name', { name: 'a b', type: 'sql' }, 400, '/name'],
  ['an unknown field', { name: 'x', type: 'sql', colour: 1 }, 400, '/colour'],
  ['an unknown param', sql('x', { table: ['homes'] }), 400, '/params/table'],
  ['a param of another kind', sql('x', { max_rows: 'all' }), 400, '/params/max_rows'],
  ['no tables at all', sql('x', { tables: [] }), 400, '/params/tables'],
  ['a time beyond the most', sql('x', { timeout_ms: 30_001 }), 400, '/params/timeout_ms'],
  ['an unknown table', sql('x', { tables: ['nowhere'] }), 404, undefined],
  ['an unknown connection', sql('x', { connection: 'nowhere' }), 404, undefined],
  ['an unknown model', { name: 'x', type: 'predict', params: { models: ['nowhere'] } }, 404, undefined],
  ['no model', { name: 'x', type: 'predict' }, 400, '/params/models'],
  ['an unknown base', { name: 'x', type: 'retrieval', params: { knowledge_bases: ['nowhere'] } }, 404, undefined],
  ['no agent', { name: 'x', type: 'agent' }, 400, '/params/agent'],
  [
    'a program',
    { name: 'x', type: 'mcp', params: { url: 'https://example.com/', command: 'sh', tools: [] } },
    400,
    '/params/command',
  ],
  ['an MCP file', { name: 'x', type: 'mcp', params: { url: 'file:///bin/sh', tools: [] } }, 400, '/params/url'],
  ['no list of tools', { name: 'x', type: 'mcp', params: { url: 'https://example.com/' } }, 400, '/params/tools'],
])('refuses %s', async (_name, body, status, pointer) => {
  const answer = await create(body);
  expect([answer.status, answer.body.errors?.[0].pointer]).toEqual([status, pointer]);
});

it('has one name once, and does not change its type', async () => {
  await create(sql('once'));
  await create(sql('twice'));
  expect((await create(sql('once'))).body.code).toBe('name_taken');
  expect((await service.call('PUT', at('twice'), { name: 'once' })).body.code).toBe('name_taken');
  expect((await service.call('PUT', at('once'), { type: 'http' })).body.errors[0].pointer).toBe('/type');
  expect((await service.call('PUT', at('nowhere'), {})).status).toBe(404);
});

it('keeps the record of who was faster', async () => {
  const { headers } = await create(sql('contested'));
  const stale = { 'if-match': headers.get('etag')! };
  expect((await service.call('PUT', at('contested'), { description: 'new' }, stale)).status).toBe(200);
  expect((await service.call('PUT', at('contested'), { description: 'old' }, stale)).status).toBe(412);
  expect((await service.call('DELETE', at('contested'), undefined, stale)).status).toBe(412);
});

it('shows no secret, and keeps what is sent back masked', async () => {
  const headers = { Authorization: 'Bearer hidden-1', 'X-Own': 'hidden-2' };
  const { text, body } = await create(http('caller', { headers }));
  expect(text).not.toContain('hidden');
  expect(body.params.headers).toEqual({ Authorization: '********', 'X-Own': '********' });
  await service.call('PUT', at('caller'), { params: { headers: { Authorization: '********' } } });
  await service.call('POST', `${at('caller')}/test`, { input: {} });
  expect(near.requests.at(-1)!.headers).toMatchObject({ authorization: 'Bearer hidden-1' });
  expect(near.requests.at(-1)!.headers).not.toHaveProperty('x-own');
});

it('takes no mask for a secret', async () => {
  const { body } = await create(http('masked', { headers: { 'X-Own': '********' } }));
  expect(body.errors[0].pointer).toBe('/params/headers/X-Own');
});

it('sends a secret to no other host than it was given for', async () => {
  await create(http('moved', { headers: { 'X-Own': 'hidden' } }));
  const base_url = 'https://elsewhere.example';
  const refused = await service.call('PUT', at('moved'), { params: { base_url } });
  expect(refused).toMatchObject({ status: 400, body: { errors: [{ pointer: '/params/headers' }] } });
  const anew = await service.call('PUT', at('moved'), { params: { base_url, headers: { 'X-Own': 'other' } } });
  expect(anew.status).toBe(200);
});

it('is listed by agent, and kept while an agent uses it', async () => {
  await create(sql('used'));
  await service.call('POST', `/projects/${project}/agents`, { name: 'analyst', skills: ['used'] });
  const { body } = await service.call('GET', `${at()}?agent=analyst`);
  expect(body).toMatchObject([{ name: 'used', agents: ['analyst'] }]);
  expect((await service.call('GET', `${at()}?agent=${body[0].agent_ids[0]}`)).body).toEqual(body);
  const kept = await service.call('DELETE', at('used'));
  expect(kept).toMatchObject({ status: 409, body: { code: 'skill_in_use', agents: ['analyst'] } });
  expect(kept.body.detail).toContain('analyst');
  expect((await service.call('DELETE', `${at('used')}?force=true`)).status).toBe(204);
  expect((await service.call('GET', `${at()}?agent=analyst`)).body).toEqual([]);
  expect((await service.call('GET', `${at()}?agent=nobody`)).body.code).toBe('agent_not_found');
});

it('belongs to its project alone', async () => {
  await create(sql('own'));
  const other = await service.project();
  expect((await service.call('GET', `/projects/${other}/skills/own`)).status).toBe(404);
  expect((await service.call('GET', `/projects/${other}/skills`)).body).toEqual([]);
  expect((await service.call('POST', `/projects/${other}/skills`, sql('x', { tables: ['homes'] }))).status).toBe(404);
  expect((await service.call('DELETE', `/projects/${project}`)).body.detail).toContain('skill');
});
