import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LoopbackServer, startLoopback } from '../../../../test/loopback.ts';
import type { TestService } from '../../../../test/service.ts';
import { shareTestService } from '../../../../test/shared-service.ts';
import { standstillOf } from '../../../../test/standstill.ts';

let service: TestService;
let project: string;
let near: LoopbackServer;
let skills = 0;

beforeAll(async () => {
  near = await startLoopback((request, response) => {
    const { pathname } = new URL(request.path, 'http://near');
    if (pathname === '/v1/broken') response.writeHead(500).end('no');
    else if (pathname === '/v1/large') response.end('x'.repeat(5000));
    else if (pathname === '/v1/never') response.write('on');
    else if (pathname === '/v1/inside') response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
    else response.setHeader('content-type', 'application/json').end(JSON.stringify({ saw: request.path }));
  });
  service = await shareTestService({ SIBYL_OUTGOING_ALLOWED: '127.0.0.1' });
  project = await service.project();
});
afterAll(() => Promise.all([service.stop(), near.stop()]));

const create = (params: object) => {
  skills += 1;
  const body = { name: `http_${skills}`, type: 'http', params: { base_url: `${near.url}/v1/`, ...params } };
  return service.call('POST', `/projects/${project}/skills`, body);
};

async function skill(params: object) {
  const { body, text } = await create(params);
  if (body?.type !== 'http') throw new Error(text);
  return (test?: object) => service.call('POST', `/projects/${project}/skills/${body.name}/test`, test);
}

const home = {
  name: 'home',
  path: '/homes/{id}',
  parameters: [
    { name: 'id', in: 'path', schema: { type: 'integer' } },
    { name: 'fields', description: 'which', schema: { type: 'array', items: { type: 'string' } } },
  ],
};

it('sends a listed request with its parameters and headers, and answers status and body', async () => {
  const test = await skill({ requests: [home], headers: { 'X-Own': 'k' } });
  const { result } = (await test({ input: { id: 7, fields: ['a b', 'c&d'] } })).body;
  expect(result.content).toEqual({ status: 200, body: { saw: '/v1/homes/7?fields=a+b&fields=c%26d' } });
  expect(result.details).toEqual({ method: 'GET', path: '/v1/homes/7', status: 200 });
  expect(near.requests.at(-1)!.headers).toMatchObject({ 'x-own': 'k' });
});

it('sends a body where one is described', async () => {
  const body = { type: 'object', properties: { rooms: { type: 'integer' } }, required: ['rooms'] };
  const test = await skill({ requests: [{ name: 'add', method: 'POST', path: '/homes', body }] });
  expect((await test({ input: { body: {} } })).body.errors[0].pointer).toBe('/body/rooms');
  await test({ input: { body: { rooms: 2 } } });
  expect(near.requests.at(-1)).toMatchObject({ method: 'POST', path: '/v1/homes', body: '{"rooms":2}' });
});

it.each(['../admin', '..', '', 'a/../../b', '%2e%2e', 'x?y=1', '//evil.example'])(
  'stays under its path with the value %j',
  async (id) => {
    const request = { ...home, parameters: [{ name: 'id', in: 'path' }] };
    const test = await skill({ requests: [request] });
    const before = near.requests.length;
    const { status } = await test({ input: { id } });
    const sent = near.requests.slice(before);
    expect(status === 400 ? sent : sent[0].path).toEqual(status === 400 ? [] : `/v1/homes/${encodeURIComponent(id)}`);
  },
);

it('gives the status of a failure to the language model', async () => {
  const test = await skill({ requests: [{ name: 'broken', path: '/broken' }] });
  expect((await test({ input: {} })).body.result.content).toEqual({ status: 500, body: 'no' });
});

it.each([
  ['too large', { path: '/large' }, { max_bytes: 1000 }, 'remote_answer_too_large'],
  ['endless', { path: '/never' }, { timeout_ms: 200 }, 'remote_time_limit'],
  ['a redirect inside', { path: '/inside' }, {}, 'address_not_allowed'],
  ['a private address', { path: '/' }, { base_url: 'http://10.0.0.1' }, 'address_not_allowed'],
  ['another loopback address', { path: '/' }, { base_url: 'http://[::1]:1234' }, 'address_not_allowed'],
])('refuses an answer that is %s', async (_name, request, params, code) => {
  const test = await skill({ requests: [{ name: 'get', ...request }], ...params });
  expect((await test({ input: {} })).body.code).toBe(code);
});

