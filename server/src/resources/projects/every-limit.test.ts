/**
 * Every limit, set by environment and by project: it refuses with its code and figure, emits an event
 * and is counted.
 *
 * @module-tag long
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type LoopbackProvider, startLoopbackProvider } from '../../../test/loopback/provider.ts';
import { startTestService, type TestService } from '../../../test/service.ts';
import { generateHomeRentals } from '../../operations/sample/home-rentals.ts';

const csv = { 'content-type': 'text/csv' };
const endless = 'SELECT count(*) FROM range(1000000) a, range(1000000) b';
const greedy = 'SELECT list(i) FROM range(1000000000) t(i)';

let provider: LoopbackProvider;
beforeAll(async () => {
  provider = await startLoopbackProvider();
});
afterAll(() => provider.stop());

/** A project of a running service. */
interface Place {
  at: string;
  service: TestService;
}

/** The fields of a problem document, or of the record that the limit ended. */
type Left = Record<string, unknown>;

interface Case {
  limit: string;
  variable: string;
  figure: number;
  /** The code of the refusal and of the event. */
  code: string;
  provoke(place: Place): Promise<Left>;
}

async function bodyOf({ service, at }: Place, path: string, body: unknown, headers = {}): Promise<Left> {
  return (await service.call('POST', at + path, body, headers)).body;
}

async function makeAgent(place: Place, extra: object = {}): Promise<void> {
  const model = { provider: 'openai_compatible', model_name: 'm', base_url: provider.openai, api_key: 'sk-loopback' };
  await bodyOf(place, '/agents', { name: 'desk', model, ...extra });
}

const ask = (place: Place) =>
  bodyOf(place, '/agents/desk/completions', { messages: [{ role: 'user', content: 'How many?' }] });

async function askInSql(place: Place, sql: string): Promise<Left> {
  await bodyOf(place, '/skills', { name: 'tables', type: 'sql' });
  await makeAgent(place, { skills: ['tables'] });
  provider.script({ tools: [{ name: 'tables__query', input: { sql } }] });
  const { message } = (await ask(place)) as { message: { steps: { error?: Left }[] } };
  return message.steps.find(({ error }) => error)?.error ?? {};
}

const train = (place: Place, name: string, rows = 60, options = { effort: 'quick' }) =>
  bodyOf(place, '/models', { name, target: 'rental_price', from: { rows: generateHomeRentals(rows, 1) }, options });

