import { createReadStream, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startTestService, type TestService } from '../../server/test/service.ts';
import { createClient, SibylError } from '../src/index.ts';
import type { UploadProgress } from '../src/types.ts';
import { startUnsteadyProxy, type UnsteadyProxy } from './unsteady-proxy.ts';

const homes = Array.from({ length: 2500 }, (_, index) => ({ rooms: (index % 5) + 1, price: ((index % 5) + 1) * 100 }));
const quick = { effort: 'quick', time_budget_seconds: 5 } as const;

let service: TestService;
let proxy: UnsteadyProxy;
let sibyl: ReturnType<typeof createClient>;
beforeAll(async () => {
  service = await startTestService();
  proxy = await startUnsteadyProxy(service.url);
  sibyl = createClient({ url: proxy.url });
  await sibyl.project('default').tables.upload('homes', homes);
});
afterAll(async () => {
  proxy?.close();
  await service?.stop();
});

async function failureOf(work: Promise<unknown> | AsyncIterable<unknown>): Promise<SibylError> {
  try {
    if (Symbol.asyncIterator in work) for await (const _ of work);
    else await work;
  } catch (error) {
    if (SibylError.is(error)) return error;
    throw error;
  }
  throw new Error('nothing failed');
}

async function callsOf(work: () => Promise<unknown>) {
  const before = proxy.seen.length;
  await work();
  return proxy.seen.slice(before);
}

describe('retries', () => {
  test('a refusal with Retry-After is asked again once that time has passed', async () => {
    const problem = '{"code":"overloaded","detail":"Too much to do.","status":503}';
    proxy.next({
      status: 503,
      headers: { 'retry-after': '1', 'content-type': 'application/problem+json' },
      body: problem,
    });
    const calls = await callsOf(() => sibyl.project('default').get());
    expect(calls).toHaveLength(2);
    expect(calls[1].at - calls[0].at).toBeGreaterThanOrEqual(990);
  });

  test('a time of day in Retry-After holds as well', async () => {
    const coming = new Date(Date.now() + 2000).toUTCString();
    proxy.next({ status: 429, headers: { 'retry-after': coming }, body: '{"code":"rate_limited","detail":""}' });
    const calls = await callsOf(() => sibyl.project('default').get());
    expect(calls[1].at).toBeGreaterThanOrEqual(Date.parse(coming) - 10);
  });

  test('a create whose answer was lost is sent again under the same key, and made once', async () => {
    proxy.next('lose');
    const calls = await callsOf(() => sibyl.projects.create({ name: 'lost_answer' }));
    const keys = calls.map(({ headers }) => headers['idempotency-key']);
    expect(keys).toHaveLength(2);
    expect(keys[0]).toMatch(/^[0-9a-f]{32}$/);
    expect(keys[1]).toBe(keys[0]);
  });

  test('two calls have two keys, and one can be given', async () => {
    const [first] = await callsOf(() => sibyl.projects.create({ name: 'keys_1' }));
    const [second] = await callsOf(() => sibyl.projects.create({ name: 'keys_2' }));
    const [given] = await callsOf(() => sibyl.projects.create({ name: 'keys_3' }, { idempotencyKey: 'mine' }));
    expect(first.headers['idempotency-key']).not.toBe(second.headers['idempotency-key']);
    expect(given.headers['idempotency-key']).toBe('mine');
  });

  test('a question to an agent as a stream takes no key and is sent once, a prediction only reads', async () => {
    proxy.next('drop');
    const asked = await callsOf(async () => {
      expect((await failureOf(sibyl.project('default').agent('nobody').stream('?'))).code).toBe('unreachable');
    });
    expect(asked).toHaveLength(1);
    proxy.next('drop', 'drop');
    const predicted = await callsOf(async () => {
      expect((await failureOf(sibyl.project('default').model('none').predict([{}]))).code).toBe('model_not_found');
    });
    expect(predicted).toHaveLength(3);
  });

  test('an answer of a proxy is asked again, and shown when it stays', async () => {
    const page = { status: 502, headers: { 'content-type': 'text/html' }, body: '<h1>Bad Gateway</h1>' };
    proxy.next(page);
    expect((await sibyl.project('default').get()).name).toBe('default');
    proxy.next(page);
    const failure = await failureOf(sibyl.project('default').get({ retries: 0 }));
    expect(failure).toMatchObject({ code: 'unexpected_answer', status: 502 });
    expect(failure.detail).toContain('<h1>Bad Gateway</h1>');
  });

  test('what no time will mend is asked once', async () => {
    const calls = await callsOf(() => failureOf(sibyl.project('nowhere').get()));
    expect(calls).toHaveLength(1);
    const problem = '{"code":"rate_limited","detail":"Tomorrow.","status":429}';
    proxy.next({ status: 429, headers: { 'retry-after': '86400' }, body: problem });
    expect(await failureOf(sibyl.project('default').get())).toMatchObject({ code: 'rate_limited', retryAfter: 86400 });
  });
});

