// @module-tag long
/** Several nodes on one PostgreSQL and one S3-compatible store, each in its own process. */
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest';
import type { Answer } from '../answer.ts';
import { createTestDatabase } from '../databases.ts';
import { openLineToPostgres } from '../line.ts';
import { credentials, type ObjectStore, provideObjectStore, startObjectStore } from '../object-store.ts';
import { makeDirectory, type ServiceProcess, startProcess } from '../service-process.ts';

const missing = 'missing' in inject('postgres') || (await provideObjectStore());
const masterKey = 'one master key for all nodes of the test';
const rows = ['x,y', ...Array.from({ length: 200 }, (_, row) => `${row % 50},${2 * (row % 50) + (row % 3)}`)].join(
  '\n',
);
const csv = { 'content-type': 'text/csv' };

/** Checks every tenth of a second until it holds. */
async function within(seconds: number, holds: () => Promise<boolean>): Promise<void> {
  const begun = Date.now();
  while (!(await holds())) {
    if (Date.now() - begun > seconds * 1000) throw new Error(`it did not come true within ${seconds} s: ${holds}`);
    await pause(100);
  }
}

async function train(node: ServiceProcess, name: string, table: string, watcher = node): Promise<Answer> {
  const model = { name, target: 'y', from: { table }, options: { effort: 'quick' } };
  expect((await node.call('POST', '/api/projects/default/models', model)).status).toBe(201);
  await within(
    120,
    async () => statusOf(await watcher.call('GET', `/api/projects/default/models/${name}`)) !== 'queued',
  );
  await within(
    120,
    async () => statusOf(await watcher.call('GET', `/api/projects/default/models/${name}`)) === 'complete',
  );
  return watcher.call('GET', `/api/projects/default/models/${name}`);
}

function statusOf({ body }: Answer): unknown {
  return (body as { status: unknown }).status;
}

