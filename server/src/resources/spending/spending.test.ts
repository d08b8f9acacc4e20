import { afterAll, beforeAll, expect, it } from 'vitest';
import { type LoopbackProvider, startLoopbackProvider } from '../../../test/loopback/provider.ts';
import { startLoopback } from '../../../test/loopback.ts';
import { startTestService, type TestService } from '../../../test/service.ts';

let service: TestService;
let provider: LoopbackProvider;
let admin: Record<string, string>;
beforeAll(async () => {
  const prices = { 'openai_compatible/m': { input: 2, output: 8, cached_input: 1 } };
  const settings = { SIBYL_OUTGOING_ALLOWED: '127.0.0.1', SIBYL_MODEL_PRICES: JSON.stringify(prices) };
  [service, provider] = await Promise.all([startTestService(settings), startLoopbackProvider()]);
  const { body } = await service.call('POST', '/api/keys', { name: 'root', role: 'admin' });
  admin = { authorization: `Bearer ${body.secret}` };
});
afterAll(() => Promise.all([service.stop(), provider.stop()]));

const messages = [{ role: 'user', content: 'Tell me of the weather in the mountains' }];

async function makeDesk(limits = {}): Promise<string> {
  const name = `p${Math.random().toString(36).slice(2)}`;
  await service.call('POST', '/projects', { name, limits }, admin);
  const model = { provider: 'openai_compatible', model_name: 'm', base_url: provider.openai, api_key: 'sk-1' };
  await service.call('POST', `/projects/${name}/agents`, { name: 'desk', model }, admin);
  return `/projects/${name}`;
}

const ask = (at: string, headers = admin, suffix = '') =>
  service.call('POST', `${at}/agents/desk/completions${suffix}`, { messages }, headers);

it('tells what an answer cost by the prices of the operator, and adds it up by day', async () => {
  const at = await makeDesk();
  provider.script({ text: 'Snow.', usage: { input: 1000, output: 500, cached: 400 } }, { text: 'Sun.' });
  const first = await ask(at);
  expect(first.body.usage).toMatchObject({ total_tokens: 1500, cost: (600 * 2 + 400 * 1 + 500 * 8) / 1e6 });
  expect(first.body.message.steps[0].first_token_ms).toBeGreaterThanOrEqual(0);
  const { body } = await service.call('GET', `${at}/spending`, undefined, admin);
  expect(body.today).toMatchObject({ tokens: 1500, tokens_a_day: null });
  expect(body.days).toMatchObject([
    { agent: 'desk', model_name: 'm', calls: 1, estimated_calls: 0, input_tokens: 1000, cached_tokens: 400 },
  ]);
  expect(body.days[0].cost).toBeCloseTo(0.0056, 10);
  expect(body.days[0].first_token_ms).toBeGreaterThanOrEqual(0);
  const metrics = await service.call('GET', '/metrics', undefined, admin);
  expect(metrics.text).toContain('sibyl_language_model_first_token_seconds_count{provider="openai_compatible"');
});

it('counts each of many answers that end together', async () => {
  const at = await makeDesk();
  provider.script(...Array.from({ length: 20 }, () => ({ text: 'Snow.', usage: { input: 10, output: 5 } })));
  await Promise.all(Array.from({ length: 20 }, () => ask(at)));
  const { body } = await service.call('GET', `${at}/spending`, undefined, admin);
  expect(body.days).toMatchObject([{ calls: 20, input_tokens: 200, output_tokens: 100 }]);
});

it('ends with the budget of the project, until the next day', async () => {
  const at = await makeDesk({ tokens_a_day: 100 });
  provider.script({ text: 'Snow.', usage: { input: 90, output: 20 } });
  expect((await ask(at)).status).toBe(200);
  const before = provider.asked.length;
  for (const suffix of ['', '/stream']) {
    const refused = await ask(at, admin, suffix);
    expect(refused.status).toBe(429);
    expect(refused.body).toMatchObject({ code: 'tokens_used_up', limit_name: 'tokens_a_day', limit: 100, used: 110 });
    expect(Date.parse(refused.body.resets_at)).toBeGreaterThan(Date.now());
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
  }
  expect(provider.asked).toHaveLength(before);
});