describe('lists', () => {
  test('for await goes through all pages, and asks for no more than it needs', async () => {
    const rows = sibyl.project('default').table('homes').rows();
    let seen = 0;
    const all = await callsOf(async () => {
      for await (const row of rows) seen += Number(row.rooms) > 0 ? 1 : 0;
    });
    expect([seen, all.length]).toEqual([2500, 3]);
    const some = await callsOf(async () => {
      for await (const _ of rows) break;
    });
    expect(some).toHaveLength(1);
  });

  test('await gives the array that the service answers at once', async () => {
    const table = sibyl.project('default').table('homes');
    expect(await sibyl.project('default').tables.list()).toMatchObject([{ name: 'homes' }]);
    expect(await table.rows()).toEqual(homes.slice(0, 100));
    expect(await table.rows({ limit: 2 })).toEqual(homes.slice(0, 2));
    const { items, cursor } = await table.rows({ limit: 2 }).page();
    expect(items).toEqual(homes.slice(0, 2));
    expect(await table.rows({ limit: 2, cursor: cursor! })).toEqual(homes.slice(2, 4));
  });

  test('follows pages under a path prefix', async () => {
    const prefixed = await startUnsteadyProxy(service.url, '/ai/sibyl');
    const rows = createClient({ url: `${prefixed.url}/` })
      .project('default')
      .table('homes')
      .rows({ limit: 1000 });
    let count = 0;
    for await (const _ of rows) count += 1;
    prefixed.close();
    expect(count).toBe(2500);
    expect(prefixed.seen.every(({ path }) => path.startsWith('/ai/sibyl/api/projects/default/'))).toBe(true);
  });
});

test('what has not changed is no failure, and a stale change is one', async () => {
  const path = { projectName: 'default' };
  const etag = (await sibyl.response('getProject', { path })).headers.get('etag') ?? '';
  const unchanged = await sibyl.response('getProject', { path, headers: { 'If-None-Match': etag } });
  expect(unchanged.status).toBe(304);
  const change = () => sibyl.project('default').update({ description: 'mine' }, { headers: { 'If-Match': etag } });
  expect((await change()).description).toBe('mine');
  expect((await failureOf(change())).code).toBe('stale_record');
});

describe('errors', () => {
  test('carry what the problem document says', async () => {
    const failure = await failureOf(sibyl.projects.create({ name: 'a b' }));
    expect(failure).toMatchObject({ name: 'SibylError', code: 'invalid_input', status: 400 });
    expect(failure.message).toBe(failure.detail);
    expect(failure.errors[0]).toMatchObject({ pointer: '/name' });
    expect(failure.requestId).toMatch(/\S/);
    expect(failure.problem).toMatchObject({ type: '/errors/invalid_input' });
  });

  test('narrow by code', async () => {
    const failure: unknown = await failureOf(sibyl.project('nowhere').get());
    expect(SibylError.is(failure)).toBe(true);
    expect(SibylError.is(failure, 'model_not_found')).toBe(false);
    if (SibylError.is(failure, 'project_not_found')) failure.code satisfies 'project_not_found';
    else expect.unreachable();
  });

  test('a name that is a step in a path, or none, is not sent', async () => {
    for (const name of ['', '.', '..'])
      await expect(sibyl.project(name).get()).rejects.toThrow(/projectName must be a name/);
    expect(() => createClient({ url: 'localhost:4747' })).toThrow(/must begin with http/);
  });

  test('a key that no header can hold is refused without being repeated', async () => {
    const twoLines = createClient({ url: service.url, key: 'sib_secret\n# of production' });
    await expect(twoLines.health()).rejects.toThrow(
      expect.objectContaining({ message: expect.not.stringContaining('sib_secret') }),
    );
  });

  test('nobody there and no answer in time are errors of the same class', async () => {
    const nobody = createClient({ url: 'http://127.0.0.1:9', retries: 0 });
    expect((await failureOf(nobody.health())).code).toBe('unreachable');
    const direct = createClient({ url: service.url, timeout: 1, retries: 0 });
    const slow = direct.project('default').query('select count(*) from range(10000000)');
    expect((await failureOf(slow)).code).toBe('timed_out');
  });
});

