import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestService, type TestService } from '../service.ts';
import { rawCall } from './raw-call.ts';

let service: TestService;

beforeAll(async () => {
  service = await startTestService({ SIBYL_MAX_JSON_BYTES: '2000' });
});
afterAll(() => service.stop());

const json = { 'content-type': 'application/json' };
const project = '/api/projects/default';

interface Request {
  headers?: Record<string, string>;
  body?: string;
}
type Case = [what: string, method: string, path: string, request: Request, status: number, code: string];

const bodies: Case[] = [
  ['no body', 'POST', '/projects', {}, 400, 'invalid_input'],
  ['an empty body', 'POST', '/projects', { headers: json, body: '' }, 400, 'invalid_json'],
  ['a blank body', 'POST', '/projects', { headers: json, body: '  \n' }, 400, 'invalid_json'],
  [
    'a form',
    'POST',
    '/projects',
    { headers: { 'content-type': 'text/plain' }, body: 'name=a' },
    415,
    'unsupported_media_type',
  ],
  ['no content type', 'POST', '/projects', { body: '{"name":"a"}' }, 415, 'unsupported_media_type'],
  [
    'a broken content type',
    'POST',
    '/projects',
    { headers: { 'content-type': ';;' }, body: '{}' },
    415,
    'unsupported_media_type',
  ],
  ['a body too large', 'POST', '/projects', { headers: json, body: ' '.repeat(2001) }, 413, 'body_too_large'],
  ['single quotes', 'POST', '/projects', { headers: json, body: "{'name': 'a'}" }, 400, 'invalid_json'],
  ['a comment', 'POST', '/projects', { headers: json, body: '{"name": "a"} // mine' }, 400, 'invalid_json'],
  ['NaN', 'POST', '/projects', { headers: json, body: '{"metadata": {"a": NaN}}' }, 400, 'invalid_json'],
  ['two values', 'POST', '/projects', { headers: json, body: '{"name":"a"}{"name":"b"}' }, 400, 'invalid_json'],
  [
    'broken JSON on GET',
    'GET',
    `${project}/models/m/describe`,
    { headers: json, body: '{"attribute"' },
    400,
    'invalid_json',
  ],
  [
    'an attribute that is a number',
    'GET',
    `${project}/models/m/describe`,
    { headers: json, body: '{"attribute":1}' },
    400,
    'invalid_input',
  ],
  [
    'a text for describe',
    'GET',
    `${project}/models/m/describe`,
    { headers: json, body: '"info"' },
    400,
    'invalid_input',
  ],
  ['a list for describe', 'GET', `${project}/models/m/describe`, { headers: json, body: '[]' }, 400, 'invalid_input'],
  [
    'an unknown field for describe',
    'GET',
    `${project}/models/m/describe`,
    { headers: json, body: '{"a/b":1}' },
    400,
    'invalid_input',
  ],
];