it('ends with the budget of a key, of which others know nothing', async () => {
  const at = await makeDesk();
  const key = { name: `k${Date.now()}`, role: 'predictor', tokens_a_day: 50 };
  const { body } = await service.call('POST', '/api/keys', key, admin);
  expect(body.tokens_a_day).toBe(50);
  const own = { authorization: `Bearer ${body.secret}` };
  provider.script({ text: 'Snow.', usage: { input: 40, output: 10 } }, { text: 'Sun.' });
  expect((await ask(at, own)).status).toBe(200);
  expect((await ask(at, own)).body).toMatchObject({ code: 'tokens_used_up', 'violated-policies': ['key'] });
  expect((await ask(at)).status).toBe(200);
  await service.call('PUT', `/api/keys/${key.name}`, { tokens_a_day: null }, admin);
  expect((await ask(at, own)).status).toBe(200);
  const theirs = await service.call('GET', `${at}/spending?key=${body.id}`, undefined, admin);
  expect(theirs.body.days[0].calls).toBe(2);
  expect((await service.call('GET', `${at}/spending`, undefined, own)).status).toBe(403);
});

it('counts calls that run at the same time against the budget', async () => {
  const at = await makeDesk({ tokens_a_day: 60 }); // some 25 tokens are read
  provider.script(
    ...Array.from({ length: 10 }, () => ({ text: 'Snow.', usage: { input: 25, output: 1 }, afterMs: 200 })),
  );
  const before = provider.asked.length;
  const answers = await Promise.all(Array.from({ length: 10 }, () => ask(at)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 429]));
  const refused = answers.find(({ status }) => status === 429);
  const { held, detail } = refused?.body ?? {};
  expect(held).toBeGreaterThan(20);
  expect(detail).toContain(
    `Of the 60 tokens of today of the project, 0 are used and ${held} are held by calls under way`,
  );
  expect(Number(refused?.headers.get('retry-after'))).toBeLessThan(60);
  expect(provider.asked.length - before).toBeLessThan(5);
});

it('estimates what an answer used that was broken off', async () => {
  const at = await makeDesk();
  provider.script({ text: ['Snow ', 'and '], breaks: true });
  expect((await ask(at)).status).toBeGreaterThanOrEqual(500);
  const { body } = await service.call('GET', `${at}/spending`, undefined, admin);
  expect(body.days[0]).toMatchObject({ calls: 1, estimated_calls: 1 });
  expect(body.days[0].input_tokens).toBeGreaterThan(5);
});

it.each([
  ['more than a number holds', { input: 2 ** 54, output: 1 }],
  ['endless', { input: 1e308, output: 1e308, cost: 1e308 }],
  ['less than nothing', { input: -5, output: 2, cost: -1 }],
  ['half a token', { input: 1.5, output: 2.5 }],
  ['nothing', { input: null as never, output: null as never }],
  ['half of it', { input: 20, output: null as never }],
])('estimates tokens of which the provider tells %s', async (_, usage) => {
  const at = await makeDesk({ tokens_a_day: 1000 });
  provider.script({ text: 'Snow.', usage });
  const told = (await ask(at)).body.usage;
  expect(told.estimated).toBe(true);
  expect([told.cost > 0, told.cost < 0.01]).toEqual([true, true]);
  const { body } = await service.call('GET', `${at}/spending`, undefined, admin);
  expect(body.days[0]).toMatchObject({ calls: 1, estimated_calls: 1 });
  expect(body.today.tokens).toBeGreaterThan(10);
  expect(body.today.tokens).toBeLessThan(500);
});

it('reads figures that the provider tells as text', async () => {
  const at = await makeDesk();
  const usage = { input: '12', output: '3', cost: '0.25' } as unknown as { input: number; output: number };
  provider.script({ text: 'Snow.', usage });
  const { status, body } = await ask(at);
  expect([status, body.message.content]).toEqual([200, 'Snow.']);
  expect(body.usage).toEqual({ input_tokens: 12, output_tokens: 3, total_tokens: 15, cost: 0.25 });
});

