/** What an agent sends to a language model and accepts from it, with a scripted provider over HTTP. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LoopbackProvider, startLoopbackProvider } from '../../../test/loopback/provider.ts';
import type { Asked } from '../../../test/loopback/script.ts';
import type { TestService } from '../../../test/service.ts';
import { shareTestService } from '../../../test/shared-service.ts';
import { standstillOf } from '../../../test/standstill.ts';

let service: TestService;
let provider: LoopbackProvider;
let at: string;
let project: string;

const csv = { 'content-type': 'text/csv' };
const homes = 'home_id,city,price\n1,Rome,10\n2,Oslo,30\n3,Rome,50\n';
const visits = 'visit,home_id,guests\n1,1,2\n2,1,4\n3,3,1\n4,2,2\n';

beforeAll(async () => {
  [service, provider] = await Promise.all([shareTestService(), startLoopbackProvider()]);
  project = await service.project();
  at = `/projects/${project}`;
  await service.call('POST', `${at}/tables?name=homes`, homes, csv);
  await service.call('POST', `${at}/tables?name=visits`, visits, csv);
  const examples = [
    { question: 'How dear is a home in Oslo?', sql: "SELECT avg(price) FROM homes WHERE city = 'Oslo'" },
    { question: 'How many guests came?', sql: 'SELECT sum(guests) FROM visits' },
  ];
  await service.call('POST', `${at}/skills`, { name: 'rents', type: 'sql', params: { tables: ['homes'], examples } });
  await service.call('POST', `${at}/skills`, { name: 'guests', type: 'sql', params: { tables: ['visits'] } });
  await agent('both', ['rents', 'guests']);
  await agent('rent_desk', ['rents']);
});
afterAll(() => Promise.all([service.stop(), provider.stop()]));

async function agent(name: string, skills: string[], rest: object = {}) {
  const model = { provider: 'openai_compatible', model_name: 'some-model', base_url: provider.openai };
  const params = { grounding: 'mark', builtin: 'off' };
  const { status, text } = await service.call('POST', `${at}/agents`, { name, model, skills, params, ...rest });
  if (status !== 201) throw new Error(text);
}

function ask(name: string, content: string, rest: object = {}) {
  const body = { messages: [{ role: 'user', content }], ...rest };
  return service.call('POST', `${at}/agents/${name}/completions`, body);
}

const query = (sql: string, name = 'rents__query') => ({ tools: [{ name, input: { sql } }] });
const systemOf = (asked: Asked | undefined): string => asked?.body.messages[0].content;
const since = (count: number) => provider.asked.slice(count);

it('has one SQL tool over the tables of all its skills, told of the key that joins them', async () => {
  const sql = "SELECT sum(guests) AS guests FROM homes JOIN visits USING (home_id) WHERE city = 'Rome'";
  provider.script(query(sql, 'all_tables__query'), { text: 'Seven guests.' });
  const { body } = await ask('both', 'How many guests came to Rome?');
  expect(body.message.steps[1]).toMatchObject({ kind: 'tool', skill: 'rents, guests', output: { rows: [[7]] } });
  const asked = provider.asked.at(-1);
  const names = asked?.body.tools.map((tool: { function: { name: string } }) => tool.function.name);
  expect(names).toEqual(['all_tables__query', 'all_tables__find_values']);
  expect(systemOf(asked)).toContain('Evident joins: visits.home_id = homes.home_id');
});

it('tells the examples nearest to the question, and queries of the dialect', async () => {
  await ask('rent_desk', 'How dear are homes in Rome?');
  const system = systemOf(provider.asked.at(-1));
  expect(system).toMatch(/SQL that answered them:\n {2}"How dear is a home in Oslo\?" -> "SELECT avg\(price\)/);
  expect(system).toContain('Such as: SELECT city, round(avg(home_id), 2)');
  expect(system).toContain(`Today is ${new Date().toISOString().slice(0, 10)}.`);
});

it('runs SQL that the language model only writes down', async () => {
  provider.script({ text: 'I would ask:\n```sql\nSELECT count(*) AS homes FROM homes\n```' }, { text: 'Three.' });
  const { body } = await ask('rent_desk', 'How many homes?');
  expect(body.message.content).toBe('Three.');
  expect(body.message.steps[1]).toMatchObject({ name: 'rents__query', output: { rows: [[3]] } });
});

it('does not run SQL that is told beside an answer', async () => {
  const told = 'Three, by\n```sql\nSELECT count(*) FROM homes\n```';
  provider.script(query('SELECT count(*) FROM homes'), { text: told });
  const { body } = await ask('rent_desk', 'How many homes, and by which SQL?');
  expect(body.message.content).toBe(told);
});

it('ends after three wrong calls in a row, not in all', async () => {
  const wrong = query('SELECT nothing FROM homes');
  const right = query('SELECT count(*) FROM homes');
  provider.script(wrong, wrong, right, wrong, right, { text: 'Three.' });
  expect((await ask('rent_desk', 'How many?')).body).toMatchObject({ finish_reason: 'stop' });
  provider.script(wrong, wrong, wrong, { text: 'I do not know.' });
  expect((await ask('rent_desk', 'How many?')).body).toMatchObject({ finish_reason: 'tool_errors' });
});

it('remembers in a follow-up which SQL it ran, and the first rows', async () => {
  provider.script(query('SELECT range AS n FROM range(20)'), { text: 'Twenty rows.' });
  const { body } = await ask('rent_desk', 'Count up');
  await ask('rent_desk', 'And backwards?', { conversation_id: body.conversation_id });
  const [, question, call, result, answer] = provider.asked.at(-1)?.body.messages ?? [];
  expect([question.content, answer.content]).toEqual(['Count up', 'Twenty rows.']);
  expect(JSON.parse(call.tool_calls[0].function.arguments)).toEqual({ sql: 'SELECT range AS n FROM range(20)' });
  expect(result.content).toContain('"rows":[[0],[1],[2],[3],[4]]');
  expect(result.content).toContain('"left_out":"15 rows"');
});

it('says less when the language model cannot take in so much', async () => {
  const long = { role: 'assistant', content: 'word '.repeat(10_000) };
  const messages = [{ role: 'user', content: 'Hello' }, long, { role: 'user', content: 'How many homes?' }];
  const error = { message: "This model's maximum context length is 8192 tokens.", code: 'context_length_exceeded' };
  provider.script({ fails: { status: 400, body: { error } } }, { text: 'Three.' });
  const before = provider.asked.length;
  const { status, body } = await service.call('POST', `${at}/agents/rent_desk/completions`, { messages });
  expect([status, body.message.content]).toEqual([200, 'Three.']);
  const [first, second] = since(before).map(({ body }) => JSON.stringify(body).length);
  expect(first).toBeGreaterThan(50_000);
  expect(second).toBeLessThan(10_000);
  expect(since(before)[1].body.messages.at(-1).content).toBe('How many homes?');
});

it('shows no more of a conversation than max_input_tokens', async () => {
  const messages = Array.from({ length: 40 }, (_, index) => ({
    role: index % 2 ? 'assistant' : 'user',
    content: `${index} ${'word '.repeat(200)}`,
  }));
  const params = { max_input_tokens: 4000 };
  await service.call('POST', `${at}/agents/rent_desk/completions`, {
    messages: [...messages, { role: 'user', content: 'How many?' }],
    params,
  });
  const sent = provider.asked.at(-1)?.body.messages;
  expect(JSON.stringify(sent).length).toBeLessThan(4000 * 4.5);
  expect(sent.at(-1).content).toBe('How many?');
});

const schema = { type: 'object', properties: { homes: { type: 'integer' } }, required: ['homes'] };
const response_format = { type: 'json_schema', json_schema: { name: 'count', schema, strict: true } };

it('answers in JSON of a schema, and lets the language model correct itself once', async () => {
  provider.script({ text: '{"homes": "three"}' }, { text: '```json\n{"homes": 3}\n```' });
  const { body } = await ask('rent_desk', 'How many?', { response_format });
  expect(body.message.content).toBe('{"homes": 3}');
  expect(provider.asked.at(-1)?.body.response_format).toMatchObject({ type: 'json_schema', json_schema: { schema } });
  expect(provider.asked.at(-1)?.body.messages.at(-1).content).toContain('/homes must be integer');
  provider.script({ text: 'three' }, { text: 'three!' });
  expect(await ask('rent_desk', 'How many?', { response_format })).toMatchObject({
    status: 502,
    body: { code: 'provider_failed', detail: expect.stringContaining('it is no JSON') },
  });
});

it('refuses a form that nobody can give: of a broken schema, or without a language model', async () => {
  const broken = { type: 'json_schema', json_schema: { name: 'x', schema: { type: 'nonsense' } } };
  const pointers = async (name: string, format: object) =>
    (await ask(name, 'How many?', { response_format: format })).body.errors[0].pointer;
  expect(await pointers('rent_desk', broken)).toBe('/response_format/json_schema/schema');
  await service.call('POST', `${at}/agents`, { name: 'keyless', skills: ['rents'] });
  expect(await pointers('keyless', response_format)).toBe('/response_format');
});

it('nobody waits for a format of many references, through any door, of an agent that takes none', async () => {
  await service.call('POST', `${at}/agents`, { name: 'formless', skills: ['rents'] });
  const names = (count: number) => Array.from({ length: count }, (_, number) => `p${number}`);
  const large = Object.fromEntries(names(500).map((name) => [name, { type: 'string' }]));
  const references = Object.fromEntries(names(80).map((name) => [name, { $ref: '#/$defs/large' }]));
  const many = { $defs: { large: { type: 'object', properties: large } }, type: 'object', properties: references };
  const form = { type: 'json_schema', json_schema: { name: 'x', schema: many } };
  const model = `${project}/formless`;
  const messages = [{ role: 'user', content: 'How many?' }];
  const text = { format: { type: 'json_schema', name: 'x', schema: many } };
  const stood = await standstillOf(async () => {
    const answers = [
      await ask('formless', 'How many?', { response_format: form }),
      await service.call('POST', '/v1/chat/completions', { model, messages, response_format: form }),
      await service.call('POST', '/v1/responses', { model, input: 'How many?', text }),
    ];
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400]);
    for (const answer of answers) expect(answer.text).toContain('needs an agent with a language model');
  });
  expect(stood).toBeLessThan(50);
});

it('reports tokens that the provider had kept', async () => {
  provider.script({ text: 'Three.', usage: { input: 900, output: 3, cached: 800 } });
  expect((await ask('rent_desk', 'How many?')).body.usage).toMatchObject({ input_tokens: 900, cached_tokens: 800 });
});
