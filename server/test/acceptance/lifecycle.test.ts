import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync } from 'node:fs';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { eventually, makeDirectory, type ServiceProcess, startProcess } from '../service-process.ts';

const run = promisify(execFile);
const withSample = { SIBYL_SAMPLE: '1' };

function manyRows(count: number): string {
  const lines = Array.from({ length: count }, (_, i) => `${i % 97},${(i * 7) % 89},${(i * 31) % 1013},${i % 613}`);
  return ['a,b,c,y', ...lines].join('\n');
}

async function startTraining(service: ServiceProcess, rowCount: number, options: object): Promise<string> {
  const table = { 'content-type': 'text/csv' };
  expect(await service.call('POST', '/projects/default/tables?name=long', manyRows(rowCount), table)).toMatchObject({
    status: 201,
  });
  const model = { name: 'slow', target: 'y', from: { table: 'long' }, options };
  expect(await service.call('POST', '/projects/default/models', model)).toMatchObject({ status: 201 });
  const path = '/projects/default/models/slow';
  await eventually(async () => expect((await service.call('GET', path)).body).toMatchObject({ status: 'training' }));
  return path;
}

/** Begins an upload that never ends. */
async function openUpload(service: ServiceProcess): Promise<{ broken: Promise<unknown> }> {
  const url = `${await service.url}/projects/default/tables?name=endless`;
  const upload = request(url, { method: 'POST', headers: { 'content-type': 'text/csv' } });
  const broken = new Promise((resolve) => upload.once('error', resolve));
  upload.write('a,b\n1,2\n');
  await once(upload, 'socket').then(([socket]) => socket.connecting && once(socket, 'connect'));
  return { broken };
}

test('SIGTERM hands a training back, ends open requests and streams, and exits 0; the next start goes on', {
  tags: 'long',
}, async () => {
  const directory = makeDirectory();
  const service = startProcess(directory);
  // A stop waits some seconds for the open upload, and the training must outlast that on a quiet machine too.
  const rowCount = 80_000;
  const path = await startTraining(service, rowCount, { time_budget_seconds: 12 });
  const events = await fetch(`${await service.url}${path}/events`);
  const stream = events.text();
  const upload = await openUpload(service);

  expect(await Promise.race([service.end('SIGTERM'), rejectAfter(10)])).toEqual({ code: 0, signal: null });

  expect(await stream).toMatch(/^event: training\ndata: \{/);
  expect(await upload.broken).toMatchObject({ code: 'ECONNRESET' });
  const next = startProcess(directory, { SIBYL_TRAININGS_AT_ONCE: '1' });
  await eventually(async () => expect((await next.call('GET', path)).body).toMatchObject({ status: 'complete' }));
  // By both processes.
  expect((await next.call('GET', '/projects/default/events?type=sibyl.model.started')).body).toHaveLength(2);
  expect((await next.call('GET', '/projects/default/tables')).body).toMatchObject([
    { name: 'long', row_count: rowCount },
  ]);
});

test('SIGTERM answers queries that do not end, and those that wait for them', { tags: 'long' }, async () => {
  const service = startProcess(makeDirectory());
  await service.call('GET', '/projects');
  const sql = 'SELECT count(*) FROM range(100000000) a, range(100000) b';
  const asked = Array.from({ length: 6 }, () =>
    service.call('POST', '/projects/default/query', { sql, timeout_ms: 25_000 }),
  );
  await pause(1000);
  await service.end('SIGTERM');
  for (const answer of await Promise.all(asked))
    expect(answer).toMatchObject({ status: 503, body: { code: 'shutting_down' } });
});

/** Not a measurement: supervisors wait ten seconds before they kill. */
function rejectAfter(seconds: number): Promise<never> {
  return new Promise((_, reject) =>
    setTimeout(() => reject(new Error(`not ended after ${seconds} s`)), seconds * 1000),
  );
}

test('SIGTERM while it starts, or while the sample is made, is no failure', { tags: 'long' }, async () => {
  const directory = makeDirectory();
  for (const started of [(one: ServiceProcess) => one.output.out !== '', () => existsSync(`${directory}/owner.json`)]) {
    const service = startProcess(directory, withSample);
    await eventually(() => expect(started(service)).toBe(true));
    expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null });
    expect(service.output.error).toBe('');
  }
  const service = startProcess(directory, withSample);
  await eventually(async () =>
    expect((await service.call('GET', '/projects/default/agents/assistant')).status).toBe(200),
  );
  await expectSample(service);
});