describe.skipIf(missing)('nodes that share a database and a bucket', () => {
  let store: ObjectStore;
  let settings: Record<string, string>;
  let removeDatabase: () => Promise<void>;

  beforeAll(async () => {
    const database = await createTestDatabase('postgres');
    removeDatabase = database.remove;
    store = await startObjectStore();
    const url = 'url' in database.settings ? database.settings.url : '';
    const blobs = await store.bucket();
    settings = { ...credentials, SIBYL_DATABASE_URL: url, SIBYL_BLOBS_URL: blobs, SIBYL_MASTER_KEY: masterKey };
  });
  afterAll(async () => {
    await store?.stop();
    await removeDatabase?.();
  });

  function startNode(role: string, changed: Record<string, string> = {}): ServiceProcess {
    return startProcess(makeDirectory(), { ...settings, SIBYL_ROLE: role, ...changed });
  }

  test('what one node takes in, another learns from and a third answers', async () => {
    const [front, back, worker] = [startNode('api'), startNode('api'), startNode('worker')];
    await Promise.all([front.url, back.url, worker.url]);
    expect((await front.call('POST', '/api/projects/default/tables?name=t', rows, csv)).status).toBe(201);
    const trained = await train(front, 'm', 't', back);
    const ask = (node: ServiceProcess) => node.call('POST', '/api/projects/default/models/m/predict', [{ x: 10 }]);
    const [one, other] = await Promise.all([ask(front), ask(back)]);
    expect(one.status).toBe(200);
    expect(other.text).toBe(one.text);
    expect(trained.body).toMatchObject({ version: 1 });
    const query = { sql: 'select count(*) as n from t' };
    expect((await back.call('POST', '/api/projects/default/query', query)).text).toContain('200');
    const elsewhere = { status: 404, body: { detail: expect.stringContaining('this node is a worker (SIBYL_ROLE)') } };
    expect(await worker.call('GET', '/api/projects')).toMatchObject(elsewhere);
    expect((await worker.call('GET', '/health/ready')).status).toBe(200);
  });

  test('who signs out at one node is out at the others, also at one that starts later', async () => {
    // The first key closes the open mode of its database.
    const own = await createTestDatabase('postgres');
    onTestFinished(own.remove);
    const database = 'url' in own.settings ? own.settings.url : '';
    const keyed = { SIBYL_DATABASE_URL: database, SIBYL_BLOBS_URL: await store.bucket() };
    const [front, back] = [startNode('api', keyed), startNode('api', keyed)];
    await Promise.all([front.url, back.url]);
    const { secret } = (await front.call('POST', '/api/keys', { name: 'leaver', role: 'admin' })).body as {
      secret: string;
    };
    const login = await front.call('POST', '/api/login', { password: secret });
    const cookie = (login.headers.get('set-cookie') ?? '').split(';')[0];
    const statusAt = async (node: ServiceProcess, headers: Record<string, string> = { cookie }) =>
      (await node.call('GET', '/api/session', undefined, headers)).status;
    await within(30, async () => (await statusAt(back, {})) === 401);
    expect(await statusAt(back)).toBe(200);
    expect((await front.call('DELETE', '/api/session', undefined, { cookie })).status).toBe(204);
    expect(await statusAt(front)).toBe(401);
    await within(30, async () => (await statusAt(back)) === 401);
    const late = startNode('api', keyed);
    await late.url;
    expect(await statusAt(late)).toBe(401);
  });

  test.each(['killed', 'suspended'])(
    'the training of a worker that was %s is taken over and completed once',
    async (how) => {
      const front = startNode('api');
      await front.url;
      const name = `survivor_${how}`;
      const eventsOf = async (event: string) => {
        const { body } = await front.call('GET', `/api/projects/default/events?type=sibyl.model.${event}`);
        return (body as { data: { name: string } }[]).filter(({ data }) => data.name === name);
      };
      const many = [
        'x,z,y',
        ...Array.from({ length: 20_000 }, (_, row) => `${row % 997},${row % 31},${row % 89}`),
      ].join('\n');
      await front.call('POST', `/api/projects/default/tables?name=many_${how}`, many, csv);
      const doomed = startNode('worker');
      await doomed.url;
      const model = { name, target: 'y', from: { table: `many_${how}` }, options: { time_budget_seconds: 6 } };
      await front.call('POST', '/api/projects/default/models', model);
      const path = `/api/projects/default/models/${name}`;
      await within(300, async () => statusOf(await front.call('GET', path)) === 'training');
      if (how === 'killed') await doomed.end('SIGKILL');
      else process.kill(doomed.pid, 'SIGSTOP');
      const heir = startNode('worker');
      await heir.url;
      const started = async () => (await eventsOf('started')).length;
      await within(300, async () => (await started()) === 2);
      if (how === 'suspended') process.kill(doomed.pid, 'SIGCONT');
      await within(300, async () => statusOf(await front.call('GET', path)) === 'complete');
      expect(await eventsOf('completed')).toHaveLength(1);
    },
  );

  /** Both at once: the time goes by until a silent one is taken for away. */
  test('a node whose database is refused or silent goes on predicting, says so, and finds back by itself', async () => {
    const other = startNode('all');
    const nodes = [await startBehindLine('refused'), await startBehindLine('silent')];
    await Promise.all(nodes.map((behind) => losesDatabase(behind, other)));
  });

  async function startBehindLine(cut: 'refused' | 'silent') {
    const { line, url: throughLine } = await openLineToPostgres(settings.SIBYL_DATABASE_URL);
    onTestFinished(() => line.close());
    const node = startNode('all', { SIBYL_DATABASE_URL: throughLine });
    await node.url;
    await node.call('POST', '/api/projects', { name: cut });
    await node.call('POST', `/api/projects/default/tables?name=${cut}`, rows, csv);
    await train(node, `m_${cut}`, cut);
    return { cut, line, node };
  }

  async function losesDatabase(
    { cut, line, node }: Awaited<ReturnType<typeof startBehindLine>>,
    other: ServiceProcess,
  ) {
    const predict = () => node.call('POST', `/api/projects/default/models/m_${cut}/predict`, [{ x: 10 }]);
    const described = () => node.call('GET', `/api/projects/default/models/m_${cut}/describe`);
    const before = await predict();
    expect([before.status, before.headers.get('sibyl-stale-seconds')]).toEqual([200, null]);
    line.cut(cut);
    await within(30, async () => (await predict()).headers.has('sibyl-stale-seconds'));
    const ready = await node.call('GET', '/health/ready');
    expect(ready).toMatchObject({ status: 200, body: { status: 'database_silent' } });
    expect(ready.headers.get('sibyl-stale-seconds')).toMatch(/^\d+$/);
    expect(await predict()).toMatchObject({ status: 200, text: before.text });
    expect((await node.call('GET', '/metrics')).text).toMatch(/^sibyl_database_silent_seconds [1-9]/m);
    const write = await node.call('POST', '/api/projects', { name: `cut_${cut}` });
    expect(write).toMatchObject({ status: 503, body: { code: 'backend_unavailable' } });
    expect(write.headers.get('retry-after')).toBe('5');
    await other.call('PUT', `/api/projects/${cut}`, { description: `changed while it was ${cut}` });
    line.heal();
    await within(30, async () => !(await predict()).headers.has('sibyl-stale-seconds'));
    expect((await node.call('GET', '/health/ready')).body).toMatchObject({ status: 'ok' });
    expect((await node.call('GET', `/api/projects/${cut}`)).text).toContain(`changed while it was ${cut}`);
    expect((await described()).status).toBe(200);
  }

  test('a switch of versions, a new project and a key that was revoked are soon known to the other node', async () => {
    const [one, other] = [startNode('all'), startNode('all')];
    await Promise.all([one.url, other.url]);
    await one.call('POST', '/api/projects/default/tables?name=again', rows.replaceAll(/,(\d+)/g, ',1$1'), csv);
    await one.call('POST', '/api/projects/default/tables?name=first', rows, csv);
    await train(one, 'switched', 'first');
    const versions = '/api/projects/default/models/switched';
    const again = await one.call('POST', `${versions}/retrain`, { from: { table: 'again' } });
    expect(again.status).toBeLessThan(300);
    await within(300, async () => (await one.call('GET', versions)).text.includes('"active_version":2'));
    const ask = async () => (await other.call('POST', `${versions}/predict`, [{ x: 10 }])).text;
    const second = await ask();
    expect((await one.call('PUT', versions, { active_version: 1 })).status).toBe(200);
    await within(30, async () => (await ask()) !== second);
    const admin = await one.call('POST', '/api/keys', { name: 'admin', role: 'admin' });
    const authorization = `Bearer ${(admin.body as { secret: string }).secret}`;
    const list = async (header?: Record<string, string>) =>
      (await other.call('GET', '/api/keys', undefined, header)).status;
    await within(30, async () => (await list()) === 401);
    const guest = await one.call('POST', '/api/keys', { name: 'guest', role: 'admin' }, { authorization });
    const guests = { authorization: `Bearer ${(guest.body as { secret: string }).secret}` };
    await within(30, async () => (await list(guests)) === 200);
    await one.call('DELETE', '/api/keys/guest', undefined, { authorization });
    await within(30, async () => (await list(guests)) === 401);
    await one.call('DELETE', '/api/keys/admin', undefined, { authorization });
  });

  test('a node with another master key, or with other files, says so and ends', async () => {
    const stranger = startNode('all', { SIBYL_MASTER_KEY: 'another master key than the others have' });
    const elsewhere = startNode('all', { SIBYL_BLOBS_URL: await store.bucket() });
    const bare = startNode('all', { SIBYL_MASTER_KEY: '' });
    expect((await stranger.ended).code).toBe(1);
    expect(stranger.output.error).toContain('SIBYL_MASTER_KEY differs from the master key');
    expect((await bare.ended).code).toBe(1);
    expect(bare.output.error).toContain('SIBYL_DATABASE_URL needs SIBYL_MASTER_KEY');
    expect((await elsewhere.ended).code).toBe(1);
    expect(elsewhere.output.error).toContain('SIBYL_BLOBS_URL names other files');
  });
});
