import { Validator } from '@seriousme/openapi-schema-validator';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readOpenApi } from '../read-openapi.ts';
import { startTestService, type TestService } from '../service.ts';
import { type RawAnswer, rawCall } from './raw-call.ts';
import { chatbotSweep } from './sweeps/chatbots.ts';
import { evaluationSweep } from './sweeps/evaluations.ts';
import { knowledgeSweep } from './sweeps/knowledge.ts';
import { lookingSweep } from './sweeps/looking.ts';
import { monitoringSweep } from './sweeps/monitoring.ts';
import { predictionSweep } from './sweeps/predictions.ts';
import { sqlSweep } from './sweeps/sql.ts';
import { trashSweep } from './sweeps/trash.ts';
import { homes, trainModel } from './trained.ts';

interface Operation {
  operationId: string;
  summary: string;
  tags: string[];
  requestBody?: { content: Record<string, { schema?: object }> };
  responses: Record<string, { description: string; content?: Record<string, object> }>;
}

const document = readOpenApi();
const operations = Object.entries<Record<string, Operation>>(document.paths).flatMap(([path, methods]) =>
  Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);
const ajv = new Ajv2020({ strict: false, validateFormats: false }).addSchema(document, 'document');

let service: TestService;
const seen = new Set<string>();

beforeAll(async () => {
  service = await startTestService();
  await service.call('POST', '/projects', { name: 'swept' });
  const rows = JSON.stringify(homes);
  await service.call('POST', '/projects/swept/tables?name=homes', rows, { 'content-type': 'application/json' });
  await trainModel(service, 'swept', 'rent');
});
afterAll(() => service.stop());

test('the document is valid OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors).toBeUndefined();
  expect(valid).toBe(true);
});

test.each(operations)(
  '$operationId tells what a client generator needs',
  ({ operationId, summary, tags, requestBody, responses }) => {
    expect(operations.filter((one) => one.operationId === operationId)).toHaveLength(1);
    expect(summary).toMatch(/^\w.{5,}/);
    expect(document.tags).toContainEqual(expect.objectContaining({ name: tags[0] }));
    expect(Object.keys(responses)[0]).toMatch(/^2/);
    const content = requestBody?.content ?? {};
    // A file with several types has no example, unlike JSON.
    if (Object.keys(content).join() === 'application/json')
      expect(JSON.stringify(resolveReferences(content))).toMatch(/"examples?":/);
  },
);

interface Media {
  schema?: object;
  example?: unknown;
}

test.each(operations)('$operationId shows an example of what it answers, which its schema takes', (operation) => {
  expect((operation as { description?: string }).description).toMatch(/\w{3}/);
  const examples = Object.entries(operation.responses)
    .filter(([status]) => status.startsWith('2'))
    .flatMap(([status, { content = {} }]) =>
      Object.entries(content as Record<string, Media>).map(([type, { schema, example }]) => ({
        status,
        type,
        // A short schema may contain the example itself.
        example: example ?? (schema as { examples?: unknown[] }).examples?.[0],
      })),
    );
  const isFileAlone = examples.every(({ type }) => type === 'application/octet-stream');
  if (!isFileAlone) expect(examples.some(({ example }) => example !== undefined)).toBe(true);
  for (const { status, type, example } of examples) {
    if (example === undefined || !type.endsWith('json') || type === 'application/x-ndjson') continue;
    const pointer = ['paths', operation.path, operation.method, 'responses', status, 'content', type, 'schema'];
    const validate = ajv.compile({ $ref: `document#/${pointer.map(escapeFragment).join('/')}` });
    expect(validate(example) || validate.errors).toBe(true);
  }
});