describe('aborts', () => {
  test('end a wait between tries', async () => {
    const body = '{"code":"overloaded","detail":"","status":503}';
    proxy.next({ status: 503, headers: { 'retry-after': '50' }, body });
    const reason = new Error('enough');
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 50);
    await expect(sibyl.project('default').get({ signal: controller.signal })).rejects.toBe(reason);
  });

  test('end a stream, and a call before it is sent', async () => {
    const reason = new Error('enough');
    const controller = new AbortController();
    setTimeout(() => controller.abort(reason), 200);
    const watching = sibyl.project('default').watch({}, { signal: controller.signal });
    await expect(watching.next()).rejects.toBe(reason);
    const calls = await callsOf(() =>
      expect(sibyl.project('default').get({ signal: controller.signal })).rejects.toBe(reason),
    );
    expect(calls).toHaveLength(0);
  });
});

describe('files', () => {
  const csv = 'a;b\n1;x\n2;y\n';
  const record = { row_count: 2, columns: [{ name: 'a' }, { name: 'b' }] };

  test.for<[string, () => Parameters<ReturnType<typeof sibyl.project>['tables']['upload']>[1]]>([
    ['text', () => csv],
    ['a file', () => new File([csv], 'report.csv', { type: 'application/vnd.ms-excel' })],
    ['a buffer', () => Buffer.from(csv)],
    ['bytes', () => new TextEncoder().encode(csv).buffer as ArrayBuffer],
    ['a stream of the web', () => new Blob([csv]).stream()],
    [
      'rows',
      () => [
        { a: 1, b: 'x' },
        { a: 2, b: 'y' },
      ],
    ],
    ['lines of JSON', () => '{"a":1,"b":"x"}\n{"a":2,"b":"y"}\n'],
  ])('a table of %s', async ([, content]) => {
    const table = await sibyl.project('default').tables.upload('uploaded', content(), { replace: true });
    expect(table).toMatchObject(record);
  });

  test('a table of a stream of Node, read as is said, with its progress told', async () => {
    const path = join(service.directory, 'streamed.csv');
    writeFileSync(path, 'a;b\n1;none\n2;y\n');
    const told: UploadProgress[] = [];
    const table = await sibyl.project('default').tables.upload('streamed', createReadStream(path), {
      types: { a: 'text' },
      blanks: ['none'],
      onUploadProgress: (progress) => told.push(progress),
    });
    expect(table.columns).toMatchObject([
      { name: 'a', type: 'text' },
      { name: 'b', nulls: 1 },
    ]);
    expect(told.at(-1)).toEqual({ loaded: 15, total: undefined });
    const blob = new Blob([csv]);
    await sibyl
      .project('default')
      .table('uploaded')
      .append(blob, { onUploadProgress: (progress) => told.push(progress) });
    expect(told.at(-1)).toEqual({ loaded: 12, total: 12 });
  });

  test('a path in place of its content is refused before it is sent', async () => {
    await expect(sibyl.project('default').tables.upload('paths', './homes.csv')).rejects.toThrow(/not its path/);
  });
});

