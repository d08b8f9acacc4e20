/** Every kind of record on both databases: ETags, If-Match, Idempotency-Key, unique names. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../answer.ts';
import { describeLongOnPostgres } from '../databases.ts';
import { readOpenApi } from '../read-openapi.ts';
import { addressOf, collectionOf, type RecordKind, recordKinds, seedProject } from '../record-kinds.ts';
import { startTestService, type TestService } from '../service.ts';

const document = readOpenApi();

interface Operation {
  operationId: string;
  parameters?: { name: string; in: string }[];
  responses: Record<string, unknown>;
  requestBody?: { content: Record<string, { example?: unknown }> };
}

const operations = Object.entries(document.paths as Record<string, Record<string, Operation>>).flatMap(
  ([path, methods]) => Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
);
const takesKey = ({ parameters = [] }: Operation) => parameters.some(({ name }) => name === 'idempotency-key');

/** Why a POST accepts no idempotency key. */
const keyless: Record<string, string> = {
  createSession: 'a browser signs in; nothing is made',
  runQuery: 'reads',
  previewTable: 'reads; nothing is kept',
  runStatement: 'the protocol of others, which knows no such key',
  logIn: 'a program signs in; nothing is made',
  logInToCloud: 'a program signs in; nothing is made',
  predict: 'reads',
  searchKnowledgeBase: 'reads',
  testConnection: 'tries out',
  testSkill: 'tries out',
  testAgent: 'tries out',
  testChatbot: 'tries out',
  streamAgent: 'a stream is not kept; completions are',
  createChatCompletion: 'the protocol of others, streamed as well',
  createResponse: 'the protocol of others, streamed as well',
  createMessage: 'the protocol of others, streamed as well',
  callA2a: 'the protocol of others, streamed as well',
  createEmbedding: 'reads',
  callMcp: 'the protocol of others: a call has an ID of its own',
  receiveFromPlatform: 'told apart by the message IDs of platforms',
  beginVisit: 'of visitors without a key',
  sayToChatbot: 'of visitors without a key',
};

describe('the walk over openapi.json', () => {
  it('leaves out no record that can be changed or deleted', () => {
    const changeable = operations.filter(({ method, path }) => method === 'delete' && 'get' in document.paths[path]);
    const others = new Set([
      '/api/session',
      '/v1/responses/{responseId}',
      '/api/projects/{projectName}/agents/{agentName}/conversations/{conversationId}',
      '/api/projects/{projectName}/models/{modelName}/predictions/{predictionId}',
    ]);
    const paths = changeable.map(({ path }) => path).filter((path) => !others.has(path));
    expect(new Set(recordKinds.map(({ one }) => one))).toEqual(new Set(paths));
  });

  it('finds 412 among the answers of every change and deletion of a record', () => {
    // Nobody changes these, so there is no ETag.
    const unversioned = [
      'deleteSession',
      'removeChatbotInstallation',
      'deleteResponse',
      'deleteFromTrash',
      'deleteProjectForGood',
    ];
    const changes = operations.filter(
      ({ method, operationId }) => ['put', 'delete'].includes(method) && !unversioned.includes(operationId),
    );
    for (const { operationId, responses } of changes) expect(Object.keys(responses), operationId).toContain('412');
  });

  it('finds that every POST that makes or starts something takes an Idempotency-Key', () => {
    const posts = operations.filter(({ method }) => method === 'post');
    const without = posts.filter((operation) => !takesKey(operation)).map(({ operationId }) => operationId);
    expect(without.sort()).toEqual(Object.keys(keyless).sort());
  });
});