/** A body and its examples may be references. */
function resolveReferences(value: unknown): unknown {
  const text = JSON.stringify(value);
  const names = [...text.matchAll(/#\/components\/schemas\/(\w+)/g)].map(([, name]) => name);
  return [value, ...names.map((name) => document.components.schemas[name])];
}

const json = { 'content-type': 'application/json' };
const anyAnswer = { accept: 'application/json, text/event-stream' };
const swept = '/projects/swept';

/** Nothing listens there. */
const shopConnection = JSON.stringify({
  name: 'shop',
  engine: 'postgresql',
  parameters: { host: '127.0.0.1', port: 9, database: 'shop', user: 'reader', ssl: 'disable' },
});

interface Sweep {
  headers?: Record<string, string>;
  body?: string;
}

const sweep: [operationId: string, method: string, path: string, request: Sweep, status: number][] = [
  ['getLiveness', 'GET', '/health/live', {}, 200],
  ['getLiveness', 'GET', '/health/live', { headers: { host: 'evil.example' } }, 403],
  ['getReadiness', 'GET', '/health/ready', {}, 200],
  ['getMetrics', 'GET', '/metrics', {}, 200],
  ['listErrorCodes', 'GET', '/errors', {}, 200],
  ['getErrorCode', 'GET', '/errors/internal', {}, 200],
  ['getErrorCode', 'GET', '/errors/none', {}, 400],
  ['getOpenApiJson', 'GET', '/openapi.json', {}, 200],
  ['getOpenApiYaml', 'GET', '/openapi.yaml', {}, 200],
  ['createProject', 'POST', '/projects', { headers: json, body: '{"name":"a"}' }, 201],
  ['createProject', 'POST', '/projects', { headers: json, body: '{"name":"a"}' }, 409],
  ['createProject', 'POST', '/projects', { headers: json, body: '{"name"' }, 400],
  ['createProject', 'POST', '/projects', { headers: { 'content-type': 'text/plain' }, body: 'a' }, 415],
  ['createProject', 'POST', '/projects', { headers: { ...json, 'idempotency-key': 'k' }, body: '{"name":"b"}' }, 201],
  ['createProject', 'POST', '/projects', { headers: { ...json, 'idempotency-key': 'k' }, body: '{"name":"c"}' }, 422],
  ['listProjects', 'GET', '/projects', {}, 200],
  ['listProjects', 'GET', '/projects?limit=0', {}, 400],
  ['listProjects', 'GET', '/projects', { headers: { accept: 'text/html' } }, 406],
  ['getProject', 'GET', swept, {}, 200],
  ['getProject', 'GET', '/projects/none', {}, 404],
  ['getProject', 'GET', '/projects/a%00', {}, 400],
  ['updateProject', 'PUT', swept, { headers: json, body: '{"description":"a"}' }, 200],
  ['updateProject', 'PUT', swept, { headers: { ...json, 'if-match': '"old"' }, body: '{}' }, 412],
  ['deleteProject', 'DELETE', swept, {}, 409],
  ['deleteProject', 'DELETE', '/projects/a', {}, 204],
  [
    'createTable',
    'POST',
    `${swept}/tables?name=one`,
    { headers: { 'content-type': 'text/csv' }, body: 'a,b\n1,2\n' },
    201,
  ],
  [
    'createTable',
    'POST',
    `${swept}/tables?name=one`,
    { headers: { 'content-type': 'text/csv' }, body: 'a,b\n1,2\n' },
    409,
  ],
  [
    'createTable',
    'POST',
    `${swept}/tables?name=two`,
    { headers: { 'content-type': 'text/csv' }, body: 'a,b\n1\n' },
    400,
  ],
  [
    'createTable',
    'POST',
    `${swept}/tables?name=two&types=%7B%22b%22:%22integer%22%7D`,
    { headers: { 'content-type': 'text/csv' }, body: 'a,b\n1,x\n' },
    422,
  ],
  [
    'previewTable',
    'POST',
    `${swept}/tables/preview?rows=1`,
    { headers: { 'content-type': 'text/csv' }, body: 'a,b\n1,2\n' },
    200,
  ],
  [
    'previewTable',
    'POST',
    `${swept}/tables/preview?types=%7B%22b%22:%22integer%22%7D`,
    { headers: { 'content-type': 'text/csv' }, body: 'a,b\n1,x\n' },
    422,
  ],
  ['listJobs', 'GET', `${swept}/jobs`, {}, 200],
  ['listJobs', 'GET', `${swept}/jobs?limit=0`, {}, 400],
  ['listEvents', 'GET', `${swept}/events`, {}, 200],
  ['listEvents', 'GET', `${swept}/events?cursor=9999`, {}, 410],
  ['listEvents', 'GET', `${swept}/events?type=none`, {}, 400],
  ['listAudit', 'GET', '/api/audit?limit=2', {}, 200],
  ['listAudit', 'GET', '/api/audit?outcome=maybe', {}, 400],
  ['listServiceEvents', 'GET', '/api/events?limit=2', {}, 200],
  [
    'createWebhook',
    'POST',
    `${swept}/webhooks`,
    { headers: json, body: '{"name":"hook","url":"http://127.0.0.1:1/","enabled":false}' },
    201,
  ],
  ['createWebhook', 'POST', `${swept}/webhooks`, { headers: json, body: '{"name":"x","url":"http://10.0.0.1/"}' }, 422],
  ['listWebhooks', 'GET', `${swept}/webhooks`, {}, 200],
  ['getWebhook', 'GET', `${swept}/webhooks/hook`, {}, 200],
  ['getWebhook', 'GET', `${swept}/webhooks/none`, {}, 404],
  ['updateWebhook', 'PUT', `${swept}/webhooks/hook`, { headers: json, body: '{"types":["sibyl.model.*"]}' }, 200],
  ['rotateWebhook', 'POST', `${swept}/webhooks/hook/rotate`, {}, 200],
  ['listDeliveries', 'GET', `${swept}/webhooks/hook/deliveries`, {}, 200],
  ['replayDelivery', 'POST', `${swept}/webhooks/hook/deliveries/none/replay`, {}, 404],
  ['deleteWebhook', 'DELETE', `${swept}/webhooks/hook`, {}, 204],
  ['createSkill', 'POST', `${swept}/skills`, { headers: json, body: '{"name":"asking","type":"text2sql"}' }, 201],
  ['createSkill', 'POST', `${swept}/skills`, { headers: json, body: '{"name":"asking","type":"sql"}' }, 409],
  ['createSkill', 'POST', `${swept}/skills`, { headers: json, body: '{"name":"x","type":"oracle"}' }, 400],
  ['listSkills', 'GET', `${swept}/skills`, {}, 200],
  ['listSkills', 'GET', `${swept}/skills?agent=none`, {}, 404],
  ['getSkill', 'GET', `${swept}/skills/asking`, {}, 200],
  ['getSkill', 'GET', `${swept}/skills/none`, {}, 404],
  ['updateSkill', 'PUT', `${swept}/skills/asking`, { headers: json, body: '{"params":{"max_rows":5}}' }, 200],
  ['updateSkill', 'PUT', `${swept}/skills/asking`, { headers: { ...json, 'if-match': '"old"' }, body: '{}' }, 412],
  ['testSkill', 'POST', `${swept}/skills/asking/test`, {}, 200],
  ['testSkill', 'POST', `${swept}/skills/asking/test`, { headers: json, body: '{"input":{"sql":"select 1"}}' }, 200],
  ['testSkill', 'POST', `${swept}/skills/asking/test`, { headers: json, body: '{"input":{"sql":"selec"}}' }, 422],
  [
    'teachSkill',
    'POST',
    `${swept}/skills/asking/glossary`,
    { headers: json, body: '{"glossary":[{"term":"rent","sql":"avg(rental_price)"}]}' },
    200,
  ],
  ['teachSkill', 'POST', `${swept}/skills/asking/glossary`, { headers: json, body: '{"document":"- a"}' }, 400],
  ['teachSkill', 'POST', `${swept}/skills/none/glossary`, { headers: json, body: '{}' }, 404],
  ['exportGlossary', 'GET', `${swept}/skills/asking/glossary`, {}, 200],
  ['exportGlossary', 'GET', `${swept}/skills/asking/glossary?format=none`, {}, 400],
  ['exportGlossary', 'GET', `${swept}/skills/none/glossary`, {}, 404],
  ['deleteSkill', 'DELETE', `${swept}/skills/asking`, {}, 204],
  ['createConnection', 'POST', `${swept}/connections`, { headers: json, body: shopConnection }, 201],
  ['createConnection', 'POST', `${swept}/connections`, { headers: json, body: '{"name":"x","engine":"x"}' }, 400],
  ['listConnections', 'GET', `${swept}/connections`, {}, 200],
  ['getConnection', 'GET', `${swept}/connections/shop`, {}, 200],
  ['getConnection', 'GET', `${swept}/connections/none`, {}, 404],
  ['updateConnection', 'PUT', `${swept}/connections/shop`, { headers: json, body: '{"name":"store"}' }, 200],
  ['testConnection', 'POST', `${swept}/connections/store/test`, {}, 200],
  ['runQuery', 'POST', `${swept}/query`, { headers: json, body: '{"sql":"select 1","connection":"store"}' }, 502],
  ['deleteConnection', 'DELETE', `${swept}/connections/store`, {}, 204],
  ['listTables', 'GET', `${swept}/tables`, {}, 200],
  ['getTable', 'GET', `${swept}/tables/homes`, {}, 200],
  ['getTable', 'GET', `${swept}/tables/none`, {}, 404],
  ['listRows', 'GET', `${swept}/tables/homes/rows?limit=2`, {}, 200],
  ['appendRows', 'POST', `${swept}/tables/one/rows`, { headers: json, body: '[{"a":1,"b":2}]' }, 200],
  ['appendRows', 'POST', `${swept}/tables/one/rows`, { headers: json, body: '[{"a":"x","b":2}]' }, 422],
  ['deleteTable', 'DELETE', `${swept}/tables/one`, {}, 204],
  ...trashSweep,
  ['runQuery', 'POST', `${swept}/query`, { headers: json, body: '{"sql":"select * from homes limit 2"}' }, 200],
  ['runQuery', 'POST', `${swept}/query`, { headers: json, body: '{"sql":"drop table homes"}' }, 422],
  [
    'createModel',
    'POST',
    `${swept}/models`,
    { headers: json, body: '{"name":"m","target":"sqft","from":{"table":"homes"}}' },
    201,
  ],
  [
    'createModel',
    'POST',
    `${swept}/models`,
    { headers: json, body: '{"name":"n","target":"x","from":{"table":"homes"}}' },
    422,
  ],
  [
    'createModel',
    'POST',
    `${swept}/models`,
    { headers: json, body: '{"name":"n","target":"x","from":{"table":"none"}}' },
    404,
  ],
  ['listModels', 'GET', `${swept}/models`, {}, 200],
  ['getModel', 'GET', `${swept}/models/rent`, {}, 200],
  ['getModel', 'GET', `${swept}/models/m`, {}, 200],
  ['cancelModelTraining', 'POST', `${swept}/models/m/cancel`, {}, 200],
  ['cancelModelTraining', 'POST', `${swept}/models/m/cancel`, {}, 409],
  [
    'cancelModelTraining',
    'POST',
    `${swept}/models/m/cancel`,
    { headers: { 'content-type': 'text/plain' }, body: 'a' },
    415,
  ],
  ['predict', 'POST', `${swept}/models/m/predict`, { headers: json, body: '[{}]' }, 409],
  ['predict', 'POST', `${swept}/models/rent/predict`, { headers: json, body: '[{"sqft":"823"}]' }, 200],
  ['predict', 'POST', `${swept}/models/rent/predict`, { headers: json, body: '[{"sqm":1}]' }, 400],
  [
    'predict',
    'POST',
    `${swept}/models/rent/predict`,
    { headers: { ...json, accept: 'application/x-ndjson' }, body: '[{}]' },
    200,
  ],
  ['describe', 'GET', `${swept}/models/rent/describe`, {}, 200],
  ['describe', 'GET', `${swept}/models/rent/describe?attribute=features`, {}, 200],
  ['describe', 'GET', `${swept}/models/rent/describe`, { headers: json, body: '{"attribute":"all"}' }, 400],
  ['getModelBackground', 'GET', `${swept}/models/rent/background`, {}, 200],
  ['watchModel', 'GET', `${swept}/models/rent/events`, {}, 200],
  ['listModelVersions', 'GET', `${swept}/models/rent/versions`, {}, 200],
  ['updateModel', 'PUT', `${swept}/models/rent`, { headers: json, body: '{"active_version":1}' }, 200],
  ['updateModel', 'PUT', `${swept}/models/rent`, { headers: json, body: '{"active_version":9}' }, 404],
  ['exportModel', 'GET', `${swept}/models/rent/export`, {}, 200],
  [
    'importModel',
    'POST',
    `${swept}/models/import?name=i`,
    { headers: { 'content-type': 'application/octet-stream' }, body: 'no' },
    400,
  ],
  ...predictionSweep,
  ...monitoringSweep,
  ...lookingSweep,
  ['retrainModel', 'POST', `${swept}/models/rent/retrain`, {}, 202],
  ['deleteModel', 'DELETE', `${swept}/models/rent`, {}, 204],
  ['createAgent', 'POST', `${swept}/agents`, { headers: json, body: '{"name":"desk"}' }, 201],
  ['createAgent', 'POST', `${swept}/agents`, { headers: json, body: '{"name":"desk"}' }, 409],
  ['createAgent', 'POST', `${swept}/agents`, { headers: json, body: '{"name":"a","skills":["none"]}' }, 404],
  ['listAgents', 'GET', `${swept}/agents`, {}, 200],
  ['getAgent', 'GET', `${swept}/agents/desk`, {}, 200],
  ['getAgent', 'GET', `${swept}/agents/none`, {}, 404],
  ['updateAgent', 'PUT', `${swept}/agents/desk`, { headers: json, body: '{"params":{"seed":1}}' }, 200],
  ['updateAgent', 'PUT', `${swept}/agents/desk`, { headers: json, body: '{"params":{"seed":-1}}' }, 400],
  ['listAgentVersions', 'GET', `${swept}/agents/desk/versions`, {}, 200],
  ['restoreAgentVersion', 'POST', `${swept}/agents/desk/versions/1/restore`, {}, 200],
  ['restoreAgentVersion', 'POST', `${swept}/agents/desk/versions/9/restore`, {}, 404],
  [
    'completeAgent',
    'POST',
    `${swept}/agents/desk/completions`,
    { headers: json, body: '{"messages":[{"question":"Hello?"}]}' },
    200,
  ],
  ['completeAgent', 'POST', `${swept}/agents/desk/completions`, { headers: json, body: '{"messages":[]}' }, 400],
  [
    'streamAgent',
    'POST',
    `${swept}/agents/desk/completions/stream`,
    { headers: json, body: '{"messages":[{"question":"Hello?"}]}' },
    200,
  ],
  ['testAgent', 'POST', `${swept}/agents/desk/test`, {}, 200],
  ['listConversations', 'GET', `${swept}/agents/desk/conversations`, {}, 200],
  ['getConversation', 'GET', `${swept}/agents/desk/conversations/none`, {}, 404],
  ['deleteConversation', 'DELETE', `${swept}/agents/desk/conversations/none`, {}, 404],
  [
    'createChatCompletion',
    'POST',
    '/v1/chat/completions',
    { headers: json, body: '{"model":"swept/desk","messages":[{"role":"user","content":"Hello?"}]}' },
    200,
  ],
  ['listChatModels', 'GET', '/v1/models', {}, 200],
  ['getChatModel', 'GET', '/v1/models/swept%2Fdesk', {}, 200],
  ['createResponse', 'POST', '/v1/responses', { headers: json, body: '{"model":"swept/desk","input":"Hello?"}' }, 200],
  [
    'createMessage',
    'POST',
    '/v1/messages',
    { headers: json, body: '{"model":"swept/desk","max_tokens":99,"messages":[{"role":"user","content":"Hello?"}]}' },
    200,
  ],
  ['createMessage', 'POST', '/v1/messages', { headers: json, body: '{"model":"swept/desk"}' }, 400],
  ['findAgentCard', 'GET', '/.well-known/agent-card.json', {}, 404],
  ['readAgentCard', 'GET', '/a2a/swept/none/.well-known/agent-card.json', {}, 404],
  ['callA2a', 'POST', '/a2a/swept/none', { headers: json, body: '{"jsonrpc":"2.0","method":"SendMessage"}' }, 404],
  ['describeProtectedResource', 'GET', '/.well-known/oauth-protected-resource', {}, 404],
  ['getResponse', 'GET', '/v1/responses/resp_none', {}, 404],
  ['listResponseInputItems', 'GET', '/v1/responses/resp_none/input_items?limit=0', {}, 400],
  ['deleteResponse', 'DELETE', '/v1/responses/resp_none', {}, 404],
  ['createEmbedding', 'POST', '/v1/embeddings', { headers: json, body: '{"model":"swept/none","input":"a"}' }, 404],
  ...evaluationSweep,
  ...sqlSweep,
  ['deleteAgent', 'DELETE', `${swept}/agent/desk`, {}, 204],
  ['deleteAgentByPlural', 'DELETE', `${swept}/agents/none`, {}, 404],
  ...knowledgeSweep,
  [
    'callMcp',
    'POST',
    '/mcp',
    { headers: { ...json, ...anyAnswer }, body: '{"jsonrpc":"2.0","id":1,"method":"ping"}' },
    200,
  ],
  ['callMcp', 'POST', '/mcp', { headers: json, body: '{"jsonrpc' }, 400],
  ...chatbotSweep,
  ['createSession', 'POST', '/api/session', { headers: json, body: '{"key":"none needed"}' }, 200],
  ['getSession', 'GET', '/api/session', {}, 200],
  ['deleteSession', 'DELETE', '/api/session', {}, 204],
  ['createKey', 'POST', '/api/keys', { headers: json, body: '{"name":"k","role":"viewer"}' }, 409],
  ['createKey', 'POST', '/api/keys', { headers: json, body: '{"name":"k","role":"owner"}' }, 400],
  ['listKeys', 'GET', '/api/keys', {}, 200],
  ['getKey', 'GET', '/api/keys/none', {}, 404],
  ['updateKey', 'PUT', '/api/keys/none', { headers: json, body: '{}' }, 404],
  ['rotateKey', 'POST', '/api/keys/none/rotate', {}, 404],
  ['revokeKey', 'DELETE', '/api/keys/none', {}, 404],
];

test.each(sweep)('%s: %s %s', async (operationId, method, path, request, status) => {
  const answer = await rawCall(service, method, path, request);
  expect(answer.status).toBe(status);
  if (status >= 400) expect(codeOf(answer)).toEqual(expect.any(String));
  const operation = operations.find((one) => one.operationId === operationId);
  expect(Object.keys(operation?.responses ?? {})).toContain(String(status));
  if (operation && status !== 204) expectDeclared(operation, answer);
  seen.add(operationId);
});

test('keys answer as declared, and so does a service that has one', async () => {
  const expectAnswer = async (operationId: string, method: string, path: string, request: Sweep, status: number) => {
    const answer = await rawCall(service, method, path, request);
    expect([operationId, answer.status]).toEqual([operationId, status]);
    const operation = operations.find((one) => one.operationId === operationId);
    if (operation) expectDeclared(operation, answer);
    return answer;
  };
  const body = '{"name":"admin","role":"admin"}';
  const { secret } = (await expectAnswer('createKey', 'POST', '/api/keys', { headers: json, body }, 201)).body;
  const headers = { ...json, 'x-api-key': secret };
  await expectAnswer('listKeys', 'GET', '/api/keys', { headers }, 200);
  await expectAnswer('getKey', 'GET', '/api/keys/admin', { headers }, 200);
  await expectAnswer('updateKey', 'PUT', '/api/keys/admin', { headers, body: '{"name":"root"}' }, 200);
  await expectAnswer('revokeKey', 'DELETE', '/api/keys/root', { headers }, 409);
  const signIn = { headers: json, body: JSON.stringify({ key: secret }) };
  await expectAnswer('createSession', 'POST', '/api/session', signIn, 200);
  await expectAnswer('rotateKey', 'POST', '/api/keys/root/rotate', { headers, body: '{"overlap_seconds":60}' }, 200);
  await expectAnswer('listProjects', 'GET', '/projects', {}, 401);
});

/** Compares a response with the media type, schema and error codes that the document declares for its status. */
function expectDeclared(
  operation: Operation & { path: string; method: string },
  { status, headers, body }: RawAnswer,
): void {
  const response = operation.responses[status];
  const type = String(headers['content-type']).split(';')[0];
  expect(Object.keys(response.content ?? {})).toContain(type);
  if (status >= 400) expect(response.description).toContain(`\`${codeOf({ body })}\``);
  if (!/[/+]json$/.test(type)) return;
  const pointer = ['paths', operation.path, operation.method, 'responses', status, 'content', type, 'schema'];
  const validate = ajv.compile({ $ref: `document#/${pointer.map(escapeFragment).join('/')}` });
  expect(validate(body) || validate.errors).toBe(true);
}

/** The OpenAI and MCP protocols have their own errors. */
function codeOf({ body }: Pick<RawAnswer, 'body'>): unknown {
  return body?.code ?? body?.error?.data?.[0].reason ?? body?.error?.code;
}

function escapeFragment(segment: string | number): string {
  return encodeURIComponent(String(segment).replaceAll('~', '~0').replaceAll('/', '~1'));
}

test('every operation was swept', () => {
  const missed = operations.map(({ operationId }) => operationId).filter((id) => !seen.has(id));
  expect(missed).toEqual([]);
});