const cases: Case[] = [
  {
    limit: 'requests_per_second',
    variable: 'SIBYL_PROJECT_REQUESTS_PER_SECOND',
    figure: 20,
    code: 'rate_limited',
    async provoke({ service, at }) {
      const answers = await Promise.all(Array.from({ length: 60 }, () => service.call('GET', `${at}/tables`)));
      return answers.find(({ status }) => status === 429)?.body;
    },
  },
  {
    limit: 'sql_bytes',
    variable: 'SIBYL_MAX_SQL_BYTES',
    figure: 2000,
    code: 'query_too_long',
    provoke: (place) => bodyOf(place, '/query', { sql: `SELECT '${'a'.repeat(2000)}'` }),
  },
  {
    limit: 'query_answer_bytes',
    variable: 'SIBYL_MAX_QUERY_ANSWER_BYTES',
    figure: 2000,
    code: 'query_memory_limit',
    provoke: (place) => bodyOf(place, '/query', { sql: "SELECT repeat('a', 2000) AS a" }),
  },
  {
    limit: 'upload_bytes',
    variable: 'SIBYL_MAX_UPLOAD_BYTES',
    figure: 2000,
    code: 'upload_too_large',
    provoke: (place) => bodyOf(place, '/tables?name=long', `a,b\n${'1,2\n'.repeat(1000)}`, csv),
  },
  {
    limit: 'document_bytes',
    variable: 'SIBYL_MAX_DOCUMENT_BYTES',
    figure: 2000,
    code: 'upload_too_large',
    async provoke(place) {
      await bodyOf(place, '/knowledge_bases', { name: 'base' });
      const path = '/knowledge_bases/base/documents?name=long.txt';
      return bodyOf(place, path, 'x'.repeat(3000), { 'content-type': 'text/plain' });
    },
  },
  {
    limit: 'predict_rows',
    variable: 'SIBYL_MAX_PREDICT_ROWS',
    figure: 3,
    code: 'too_many_rows',
    async provoke(place) {
      await train(place, 'rent');
      await place.service.until(`${place.at}/models/rent`, ({ body }) => body.status === 'complete');
      return bodyOf(place, '/models/rent/predict', [{}, {}, {}, {}]);
    },
  },
  {
    limit: 'query_timeout_ms',
    variable: 'SIBYL_QUERY_TIMEOUT_MS',
    figure: 300,
    code: 'query_time_limit',
    provoke: (place) => bodyOf(place, '/query', { sql: endless }),
  },
  {
    limit: 'query_memory_bytes',
    variable: 'SIBYL_QUERY_MEMORY_BYTES',
    figure: 2 ** 26,
    code: 'query_memory_limit',
    provoke: (place) => bodyOf(place, '/query', { sql: greedy }),
  },
  {
    limit: 'completion_steps',
    variable: 'SIBYL_COMPLETION_STEPS',
    figure: 2,
    code: 'step_limit',
    async provoke(place) {
      await bodyOf(place, '/skills', { name: 'tables', type: 'sql' });
      await makeAgent(place, { skills: ['tables'] });
      const call = { tools: [{ name: 'tables__query', input: { sql: 'select 1' } }] };
      provider.script(call, call, call);
      const { finish_reason, ...rest } = await ask(place);
      return { ...rest, code: finish_reason };
    },
  },
  {
    limit: 'completion_tool_calls',
    variable: 'SIBYL_COMPLETION_TOOL_CALLS',
    figure: 2,
    code: 'too_many_calls',
    async provoke(place) {
      await bodyOf(place, '/skills', { name: 'tables', type: 'sql' });
      await makeAgent(place, { skills: ['tables'] });
      const call = { name: 'tables__query', input: { sql: 'select 1' } };
      provider.script({ tools: [call, call, call] }, { text: 'Done.' });
      const { message } = (await ask(place)) as { message: { steps: { error?: { code: string } }[] } };
      const code = message.steps.find(({ error }) => error)?.error?.code;
      return { code, limit_name: 'completion_tool_calls', limit: 2 };
    },
  },
  {
    limit: 'completion_timeout_ms',
    variable: 'SIBYL_COMPLETION_TIMEOUT_MS',
    figure: 400,
    code: 'provider_timeout',
    async provoke(place) {
      await makeAgent(place);
      provider.script({ hangs: true });
      return ask(place);
    },
  },
  {
    limit: 'trainings_queued',
    variable: 'SIBYL_TRAININGS_QUEUED',
    figure: 1,
    code: 'queue_full',
    async provoke(place) {
      const names = ['one', 'two', 'three'];
      for (const name of names) await train(place, name, 3000, { effort: 'full' });
      const refused = await train(place, 'four');
      for (const name of names) await place.service.call('POST', `${place.at}/models/${name}/cancel`);
      return refused;
    },
  },
  {
    limit: 'training_memory_bytes',
    variable: 'SIBYL_TRAINING_MEMORY_BYTES',
    figure: 2 ** 28,
    code: 'training_memory_limit',
    async provoke(place) {
      const columns = 'abcdefghij'.split('').map((name) => `random() AS ${name}`);
      const from = { sql: `SELECT ${columns} FROM range(1500000)` }; // 120 MB of numbers, several times over during a search
      await bodyOf(place, '/models', { name: 'large', target: 'a', from });
      const ended = await place.service.until(`${place.at}/models/large`, ({ body }) => body.status === 'failed');
      return { code: 'training_memory_limit', limit_name: 'training_memory_bytes', limit: figureIn(ended.body.error) };
    },
  },
  {
    limit: 'webhooks',
    variable: 'SIBYL_WEBHOOKS_PER_PROJECT',
    figure: 1,
    code: 'too_many_records',
    async provoke(place) {
      const webhook = { url: 'http://127.0.0.1:1/', enabled: false };
      await bodyOf(place, '/webhooks', { name: 'one', ...webhook });
      return bodyOf(place, '/webhooks', { name: 'two', ...webhook });
    },
  },
];

