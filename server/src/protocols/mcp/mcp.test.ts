/** The official client, unmodified, against the service. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { trainModel } from '../../../test/acceptance/trained.ts';
import { ambiguousSales } from '../../../test/ambiguous-sales.ts';
import { startTestService, type TestService } from '../../../test/service.ts';

let service: TestService;
const keys: Record<string, string> = {};

beforeAll(async () => {
  service = await startTestService();
  for (const name of ['homes', 'other']) await service.call('POST', '/projects', { name });
  await trainModel(service, 'homes', 'rent');
  await service.call('POST', '/projects/homes/tables?name=flats', 'rooms,price\n1,100\n2,200\n', {
    'content-type': 'text/csv',
  });
  const bases = '/projects/homes/knowledge_bases';
  await service.call('POST', bases, { name: 'handbook', description: 'House rules' });
  await service.call('POST', `${bases}/handbook/documents`, {
    name: 'pets.md',
    content: '# Pets\n\nCats are allowed.',
  });
  const rules = { name: 'rules', type: 'knowledge', params: { knowledge_bases: ['handbook'] } };
  await service.call('POST', '/projects/homes/skills', rules);
  const desk = { name: 'desk', description: 'Knows the house rules', skills: ['rules'] };
  await service.call('POST', '/projects/homes/agents', desk);
  const bearer = async (key: object) => {
    const headers = keys.admin ? { authorization: keys.admin } : undefined;
    return `Bearer ${(await service.call('POST', '/api/keys', key, headers)).body.secret}`;
  };
  keys.admin = await bearer({ name: 'admin', role: 'admin' });
  keys.viewer = await bearer({ name: 'viewer', role: 'viewer', projects: ['homes'] });
  keys.predictor = await bearer({ name: 'predictor', role: 'predictor', projects: ['homes'] });
  keys.stranger = await bearer({ name: 'stranger', role: 'viewer', projects: ['other'] });
});
afterAll(() => service.stop());

async function connect(
  authorization = keys.viewer,
  mode: 'legacy' | 'auto' = 'legacy',
  capabilities = {},
): Promise<Client> {
  const client = new Client({ name: 'test', version: '1.0.0' }, { versionNegotiation: { mode }, capabilities });
  const requestInit = { headers: { authorization } };
  await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', service.url), { requestInit }));
  onTestFinished(() => client.close());
  return client;
}

async function call(name: string, input: object, authorization = keys.viewer) {
  const client = await connect(authorization);
  const { content, structuredContent, isError = false } = await client.callTool({ name, arguments: { ...input } });
  const [first] = content;
  if (first.type !== 'text') throw new Error('every tool answers text');
  expect(JSON.parse(first.text)).toEqual(structuredContent);
  return { isError, answer: JSON.parse(first.text) };
}

describe('an MCP client', () => {
  it('is told who answers and what there is', async () => {
    const client = await connect();
    expect(client.getServerVersion()).toMatchObject({ name: 'sibyl' });
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'list_projects',
      'list_models',
      'describe_model',
      'predict',
      'list_tables',
      'query_tables',
      'list_knowledge_bases',
      'search_knowledge_base',
      'list_agents',
      'ask_agent',
    ]);
    for (const { name, description = '', inputSchema, outputSchema, annotations } of tools) {
      expect(outputSchema, name).toMatchObject({ type: 'object' });
      expect(description.length).toBeGreaterThan(40);
      expect(inputSchema).toMatchObject({ type: 'object', additionalProperties: false });
      expect(annotations).toMatchObject({ readOnlyHint: name !== 'ask_agent', destructiveHint: false });
    }
  });

  it('sees the projects that its key reaches', async () => {
    expect((await call('list_projects', {})).answer.projects).toMatchObject([{ name: 'homes' }]);
    expect((await call('list_projects', {}, keys.admin)).answer.projects).toHaveLength(3);
  });

  it('lists, describes and asks models', async () => {
    const { models } = (await call('list_models', { project: 'homes' })).answer;
    expect(models).toMatchObject([{ name: 'rent', status: 'complete', accuracy: expect.any(Number) }]);
    const { description } = (await call('describe_model', { project: 'homes', model: 'rent' })).answer;
    expect(description).toMatchObject([{ outputs: ['rental_price'] }]);
    const asked = { project: 'homes', model: 'rent', rows: [{ sqft: 823 }, { sqft: '500' }] };
    const { predictions } = (await call('predict', asked)).answer;
    expect(predictions).toMatchObject([{ rental_price: expect.any(Number) }, { rental_price_min: expect.any(Number) }]);
  });

  it('asks a model for as many rows as the tool takes', async () => {
    const rows = Array.from({ length: 1000 }, (_, index) => ({ sqft: 500 + index }));
    const { answer } = await call('predict', { project: 'homes', model: 'rent', rows });
    expect(answer.predictions, JSON.stringify(answer).slice(0, 300)).toHaveLength(1000);
  });

  it('lists and queries tables', async () => {
    const { tables } = (await call('list_tables', { project: 'homes' })).answer;
    expect(tables.map(({ name }: { name: string }) => name)).toContain('flats');
    const sql = 'select rooms, price from flats order by price desc';
    const { answer } = await call('query_tables', { project: 'homes', sql, limit: 1 });
    expect(answer).toMatchObject({ rows: [{ rooms: 2, price: 200 }], truncated: true });
  });

  it('lists and searches knowledge bases', async () => {
    const { knowledge_bases } = (await call('list_knowledge_bases', { project: 'homes' })).answer;
    expect(knowledge_bases).toEqual([{ name: 'handbook', description: 'House rules', document_count: 1 }]);
    const asked = { project: 'homes', knowledge_base: 'handbook', query: 'is a cat allowed?' };
    expect((await call('search_knowledge_base', asked)).answer.passages).toMatchObject([
      { source: 'pets.md', heading: 'Pets', text: 'Cats are allowed.' },
    ]);
  });

  it('lists and asks agents, and goes on with a conversation', async () => {
    const { agents } = (await call('list_agents', { project: 'homes' })).answer;
    expect(agents).toEqual([{ name: 'desk', description: 'Knows the house rules' }]);
    const first = (await call('ask_agent', { project: 'homes', agent: 'desk', question: 'Are cats allowed?' })).answer;
    expect(first).toMatchObject({ citations: [{ source: 'pets.md' }], finish_reason: 'stop', answered_by: 'builtin' });
    expect(first.answer).toContain('Cats are allowed');
    const { conversation_id } = first;
    const next = { project: 'homes', agent: 'desk', question: 'And how many cats?', conversation_id };
    expect((await call('ask_agent', next)).answer).toMatchObject({ conversation_id });
  });

  it('is asked back what is meant, where its user can tell', async () => {
    const headers = { authorization: keys.admin, 'content-type': 'text/csv' };
    await service.call('POST', '/projects/homes/tables?name=sales', ambiguousSales, headers);
    const agent = { name: 'seller', tables: ['sales'] };
    await service.call('POST', '/projects/homes/agents', agent, { authorization: keys.admin });
    const client = await connect(keys.viewer, 'auto', { elicitation: {} });
    const asked: { message: string; choices: string[] }[] = [];
    let action = 'accept';
    client.setRequestHandler('elicitation/create', ({ params }) => {
      if (!('requestedSchema' in params)) throw new Error('a form was expected');
      const choices = (params.requestedSchema.properties.reading as { enum: string[] }).enum;
      asked.push({ message: params.message, choices });
      return action === 'accept'
        ? { action: 'accept', content: { reading: choices.find((one) => /gross price/.test(one)) ?? '' } }
        : { action: 'decline' };
    });
    const question = { project: 'homes', agent: 'seller', question: 'What is the total price?' };
    const ask = async (by: Client) =>
      (await by.callTool({ name: 'ask_agent', arguments: question })).structuredContent as Record<string, unknown>;
    expect((await ask(client)).answer).toContain('1,560');
    expect(asked).toEqual([
      { message: expect.any(String), choices: expect.arrayContaining([expect.stringMatching(/gross/)]) },
    ]);
    action = 'decline';
    expect((await ask(client)).alternatives).toHaveLength(asked[0].choices.length);
    expect((await ask(await connect())).alternatives).toHaveLength(asked[0].choices.length); // cannot be asked
  });

  it('uploads, trains and adds for those who may', async () => {
    const project = 'other';
    const rows = Array.from({ length: 40 }, (_, index) => `${index % 5},${100 + 30 * (index % 5)}`);
    const csv = `rooms,price\n${rows.join('\n')}\n`;
    const uploaded = (await call('upload_table', { project, name: 'flats', csv }, keys.admin)).answer;
    expect(uploaded).toMatchObject({ name: 'flats', row_count: 40, columns: [{ name: 'rooms' }, { name: 'price' }] });
    const training = { project, name: 'dear', table: 'flats', target: 'price', effort: 'quick' };
    expect((await call('train_model', training, keys.admin)).answer).toMatchObject({ name: 'dear', status: 'queued' });
    await service.call('POST', '/projects/other/knowledge_bases', { name: 'notes' }, { authorization: keys.admin });
    const text = { project, knowledge_base: 'notes', name: 'dogs.md', content: '# Dogs\n\nDogs bark.' };
    expect((await call('add_document', text, keys.admin)).answer).toMatchObject({ name: 'dogs.md', passage_count: 1 });
    expect(await call('upload_table', { project: 'homes', name: 'x', csv })).toMatchObject({
      isError: true,
      answer: { code: 'not_permitted' },
    });
  });

  it('lists and reads tables and documents as resources, of the projects of its key alone', async () => {
    const client = await connect();
    const uris = (await client.listResources()).resources.map(({ uri }) => uri);
    expect(uris).toContain('sibyl://homes/tables/flats');
    expect(uris).toContain('sibyl://homes/knowledge_bases/handbook/pets.md');
    const read = async (uri: string) => (await client.readResource({ uri })).contents[0];
    expect(JSON.parse(String(((await read('sibyl://homes/tables/flats')) as { text: string }).text))).toEqual([
      { rooms: 1, price: 100 },
      { rooms: 2, price: 200 },
    ]);
    expect(await read('sibyl://homes/knowledge_bases/handbook/pets.md')).toMatchObject({
      text: expect.stringContaining('Cats are allowed.'),
    });
    for (const uri of ['sibyl://other/tables/flats', 'sibyl://homes/tables/none', 'file:///etc/passwd', 'sibyl://%'])
      await expect(client.readResource({ uri })).rejects.toThrow(/no (?:project|table|resource)/i);
    const stranger = await connect(keys.predictor);
    expect((await stranger.listResources()).resources).toEqual([]);
    await expect(stranger.readResource({ uri: 'sibyl://homes/tables/flats' })).rejects.toThrow(/may not/);
  });

  it.each([
    ['query_tables', { project: 'homes', sql: 'drop table flats' }, 'query_refused'],
    ['query_tables', { project: 'homes', sql: 'select' }, 'query_failed'],
    ['query_tables', { project: 'homes', sql: 'select 1', limit: 0 }, 'invalid_input'],
    ['predict', { project: 'homes', model: 'rent', rows: [{ sqm: 3 }] }, 'invalid_input'],
    ['predict', { project: 'homes', model: 'none', rows: [{}] }, 'model_not_found'],
    ['describe_model', { project: 'homes', model: 'rent', attribute: 'soul' }, 'invalid_input'],
    ['search_knowledge_base', { project: 'homes', knowledge_base: 'none', query: 'a' }, 'knowledge_base_not_found'],
    ['ask_agent', { project: 'homes', agent: 'none', question: 'a' }, 'agent_not_found'],
    ['ask_agent', { project: 'homes', agent: 'desk', question: '' }, 'invalid_input'],
    ['list_tables', {}, 'invalid_input'],
    ['list_tables', { project: 'homes', colour: 'red' }, 'invalid_input'],
    ['list_tables', { project: 'none' }, 'project_not_found'],
  ])('reads as the answer of %s %o what it did wrong', async (name, input, code) => {
    expect(await call(name, input)).toMatchObject({ isError: true, answer: { code, detail: expect.any(String) } });
  });

  it('is told of a tool that there is not', async () => {
    const client = await connect();
    await expect(client.callTool({ name: 'drop_everything', arguments: {} })).rejects.toThrow('There is no tool');
  });
});

describe('both revisions of the protocol', () => {
  it.each([
    ['legacy', /^2025-/],
    ['auto', /^2026-/],
  ] as const)('%s: initialize, list, call, fail', async (mode, version) => {
    const client = await connect(keys.viewer, mode);
    expect(client.getNegotiatedProtocolVersion()).toMatch(version);
    expect((await client.listTools()).tools).toHaveLength(10);
    const called = await client.callTool({ name: 'list_tables', arguments: { project: 'homes' } });
    expect(called.structuredContent).toMatchObject({ more: false });
    const failed = await client.callTool({ name: 'list_tables', arguments: { project: 'other' } });
    expect(failed).toMatchObject({ isError: true, structuredContent: { code: 'project_not_found' } });
    await expect(client.callTool({ name: 'nothing', arguments: {} })).rejects.toThrow('There is no tool');
  });
});

describe('the MCP protocol', () => {
  it('lets a key do what its role may, and shows no more', async () => {
    const client = await connect(keys.predictor);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual([
      'list_projects',
      'list_models',
      'describe_model',
      'predict',
      'list_agents',
      'ask_agent',
    ]);
    const asked = { project: 'homes', model: 'rent', rows: [{ sqft: 823 }] };
    expect((await call('predict', asked, keys.predictor)).isError).toBe(false);
    const forbidden = await call('query_tables', { project: 'homes', sql: 'select 1' }, keys.predictor);
    expect(forbidden).toMatchObject({ isError: true, answer: { code: 'not_permitted', status: 403 } });
  });

  it('hides a project from a key that does not reach it', async () => {
    const search = { project: 'homes', knowledge_base: 'handbook', query: 'cats' };
    for (const [name, input] of [
      ['search_knowledge_base', search],
      ['query_tables', { project: 'homes', sql: 'select * from flats' }],
      ['predict', { project: 'homes', model: 'rent', rows: [{}] }],
    ] as const)
      expect((await call(name, input, keys.stranger)).answer).toMatchObject({ code: 'project_not_found' });
  });

  it('stays shut to whoever has no key, and to foreign pages', async () => {
    await expect(connect('Bearer none')).rejects.toThrow();
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/list' };
    expect((await service.call('POST', '/mcp', body)).body.code).toBe('unauthenticated');
    const foreign = { authorization: keys.viewer, origin: 'https://evil.example' };
    expect((await service.call('POST', '/mcp', body, foreign)).body.code).toBe('forbidden_origin');
  });

  it.each([
    ['no JSON', 400, 'invalid_json', '{"jsonrpc"'],
    ['no message', 400, '-32600', '{"hello":1}'],
    ['an unknown method', 200, '-32601', '{"jsonrpc":"2.0","id":1,"method":"everything/delete"}'],
    ['an empty list', 400, '-32600', '[]'],
  ])('answers %s with a failure in form', async (_title, status, code, body) => {
    const headers = {
      authorization: keys.viewer,
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
    };
    const answer = await service.call('POST', '/mcp', body, headers);
    expect(answer.status).toBe(status);
    expect(answer.text).toContain(code);
  });

  it('keeps no sessions', async () => {
    const answer = await service.call('GET', '/mcp', undefined, { authorization: keys.viewer });
    expect(answer).toMatchObject({ status: 405, body: { code: 'method_not_allowed' } });
  });
});