const openapi = {
  openapi: '3.1.0',
  servers: [{ url: '/relative' }, { url: 'https://api.example.com/v2' }],
  paths: {
    '/homes/{id}': {
      parameters: [{ $ref: '#/components/parameters/id' }],
      get: { operationId: 'getHome', summary: 'One home', parameters: [{ name: 'Trace', in: 'header' }] },
      delete: { operationId: 'deleteHome' },
      put: {
        operationId: 'putHome',
        requestBody: { content: { 'application/json': { schema: { $ref: '#/components/schemas/Home' } } } },
      },
    },
  },
  components: {
    parameters: { id: { name: 'id', in: 'path', required: true, schema: { type: 'string' } } },
    schemas: { Home: { type: 'object', properties: { next: { $ref: '#/components/schemas/Home' } } } },
  },
};

it('reads the operations of an OpenAPI document that only read', async () => {
  const test = await skill({ openapi });
  const { tools } = (await test()).body;
  expect(tools).toMatchObject([{ description: 'One home', parameters: { required: ['id'] } }]);
  expect((await test({ input: { id: 'a' } })).body.result.content.body).toEqual({ saw: '/v1/homes/a' });
});

it('offers those that change something only when they are named', async () => {
  const test = await skill({ openapi: JSON.stringify(openapi), operations: ['putHome'] });
  expect((await test()).body.tools).toHaveLength(1);
  await test({ input: { id: 'a', body: { next: { next: {} } } } });
  expect(near.requests.at(-1)).toMatchObject({ method: 'PUT', body: '{"next":{"next":{}}}' });
});

it('applies the merge keys of YAML, and takes digits for names', async () => {
  const lines = ['openapi: 3.1.0', 'x-get: &get', '  parameters: [{ name: 1, in: query, required: true }]'];
  lines.push('paths:', '  /homes:', '    get: { <<: *get, operationId: 7, summary: Seventh }');
  const test = await skill({ openapi: lines.join('\n'), operations: ['7'] });
  expect((await test()).body.tools).toMatchObject([{ description: 'Seventh', parameters: { required: ['1'] } }]);
});

it('reads YAML with a line behind it and with tags of others, and says of two documents that it takes one', async () => {
  const lines = ['openapi: 3.1.0', 'x-made: !!timestamp 2026-01-01', 'x-all: !Join [a, !Sub { b: !Ref c }]', 'paths:'];
  const text = [...lines, '  /homes:', '    get: { operationId: homes, summary: !Ref All }', '---', ''].join('\n');
  const test = await skill({ openapi: text });
  expect((await test()).body.tools).toMatchObject([{ description: 'All' }]);
  const { body } = await create({ openapi: `${text}a: 1\n` });
  expect(body.errors[0]).toMatchObject({ pointer: '/params/openapi', detail: expect.stringContaining('2 documents') });
});

it('takes the server of the document when no other is given', async () => {
  const test = await skill({ base_url: undefined, openapi });
  expect((await test()).body.instructions).toContain('api.example.com');
});

it.each([
  ['neither requests nor a document', {}, '/params/requests'],
  ['both', { requests: [home], openapi }, '/params/requests'],
  ['no address', { base_url: undefined, requests: [home] }, '/params/base_url'],
  ['an address with a password', { base_url: 'http://a:b@c.example', requests: [home] }, '/params/base_url'],
  ['another scheme', { base_url: 'file:///etc', requests: [home] }, '/params/base_url'],
  ['a path of another host', { requests: [{ ...home, path: 'http://evil.example/{id}' }] }, '/params/requests/0/path'],
  ['a path without its parameter', { requests: [{ ...home, path: '/homes' }] }, '/params/requests/0/path'],
  ['two requests of one name', { requests: [home, home] }, '/params/requests/1/name'],
  ['an unknown method', { requests: [{ ...home, method: 'TRACE' }] }, '/params/requests/0/method'],
  ['a version that YAML reads as a number', { openapi: 'openapi: 3.1\npaths: {}' }, '/params/openapi'],
  ['a version that is none', { openapi: { openapi: '3.banana', paths: {} } }, '/params/openapi'],
  ['an old document', { openapi: { swagger: '2.0' } }, '/params/openapi'],
  ['a broken document', { openapi: '{"a": [' }, '/params/openapi'],
  ['an operation that is not there', { openapi, operations: ['buyHome'] }, '/params/operations/0'],
  ['a header that is not the skill to set', { requests: [home], headers: { Host: 'x' } }, '/params/headers/Host'],
  ['a header of two lines', { requests: [home], headers: { 'X-A': 'a\r\nX-B: b' } }, '/params/headers/X-A'],
])('refuses %s', async (_name, params, pointer) => {
  const { status, body } = await create(params);
  expect([status, body.errors[0].pointer]).toEqual([400, pointer]);
});