const addresses: Case[] = [
  ['an unknown address', 'GET', '/projekts', {}, 404, 'route_not_found'],
  ['an unknown address with a broken body', 'POST', '/projekts', { headers: json, body: '{' }, 404, 'route_not_found'],
  [
    'an unknown address with a strange body',
    'POST',
    '/a',
    { headers: { 'content-type': 'a/b' }, body: '{' },
    404,
    'route_not_found',
  ],
  ['an address below a record', 'GET', `${project}/models/m/predict/more`, {}, 404, 'route_not_found'],
  ['an empty name', 'GET', '/projects//models', {}, 400, 'invalid_input'],
  ['a path that climbs', 'GET', '/projects/../../../etc/passwd', {}, 404, 'route_not_found'],
  ['a name that climbs', 'GET', '/projects/..%2f..%2fetc%2fpasswd', {}, 404, 'project_not_found'],
  ['a dotted name', 'GET', '/projects/..', {}, 404, 'project_not_found'],
  ['a name of another script', 'GET', '/projects/%D7%A9%D7%9C%D7%95%D7%9D', {}, 404, 'project_not_found'],
  ['a name __proto__', 'GET', '/projects/__proto__', {}, 404, 'project_not_found'],
  ['a name constructor', 'GET', `${project}/models/constructor`, {}, 404, 'model_not_found'],
  ['an ID that is not there', 'GET', '/projects/prj_01JZ0000000000000000000000', {}, 404, 'project_not_found'],
  ['the project before the model', 'GET', '/projects/nowhere/models/nothing', {}, 404, 'project_not_found'],
  [
    'a model that is not there',
    'POST',
    `${project}/models/m/predict`,
    { headers: json, body: '[]' },
    404,
    'model_not_found',
  ],
  ['version 0', 'GET', `${project}/models/m.0`, {}, 404, 'model_not_found'],
  ['a table that is not there', 'GET', `${project}/tables/t/rows`, {}, 404, 'table_not_found'],
  ['a broken percent sign', 'GET', '/projects/%ZZ', {}, 400, 'malformed_request'],
  ['half a character', 'GET', '/projects/%F0%9F', {}, 400, 'malformed_request'],
  ['NUL in a name', 'GET', '/projects/a%00b', {}, 400, 'malformed_request'],
  ['NUL in a query', 'GET', '/projects?name=%00', {}, 400, 'malformed_request'],
  ['a name of 141 characters', 'GET', `/projects/${'a'.repeat(141)}`, {}, 400, 'invalid_input'],
  ['a name of 1,000 characters', 'GET', `/projects/${'a'.repeat(1000)}`, {}, 400, 'invalid_id'],
  ['an address of 20,000 characters', 'GET', `/projects?search=${'a'.repeat(20_000)}`, {}, 431, 'headers_too_large'],
];

const queries: Case[] = [
  ['limit 0', 'GET', '/projects?limit=0', {}, 400, 'invalid_input'],
  ['limit 1001', 'GET', '/projects?limit=1001', {}, 400, 'invalid_input'],
  ['limit in words', 'GET', '/projects?limit=ten', {}, 400, 'invalid_input'],
  ['limit empty', 'GET', '/projects?limit=', {}, 400, 'invalid_input'],
  ['limit twice', 'GET', '/projects?limit=1&limit=2', {}, 400, 'invalid_input'],
  ['name twice', 'GET', '/projects?name=a&name=b', {}, 400, 'invalid_input'],
  ['sort unknown', 'GET', '/projects?sort=size', {}, 400, 'invalid_input'],
  ['a cursor of somebody else', 'GET', '/projects?cursor=abc', {}, 400, 'invalid_input'],
  [
    'a cursor that holds NUL',
    'GET',
    `/projects?cursor=${Buffer.from('["\\u0000","a"]').toString('base64url')}`,
    {},
    400,
    'invalid_input',
  ],
  ['a cursor of rows that is none', 'GET', `${project}/tables/t/rows?cursor=-1`, {}, 400, 'invalid_input'],
  ['a status unknown', 'GET', `${project}/models?status=done`, {}, 400, 'invalid_input'],
  ['a parameter unknown', 'GET', '/projects?page=2', {}, 400, 'invalid_input'],
  ['a parameter where none is taken', 'GET', `${project}?cascade=true`, {}, 400, 'invalid_input'],
  ['cascade in words', 'DELETE', `${project}?cascade=yes`, {}, 400, 'invalid_input'],
  ['an attribute unknown', 'GET', `${project}/models/m/describe?attribute=all`, {}, 400, 'invalid_input'],
  ['an attribute __proto__', 'GET', `${project}/models/m/describe?attribute=__proto__`, {}, 400, 'invalid_input'],
  ['an attribute constructor', 'GET', `${project}/models/m/describe?attribute=constructor`, {}, 400, 'invalid_input'],
];