it('counts a call that is left before its first word', async () => {
  const at = await makeDesk();
  provider.script({ hangs: true });
  const before = provider.asked.length;
  const leaving = new AbortController();
  const headers = { ...admin, 'content-type': 'application/json' };
  const asked = fetch(`${service.url}/api${at}/agents/desk/completions`, {
    method: 'POST',
    headers,
    body: JSON.stringify({ messages }),
    signal: leaving.signal,
  });
  await expect.poll(() => provider.asked.length).toBe(before + 1);
  leaving.abort();
  await expect(asked).rejects.toThrow();
  const spent = () => service.call('GET', `${at}/spending`, undefined, admin);
  await expect.poll(async () => (await spent()).body.days[0]).toMatchObject({ calls: 1, estimated_calls: 1 });
});

it('keeps an answer without characters that no database takes', async () => {
  const at = await makeDesk();
  provider.script({ text: 'a\0b' });
  const { status, body } = await ask(at);
  expect([status, body.message.content]).toEqual([200, 'ab']);
});

it('estimates what a call used that was given up before it answered', async () => {
  const at = await makeDesk();
  provider.script({ hangs: true });
  const body = { messages, params: { timeout_ms: 1000, builtin: 'off' } };
  const late = await service.call('POST', `${at}/agents/desk/completions`, body, admin);
  expect(late.body.code).toBe('provider_timeout');
  provider.script({ fails: { status: 400 } });
  expect((await ask(at)).body.code).toBe('provider_refused_request');
  const { days } = (await service.call('GET', `${at}/spending`, undefined, admin)).body;
  expect(days).toMatchObject([{ calls: 1, estimated_calls: 1, output_tokens: 0 }]);
  expect(days[0].input_tokens).toBeGreaterThan(5);
});

it('counts the vectors of knowledge bases: their documents, searches and the door of OpenAI', async () => {
  const at = await makeDesk({ tokens_a_day: 100 });
  const embedder = await startLoopback(({ body }, response) => {
    const data = JSON.parse(body).input.map((_: string, index: number) => ({ index, embedding: [1, index] }));
    response.writeHead(200, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ object: 'list', data, model: 'm', usage: { prompt_tokens: 60, total_tokens: 60 } }));
  });
  const embedding = { provider: 'openai_compatible', model_name: 'm', base_url: embedder.url, api_key: 'sk-1' };
  const base = `${at}/knowledge_bases/kb`;
  const { body: made } = await service.call('POST', `${at}/knowledge_bases`, { name: 'kb', embedding }, admin);
  await service.call('POST', `${base}/documents`, { name: 'a', content: 'Snow in the mountains.' }, admin);
  await service.until(base, ({ body }) => body.embedding.status === 'complete', admin);
  expect((await service.call('POST', `${base}/search`, { query: 'snow' }, admin)).body.method).toBe('hybrid');
  const days = (await service.call('GET', `${at}/spending`, undefined, admin)).body.days;
  expect(days).toMatchObject([{ agent_id: null, knowledge_base: 'kb', knowledge_base_id: made.id, calls: 2 }]);
  expect([days[0].input_tokens, days[0].cost]).toEqual([120, expect.closeTo(0.00024, 10)]);
  // Used up: words still find, what needs vectors says why, and the vectors of new documents wait
  const words = await service.call('POST', `${base}/search`, { query: 'snow' }, admin);
  expect(words.body).toMatchObject({ method: 'lexical', warning: expect.stringContaining('120 of its 100 tokens') });
  const input = { model: `${at.split('/')[2]}/kb`, input: 'snow' };
  expect((await service.call('POST', '/v1/embeddings', input, admin)).status).toBe(429);
  expect((await ask(at)).body.code).toBe('tokens_used_up');
  await service.call('POST', `${base}/documents`, { name: 'b', content: 'Sun.' }, admin);
  const { body } = await service.until(base, ({ body }) => body.embedding.status === 'failed', admin);
  expect(body.embedding.error).toContain('120 of its 100 tokens');
  await embedder.stop();
});