const names = (count: number) => Array.from({ length: count }, (_, at) => `p${at}`);

function documentOf(parameters: number, properties: number) {
  const one = (name: string) => ({ name, in: 'query', schema: { $ref: '#/components/schemas/large' } });
  const get = { operationId: 'ask', parameters: names(parameters).map(one) };
  const large = {
    type: 'object',
    properties: Object.fromEntries(names(properties).map((name) => [name, { type: 'string' }])),
  };
  return { openapi: '3.0.0', paths: { '/ask': { get } }, components: { schemas: { large } } };
}

it('nobody waits for two thousand parameters of one large schema, nor for their use', async () => {
  let made: Awaited<ReturnType<typeof create>> | undefined;
  const stood = await standstillOf(async () => {
    made = await create({ openapi: JSON.stringify(documentOf(2000, 4000)) });
  });
  expect(made?.body).toMatchObject({ code: 'invalid_input', errors: [{ pointer: '/params/openapi' }] });
  const test = await skill({ openapi: documentOf(150, 4000) });
  const { tools, instructions } = (await test()).body;
  expect(tools[0].parameters.properties.p149).toEqual({ type: 'string' });
  expect(instructions).toContain('too large to be told whole');
  const used = await standstillOf(async () => {
    const { body } = await test({ input: { p149: 'x' } });
    expect(body.result.content.body.saw).toContain('/ask?p149=x');
  });
  expect(Math.max(stood, used)).toBeLessThan(50);
});

it('tells a large body less deep rather than wrong', async () => {
  const leaf = { type: 'object', required: ['a', 'b'], properties: { a: { enum: names(30) }, b: { type: 'array' } } };
  const levels = names(400).map((name) => [name, { $ref: '#/components/schemas/leaf' }]);
  const body = { type: 'object', properties: Object.fromEntries(levels), required: ['p0'] };
  const post = { operationId: 'add', requestBody: { content: { 'application/json': { schema: body } } } };
  const openapi = { openapi: '3.0.0', paths: { '/add': { post } }, components: { schemas: { leaf } } };
  const test = await skill({ openapi, operations: ['add'] });
  expect((await test()).body.tools[0].parameters.properties.body.properties.p0).toEqual({});
  expect((await test({ input: { body: {} } })).body.errors[0].pointer).toBe('/body/p0');
  expect((await test({ input: { body: { p0: { a: 1 } } } })).status).toBe(200);
});

it('aliases that double themselves in YAML are refused', async () => {
  const lines = names(40).map((name, at) => `  ${name}: &${name} [${at === 0 ? 1 : `*p${at - 1}, *p${at - 1}`}]`);
  const { body } = await create({ openapi: `openapi: 3.0.0\nx:\n${lines.join('\n')}\n` });
  expect(body.errors[0]).toMatchObject({ pointer: '/params/openapi', detail: expect.stringContaining('alias') });
});

it('nobody waits for an OpenAPI text of seventy thousand lines', { tags: 'long' }, async () => {
  const lines = names(70_000).map((name) => `  ${name}: 1`);
  const stood = await standstillOf(async () => {
    const { body } = await create({ openapi: `openapi: 3.0.0\nx:\n${lines.join('\n')}\n` });
    expect(body.errors[0].pointer).toBe('/params/openapi');
  });
  expect(stood).toBeLessThan(100); // this thread also writes the request, of 690 kB, and passes it on
});