const headers: Case[] = [
  ['XML wanted', 'GET', '/projects', { headers: { accept: 'application/xml' } }, 406, 'not_acceptable'],
  ['JSON unwanted', 'GET', '/projects', { headers: { accept: 'application/json;q=0' } }, 406, 'not_acceptable'],
  [
    'events where there are none',
    'GET',
    '/projects',
    { headers: { accept: 'text/event-stream' } },
    406,
    'not_acceptable',
  ],
  ['another host', 'GET', '/projects', { headers: { host: 'evil.example' } }, 403, 'forbidden_host'],
  ['another origin', 'GET', '/projects', { headers: { origin: 'http://evil.example' } }, 403, 'forbidden_origin'],
  ['headers too large', 'GET', '/projects', { headers: { 'x-a': 'a'.repeat(20_000) } }, 431, 'headers_too_large'],
  [
    'an empty idempotency key',
    'POST',
    '/projects',
    { headers: { ...json, 'idempotency-key': '' }, body: '{"name":"i"}' },
    400,
    'invalid_input',
  ],
  [
    'a long idempotency key',
    'POST',
    '/projects',
    { headers: { ...json, 'idempotency-key': 'a'.repeat(256) }, body: '{"name":"i"}' },
    400,
    'invalid_input',
  ],
  ['a method of no standard', 'FOO', '/projects', {}, 400, 'malformed_request'],
];

const all = [...bodies, ...addresses, ...queries, ...headers];

test.each(all)('%s', async (_what, method, path, request, status, code) => {
  const answer = await rawCall(service, method, path, request);
  expect(answer.body).toMatchObject({ status, code, type: `/errors/${code}` });
  expect(answer.body.detail).toMatch(/\w.*\.$/);
  expect(answer.status).toBe(status);
  expect(answer.headers['content-type']).toMatch(/^application\/problem\+json\b/);
});

test.each([
  ['PATCH', '/projects/default', 'GET, HEAD, PUT, DELETE'],
  ['DELETE', '/v1/api/projects', 'GET, HEAD, POST'],
  ['GET', `${project}/models/m/predict`, 'POST'],
  ['POST', `${project}/models/m/describe`, 'GET, HEAD'],
  ['QUERY', '/health/live', 'GET, HEAD'],
  ['OPTIONS', '/v1/api/api/projects/default/query', 'POST'],
  ['TRACE', '/projects', 'GET, HEAD, POST'],
])('%s %s is told which methods there are', async (method, path, allow) => {
  const answer = await rawCall(service, method, path);
  expect(answer.body).toMatchObject({ status: 405, code: 'method_not_allowed' });
  expect(answer.headers.allow).toBe(allow);
});

test('broken JSON is told by line and column', async () => {
  const answer = await rawCall(service, 'POST', '/projects', { headers: json, body: '{\n  "name": a\n}' });
  expect(answer.body).toMatchObject({ code: 'invalid_json', line: 2, column: 11 });
});

test('a body too large is told the figure', async () => {
  const answer = await rawCall(service, 'POST', '/projects', { headers: json, body: `"${'a'.repeat(2000)}"` });
  expect(answer.body).toMatchObject({ code: 'body_too_large', limit: 2000 });
  expect(answer.body.detail).toContain('2000 bytes');
});

test('a caller finds its request ID in the failure, a bad one is replaced', async () => {
  const own = await rawCall(service, 'GET', '/nowhere', { headers: { 'x-request-id': 'my-request-1' } });
  const bad = await rawCall(service, 'GET', '/nowhere', { headers: { 'x-request-id': 'a"b' } });
  expect(own.body.instance).toBe('my-request-1');
  expect(own.headers['x-request-id']).toBe('my-request-1');
  expect(bad.body.instance).toMatch(/^req_/);
});

test('an unknown attribute is told the known ones', async () => {
  const answer = await rawCall(service, 'GET', `${project}/models/m/describe?attribute=all`);
  expect(answer.body.errors[0]).toMatchObject({ pointer: '?attribute', code: 'not_allowed' });
  expect(answer.body.detail).toContain(
    'info, features, importances, importance, model, plan, jsonai, accuracies, accuracy, calibration',
  );
  expect(answer.body.detail).toContain('residuals, dependence, data, progress');
});

test('every error code has its page', async () => {
  const { body: problem } = await service.call('GET', '/nowhere');
  const page = await service.call('GET', problem.type);
  expect(page.body).toMatchObject({ code: 'route_not_found', status: 404, title: problem.title });
});