describeLongOnPostgres('every kind of record', (suite) => {
  let service: TestService;
  let project: string;
  let admin: Record<string, string>;
  let made = 0;

  beforeAll(async () => {
    service = await startTestService({ SIBYL_OUTGOING_ALLOWED: '127.0.0.1' }, suite.settings);
    const { secret } = (await service.call('POST', '/api/keys', { name: 'admin', role: 'admin' })).body;
    admin = { authorization: `Bearer ${secret}` };
    project = await seedProject(service, admin);
  });
  afterAll(() => service.stop());

  const newName = () => `record_${++made}`;
  const call = (method: string, path: string, body?: unknown, headers = {}) =>
    service.call(method, path, body, { ...admin, ...headers });
  const make = (kind: RecordKind, name: string, headers = {}) =>
    call('POST', collectionOf(kind, project, name), kind.body(name), { ...kind.headers, ...headers });
  /** Counts the records with this name. */
  async function count(kind: RecordKind, name: string): Promise<number> {
    const path = collectionOf(kind, project, '').split('?')[0];
    return (await call('GET', `${path}?name=${name}`)).body.length;
  }

  it.each(recordKinds)('makes one $kind of many of one name at once', async (kind) => {
    const name = newName();
    const answers = await Promise.all(Array.from({ length: 8 }, () => make(kind, name)));
    const codes = answers.map(({ status, body }) => (status === 201 ? status : body.code));
    expect(codes.sort()).toEqual([201, ...Array(7).fill('name_taken')]);
    expect(await count(kind, name)).toBe(1);
  });

  it.each(recordKinds)('reads and changes a $kind by its ETag', async (kind) => {
    const name = newName();
    expect((await make(kind, name)).status).toBe(201);
    const at = addressOf(kind, project, name);
    const { settles } = kind;
    if (settles) await service.until(at, ({ body }) => settles(body), admin);
    const read = await call('GET', at);
    const tag = read.headers.get('etag') ?? '';
    expect(tag).toMatch(/^W\/".+"$/);
    expect(await call('GET', at, undefined, { 'if-none-match': tag })).toMatchObject({ status: 304, text: '' });
    const stale = { 'if-match': 'W/"of-before"' };
    const refused = { status: 412, body: { code: 'stale_record' } };
    const change = kind.change ?? (kind.kind === 'model' ? { active_version: 1 } : undefined);
    if (change) expect(await call('PUT', at, change, stale)).toMatchObject(refused);
    if (change) expect((await call('PUT', at, change, { 'if-match': tag })).status).toBe(200);
    expect(await call('DELETE', at, undefined, stale)).toMatchObject(refused);
    const now = (await call('GET', at)).headers.get('etag') ?? '';
    if (kind.change) expect(now).not.toBe(tag);
    expect((await call('DELETE', at, undefined, { 'if-match': now })).status).toBe(204);
  });

  it.each(recordKinds)('makes one $kind of many requests under one Idempotency-Key', async (kind) => {
    const name = newName();
    const under = { 'idempotency-key': `key of ${name}`.replaceAll(' ', '-') };
    const answers = await Promise.all(Array.from({ length: 6 }, () => make(kind, name, under)));
    const codes = answers.map(({ status, body }) => (status === 201 ? status : body.code));
    expect(codes.every((code) => code === 201 || code === 'request_in_progress')).toBe(true);
    const first = answers.find(({ status }) => status === 201) as Answer;
    const again = await make(kind, name, under);
    expect([again.status, again.headers.get('idempotent-replayed'), again.text]).toEqual([201, 'true', first.text]);
    expect(again.headers.get('location')).toBe(first.headers.get('location'));
    const other = await call('POST', collectionOf(kind, project, name), otherBody(kind, newName()), {
      ...kind.headers,
      ...under,
    });
    expect(other).toMatchObject({ status: 422, body: { code: 'idempotency_key_reused' } });
    expect(await count(kind, name)).toBe(1);
  });

  const otherBody = (kind: RecordKind, name: string) =>
    kind.headers === undefined ? kind.body(name) : 'rooms,price\n9,999\n';

  it('answers an If-Match for a chatbot that is not there', async () => {
    const body = { agent: 'desk', channel: { type: 'web' } };
    const at = `/api/projects/${project}/chatbots/${newName()}`;
    expect(await call('PUT', at, body, { 'if-match': '*' })).toMatchObject({ status: 412 });
    expect((await call('PUT', at, body)).status).toBe(201);
  });

  it.each(operations.filter((operation) => operation.method === 'post' && takesKey(operation)))(
    'keeps the answer of $operationId under its key',
    async (operation) => {
      const { path, operationId } = operation;
      const address = path
        .replace('{projectName}', 'walked')
        .replace('{version}', '1')
        .replace(/\{\w+\}/g, 'x');
      const { body, type } = bodyOf(operation);
      const under = { 'idempotency-key': `walk-${operationId}`, ...(type ? { 'content-type': type } : {}) };
      const query = operationId === 'importModel' || operationId === 'createTable' ? '?name=x' : '';
      await call('POST', '/api/projects', { name: 'walked' }); // answers are stored only for an existing project
      const first = await call('POST', address + query, body, under);
      const again = await call('POST', address + query, body, under);
      expect(again.headers.get('idempotent-replayed'), first.text).toBe('true');
      expect([again.status, again.text]).toEqual([first.status, first.text]);
    },
  );
});

/** Returns the example of the operation, or a file. */
function bodyOf({ requestBody }: Operation): { body?: unknown; type?: string } {
  const types = requestBody?.content;
  if (types === undefined) return {};
  const file = ['text/csv', 'application/octet-stream'].find((type) => type in types);
  const json = types['application/json'];
  return file === undefined || json?.example ? { body: json.example ?? {} } : { body: 'a,b\n1,2\n', type: file };
}