/** The project, the table and a model that is trained or queued. */
async function expectSample(service: ServiceProcess): Promise<void> {
  const projects = await service.call('GET', '/projects');
  expect(projects.body).toMatchObject([{ name: 'default' }]);
  const { body: model } = await service.call('GET', '/projects/default/models/home_rentals_model');
  expect(model).toMatchObject({
    status: expect.stringMatching(/^(?:queued|training|complete)$/),
    target: 'rental_price',
  });
  const { body: table } = await service.call('GET', '/projects/default/tables/home_rentals');
  expect(table.row_count).toBe(5000);
  expect(table.columns.map((column: { name: string }) => column.name)).toEqual(
    'number_of_rooms number_of_bathrooms sqft location days_on_market neighborhood rental_price'.split(' '),
  );
}

test('a first start makes the sample, also after a crash in the midst of it, and prints a curl that works', {
  tags: 'long',
}, async () => {
  const directory = makeDirectory();
  const crashed = startProcess(directory, withSample);
  await crashed.url;
  await crashed.end('SIGKILL');
  const service = startProcess(directory, withSample);

  await eventually(async () => {
    const { body: model } = await service.call('GET', '/projects/default/models/home_rentals_model');
    expect(model).toMatchObject({ status: 'complete', active: true, row_count: 5000 });
  });
  await expectSample(service);
  expect(service.output.out).toContain(`Sibyl listens on ${await service.url}`);
  expect(service.output.out).toContain(`Data lives in ${directory}`);
  const command = /Try.*:\n(\s+curl[\s\S]+)/.exec(service.output.out)?.[1] ?? '';
  const { stdout } = await run('sh', ['-c', command]);
  expect(JSON.parse(stdout)).toMatchObject([{ sqft: '823', rental_price: expect.any(Number) }]);
});

test('SIBYL_SAMPLE=0 starts with project default and nothing in it, and prints a curl that works', async () => {
  const service = startProcess(makeDirectory());

  expect((await service.call('GET', '/projects')).body).toMatchObject([{ name: 'default' }]);
  expect((await service.call('GET', '/projects/default/tables')).body).toEqual([]);
  expect((await service.call('GET', '/projects/default/models')).body).toEqual([]);
  const { stdout } = await run('sh', ['-c', /curl .+/.exec(service.output.out)?.[0] ?? '']);
  expect(JSON.parse(stdout)).toMatchObject([{ name: 'default' }]);
});

test('a second process on the same directory ends at once and says who holds it and where', async () => {
  const directory = makeDirectory();
  const holder = startProcess(directory);
  const url = await holder.url;

  const second = startProcess(directory);

  expect(await second.ended).toEqual({ code: 1, signal: null });
  expect(second.output.error).toContain(`${directory} is in use by process ${holder.pid}`);
  expect(second.output.error).toContain(`listens on ${url}`);
  expect((await holder.call('GET', '/health/ready')).status).toBe(200);
});

test.for([
  [{ SIBYL_PORT: 'http' }, 'SIBYL_PORT=http cannot be used: it must be a whole number from 0 to 65535.'],
  [
    { SIBYL_HOST: '0.0.0.0' },
    'SIBYL_HOST=0.0.0.0 says that others than this machine reach the service, so an admin key must exist first',
  ],
  [{ SIBYL_SAMPLE: 'no' }, 'SIBYL_SAMPLE=no cannot be used: it must be 0 or 1.'],
  [{ SIBYL_PROT: '4747' }, 'SIBYL_PROT is not a setting of Sibyl; the settings are SIBYL_HOST, '],
  [{ SIBYL_DATA_DIR: '/dev/null/data' }, 'SIBYL_DATA_DIR=/dev/null/data cannot be used: ENOTDIR'],
] as const)('%o stops the start with a sentence', async ([settings, sentence]) => {
  const service = startProcess(makeDirectory(), settings);

  expect(await service.ended).toEqual({ code: 1, signal: null });
  expect(service.output.error).toContain(sentence);
  expect(service.output.error.trim().split('\n')).toHaveLength(1);
});