const figureIn = (sentence: string) => Number(/(\d+) bytes/.exec(sentence)?.[1]);

async function expectRefusal(place: Place, { limit, figure, code, provoke }: Case): Promise<void> {
  expect(await provoke(place)).toMatchObject({ code, limit_name: limit, limit: figure });
  const events = `${place.at}/events?type=sibyl.limit.hit`;
  const { body } = await place.service.until(events, (answer) => answer.body.length > 0);
  expect(body).toMatchObject([{ subject: `limits/${code}`, data: { code, limit_name: limit, limit: figure } }]);
  const metrics = await place.service.call('GET', '/metrics');
  expect(metrics.text).toMatch(new RegExp(`^sibyl_limit_hits_total\\{limit="${limit}"\\} [1-9]`, 'm'));
}

describe('a limit of the environment', { tags: 'long' }, () => {
  it.each(cases)('$limit', async (one) => {
    const service = await startTestService({ [one.variable]: String(one.figure) });
    try {
      await expectRefusal({ service, at: `/projects/${await service.project()}` }, one);
    } finally {
      await service.stop();
    }
  });
});

describe('a limit of a project', () => {
  let service: TestService;
  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  const limited = async (limits: object): Promise<Place> => {
    const at = `/projects/${await service.project()}`;
    expect((await service.call('PUT', at, { limits })).status).toBe(200);
    return { service, at };
  };

  it.each(cases)('$limit', async (one) => {
    await expectRefusal(await limited({ [one.limit]: one.figure }), one);
  });

  it('cuts what a query answers, and says so', async () => {
    const answer = await bodyOf(await limited({ query_rows: 5 }), '/query', { sql: 'FROM range(40)' });
    expect(answer).toMatchObject({ row_count: 5, truncated: true });
  });

  it.each([
    ['query_timeout_ms', 300, 'query_time_limit', endless],
    ['query_memory_bytes', 2 ** 26, 'query_memory_limit', greedy],
  ])('%s holds in the SQL of agents too', async (limit, figure, code, sql) => {
    const place = await limited({ [limit]: figure });
    expect(await askInSql(place, sql)).toMatchObject({ code, detail: expect.stringContaining(String(figure)) });
    const { body } = await service.until(`${place.at}/events?type=sibyl.limit.hit`, (answer) => answer.body.length > 0);
    expect(body).toMatchObject([{ data: { code, limit_name: limit, limit: figure } }]);
  });

  it('lets a language model see no more rows than a query may answer', async () => {
    const place = await limited({ query_rows: 5 });
    await bodyOf(place, '/skills', { name: 'tables', type: 'sql' });
    const tried = await bodyOf(place, '/skills/tables/test', { input: { sql: 'FROM range(40)' } });
    expect(tried).toMatchObject({ result: { content: { row_count: 5, truncated: true } } });
  });

  it('runs no more trainings of it at once, and those of others beside', async () => {
    const [one, other] = [await limited({ trainings_at_once: 1 }), await limited({})];
    for (const name of ['first', 'second']) await train(one, name);
    await train(other, 'beside');
    await service.until(`${other.at}/models/beside`, ({ body }) => body.status === 'complete');
    await service.until(`${one.at}/models/second`, ({ body }) => body.status === 'complete');
    const begun = await service.call('GET', `${one.at}/events?type=sibyl.model.started,sibyl.model.completed`);
    expect(begun.body.map(({ type }: { type: string }) => type.split('.').at(-1))).toEqual([
      'started',
      'completed',
      'started',
      'completed',
    ]);
  });
});