describe('streams', () => {
  test('events go on behind the last one when the connection breaks, none missed and none twice', async () => {
    const { name } = await sibyl.projects.create({ name: 'watched' });
    const project = sibyl.project(name);
    const controller = new AbortController();
    const told: string[] = [];
    // The first call reads the newest event; each stream breaks after two.
    proxy.next('pass', { cut: 2 }, { cut: 1 }, 'drop');
    const watching = (async () => {
      for await (const event of project.watch({ type: 'sibyl.skill.created' }, { signal: controller.signal })) {
        told.push(event.subject);
        if (told.length === 6) return;
      }
    })();
    const other = createClient({ url: service.url }).project(name);
    await expect.poll(() => proxy.seen.filter(({ path }) => path.includes('/watched/events?type')).length).toBe(1);
    const made: string[] = [];
    for (let number = 0; number < 6; number += 1) {
      const { id } = await other.skills.create({ name: `skill_${number}`, type: 'sql' });
      made.push(id);
    }
    await watching;
    expect(told).toHaveLength(6);
    expect(new Set(told).size).toBe(6);
    for (const [index, id] of made.entries()) expect(told[index]).toContain(id);
    const resumed = proxy.seen.filter(({ headers }) => headers['last-event-id'] !== undefined);
    expect(resumed.length).toBeGreaterThanOrEqual(2);
  });

  test('a training is followed over connections that break', { tags: 'long' }, async () => {
    const project = sibyl.project('default');
    const model = await project.models.train({ table: 'homes', predict: 'price', options: quick });
    expect(model.name).toBe('homes_price');
    proxy.next({ cut: 1 }, 'drop');
    const told: number[] = [];
    const record = await model.waitUntilTrained({ onProgress: ({ fraction }) => told.push(fraction) });
    expect(record.status).toBe('complete');
    expect(told.at(-1)).toBe(1);
    const [answer] = await model.predict([{ rooms: 3 }]);
    expect(answer.price).toBeCloseTo(300, 0);
    expect(answer.price_confidence satisfies number | null).toBeGreaterThan(0);
    const each: unknown[] = [];
    for await (const { price } of model.predictEach([{ rooms: 1 }, { rooms: 5 }])) each.push(price);
    expect(each).toHaveLength(2);
    const statuses: string[] = [];
    for await (const { status, fraction } of model.progress()) statuses.push(`${status} ${fraction}`);
    expect(statuses).toEqual(['complete 1']);
    const copy = await project.models.import('copy', (await model.export()).body!);
    expect(copy.status).toBe('complete');
  });

  test('a training that fails or is cancelled throws the reason', async () => {
    const { models } = sibyl.project('default');
    const failing = await models.train({
      sql: 'SELECT 1 AS a, 2 AS b',
      name: 'constant',
      predict: 'b',
      options: quick,
    });
    const failure = await failureOf(failing.waitUntilTrained());
    expect(failure.code).toBe('training_failed');
    expect(failure.detail).toBe((await failing.get()).error);
    const long = await models.train({ table: 'homes', predict: 'rooms', options: { time_budget_seconds: 600 } });
    const waiting = failureOf(long.progress());
    await long.cancel();
    expect((await waiting).code).toBe('training_cancelled');
  });

  test('an agent answers in one piece or in parts, and a cut is told', async () => {
    await sibyl.project('default').agents.create({ name: 'desk', data: { tables: ['homes'] } });
    const agent = sibyl.project('default').agent('desk');
    const { message, conversation_id } = await agent.ask('How many homes have 3 rooms?');
    expect(message.content).toContain('500');
    const types: string[] = [];
    for await (const event of agent.stream('and 4 rooms?', { conversation_id })) {
      types.push(event.type);
      if (event.type === 'message') expect(event.conversation_id).toBe(conversation_id);
    }
    expect([types[0], types.at(-1)]).toEqual(['start', 'message']);
    proxy.next({ cut: 1 });
    expect((await failureOf(agent.stream('How many homes?'))).code).toBe('stream_broken');
  });
});

test('what an operation is called with becomes a query of TanStack', async () => {
  const query = sibyl.query('getTable', { path: { projectName: 'default', tableName: 'homes' } });
  expect(query.queryKey).toEqual(['getTable', { projectName: 'default', tableName: 'homes' }, {}]);
  expect((await query.queryFn({ signal: new AbortController().signal })).row_count).toBe(2500);
  await expect(query.queryFn({ signal: AbortSignal.abort(new Error('left')) })).rejects.toThrow('left');
});

test('an operation that does not exist is named, with those nearest to it', async () => {
  const loose = sibyl as unknown as { call: (id: string) => Promise<unknown> };
  await expect(loose.call('createPrediction')).rejects.toThrow(
    'there is no operation "createPrediction"; the nearest are createPredictions',
  );
  await expect(loose.call('toString')).rejects.toThrow('there is no operation "toString"; openapi.json lists them');
});