test('a lock that cannot be opened, as one of another user, stops the start with a sentence', async () => {
  const directory = makeDirectory();
  mkdirSync(join(directory, 'lock.db'), { recursive: true });

  const service = startProcess(directory);

  expect(await service.ended).toEqual({ code: 1, signal: null });
  expect(service.output.error.trim()).toBe(
    `SIBYL_DATA_DIR=${directory} cannot be used: unable to open database file; all in it must belong to the user who runs Sibyl.`,
  );
});

test('a port that is taken stops the start with a sentence', async () => {
  const holder = startProcess(makeDirectory());
  const port = new URL(await holder.url).port;

  const second = startProcess(makeDirectory(), { SIBYL_PORT: port });

  expect(await second.ended).toEqual({ code: 1, signal: null });
  expect(second.output.error).toMatch(`SIBYL_PORT=${port} cannot be used: listen EADDRINUSE`);
  expect(second.output.error.trim().split('\n')).toHaveLength(1);
});

test('no child outlives a service that was killed', { tags: 'long' }, async () => {
  const service = startProcess(makeDirectory());
  await startTraining(service, 60_000, { time_budget_seconds: 600 });
  const quick = {
    name: 'quick',
    target: 'y',
    from: { sql: 'SELECT * FROM long LIMIT 60' },
    options: { quality: 'fast' },
  };
  await service.call('POST', '/projects/default/models', quick);
  await eventually(async () =>
    expect((await service.call('GET', '/projects/default/models/quick')).body).toMatchObject({ status: 'complete' }),
  );
  const sql = 'SELECT count(*) FROM range(10000000) a, range(10000000) b';
  service.call('POST', '/projects/default/query', { sql }).catch(() => {});
  const children = await eventually(() => {
    const found = service.descendants();
    // The training, a process that waits for the next one, and DuckDB for the query.
    expect(found.length).toBeGreaterThanOrEqual(3);
    return found;
  });

  await service.end('SIGKILL');

  // Long before either would finish.
  await expect.poll(() => children.filter(isRunning), { timeout: 30_000 }).toEqual([]);
});

/** A zombie process does not count as running. */
function isRunning(pid: number): boolean {
  return existsSync(`/proc/${pid}/exe`);
}

test('neither stdout nor stderr carries a body, a query string or a key, at any level', async () => {
  const service = startProcess(makeDirectory(), { SIBYL_LOG_LEVEL: 'trace' });
  const secret = 'do-not-write-this-down';
  const json = { 'content-type': 'application/json' };
  const headers = { authorization: `Bearer ${secret}`, 'x-api-key': secret, cookie: `a=${secret}` };

  await service.call('GET', `/projects?search=${secret}`, undefined, headers);
  await service.call('POST', '/projects', { name: 'plain', description: secret }, headers);
  await service.call('POST', '/projects', `{"name": "${secret}`, json);
  await service.call('POST', '/projects', { [secret]: 1, name: `${secret} !` });
  await service.call('POST', '/projects/default/tables?name=t', `a,b\n${secret},1`, { 'content-type': 'text/csv' });
  await service.call('POST', '/projects/default/tables?name=u', `PAR1${secret}PAR1`, {
    'content-type': 'application/vnd.apache.parquet',
  });
  await service.call('POST', '/projects/default/query', { sql: `select cast('${secret}' as integer)` });
  await service.call('POST', '/projects/default/models', { name: 'm', target: 'a', from: { rows: [{ a: secret }] } });
  await service.call('POST', '/projects/default/models/m/predict', [{ a: secret }]);
  await service.end('SIGTERM');

  expect(service.output.error).toContain('/api/projects/:projectName/query');
  expect(service.output.out + service.output.error).not.toContain(secret);
});
