// @module-tag long
import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { appendFileSync, readdirSync, rmSync, truncateSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { startLoopbackProvider } from '../loopback/provider.ts';
import { eventually, makeDirectory, type ServiceProcess, startProcess } from '../service-process.ts';

const mebibyte = 1024 * 1024;
const csv = { 'content-type': 'text/csv' };

/** Returns a mounted disk of 32 MiB; undefined where mounting is not possible. */
function mountSmallDisk(): string | undefined {
  const directory = makeDirectory();
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=32m', 'tmpfs', directory], { stdio: 'ignore' });
  } catch {
    return undefined;
  }
  onTestFinished(() => void execFileSync('umount', ['--lazy', directory]));
  return directory;
}

/** Text that compresses by half at most. */
function randomCsv(bytes: number): string {
  const lines = Array.from({ length: bytes / 1024 }, (_, row) => `${row},${randomBytes(510).toString('hex')}`);
  return ['row,noise', ...lines, ''].join('\n');
}

/** Writes until the disk is full, because the service writes concurrently. */
function fillUp(path: string): void {
  for (;;) appendFileSync(path, Buffer.alloc(4096));
}

function upload(service: ServiceProcess, name: string, bytes: number) {
  return service.call('POST', `/projects/default/tables?name=${name}`, randomCsv(bytes), csv);
}

test('a full disk is answered with storage_full; what was there stays, and nothing half done', async ({ skip }) => {
  const directory = mountSmallDisk();
  if (directory === undefined) return skip('only root can mount a small disk');
  const service = startProcess(directory);
  const kept = await upload(service, 'kept', 64 * 1024);
  expect(kept.body).toMatchObject({ name: 'kept', row_count: 64 });
  const agent = { name: 'helper', data: { tables: ['kept'] } };
  expect((await service.call('POST', '/projects/default/agents', agent)).status).toBe(201);

  const full = { status: 507, body: { code: 'storage_full', type: '/errors/storage_full' } };
  expect(await upload(service, 'too_large_to_receive', 48 * mebibyte)).toMatchObject(full);
  expect(await upload(service, 'too_large_to_import', 27 * mebibyte)).toMatchObject(full);
  await eventually(() => expect(readdirSync(join(directory, 'tmp'))).toEqual([]));
  const filler = join(directory, 'filler');
  expect(() => fillUp(filler)).toThrow('ENOSPC');
  expect(await service.call('POST', '/projects', { name: 'none' })).toMatchObject(full);
  const asked = { messages: [{ question: 'How many rows does kept have?' }] };
  expect(await service.call('POST', '/projects/default/agents/helper/completions', asked)).toMatchObject(full);
  const unready = { status: 503, body: { status: 'storage_full' } };
  await eventually(async () => expect(await service.call('GET', '/health/ready')).toMatchObject(unready));

  expect((await service.call('GET', '/projects/default/tables')).body).toEqual([kept.body]);
  expect((await service.call('GET', '/projects/default/tables/kept/rows')).body).toHaveLength(64);
  rmSync(filler);
  await eventually(async () => expect((await service.call('GET', '/health/ready')).status).toBe(200));
  expect((await service.call('POST', '/projects', { name: 'later' })).status).toBe(201);
  const tried = (await service.call('GET', '/api/audit?action=projects.create')).body;
  expect(tried.map(({ outcome, status, code }: Record<string, unknown>) => [outcome, status, code])).toEqual([
    ['done', 201, null],
    ['failed', 507, 'storage_full'],
  ]);
  expect((await service.call('GET', '/projects')).body).toMatchObject([{ name: 'default' }, { name: 'later' }]);
  expect(await service.end('SIGTERM')).toEqual({ code: 0, signal: null });
});

test('on a full disk keys are revoked and rotated, sessions end and tables are deleted, until there is room again', async ({
  skip,
}) => {
  const directory = mountSmallDisk();
  if (directory === undefined) return skip('only root can mount a small disk');
  const service = startProcess(directory);
  const key = { 'x-api-key': (await service.call('POST', '/api/keys', { name: 'admin', role: 'admin' })).body.secret };
  const call = (method: string, path: string, body?: unknown) => service.call(method, path, body, key);
  for (const name of ['leaked', 'old']) await call('POST', '/api/keys', { name, role: 'editor' });
  const table = { ...csv, ...key };
  await service.call('POST', '/projects/default/tables?name=large', randomCsv(6 * mebibyte), table);
  await eventually(async () =>
    expect((await call('GET', '/health/ready')).body.disk.reserve_bytes).toBe(Math.floor((32 * mebibyte) / 10)),
  );
  const filler = join(directory, 'filler');
  expect(() => fillUp(filler)).toThrow('ENOSPC');
  expect((await call('POST', '/api/keys/leaked/rotate')).status).toBe(200);
  expect((await call('DELETE', '/api/keys/leaked')).status).toBe(204);
  const full = { status: 507, body: { code: 'storage_full' } };
  expect(await call('POST', '/projects', { name: 'none' })).toMatchObject(full); // although a piece of the reserve is free
  expect((await call('DELETE', '/api/session')).status).toBe(204);
  await service.end('SIGKILL');
  const again = startProcess(directory);
  expect((await again.call('DELETE', '/api/keys/old', undefined, key)).status).toBe(204);
  expect((await again.call('DELETE', '/projects/default/tables/large', undefined, key)).status).toBe(204);
  rmSync(filler);
  await eventually(async () =>
    expect((await again.call('POST', '/projects', { name: 'later' }, key)).status).toBe(201),
  );
  const metrics = await again.call('GET', '/metrics', undefined, key);
  expect(metrics.text).toMatch(/sibyl_disk_bytes\{state="free"\} \d+/);
  await again.end('SIGTERM');
});

test('a training that finds no room for its model waits for it', async ({ skip }) => {
  const directory = mountSmallDisk();
  if (directory === undefined) return skip('only root can mount a small disk');
  const service = startProcess(directory);
  const rows = Array.from({ length: 500 }, (_, row) => `${row % 7},${row % 5},${3 * (row % 7) + (row % 5)}`);
  await service.call('POST', '/projects/default/tables?name=sums', `a,b,sum\n${rows.join('\n')}\n`, csv);
  await service.call('POST', '/projects/default/models', { name: 'adder', target: 'sum', from: { table: 'sums' } });
  const model = async () => (await service.call('GET', '/projects/default/models/adder')).body;
  await eventually(async () => expect((await model()).progress?.phase).toBe('searching'));
  const filler = join(directory, 'filler');
  expect(() => fillUp(filler)).toThrow('ENOSPC');
  await eventually(() => expect(readdirSync(join(directory, 'tmp')).join()).toContain('.model'));
  rmSync(filler);
  await eventually(async () => expect((await model()).status).toBe('complete'));
  expect(service.output.error).not.toContain('the training process ended');
  await service.end('SIGTERM');
});

test('a command and a start that find a full disk name the setting of its folder', async ({ skip }) => {
  const small = mountSmallDisk();
  if (small === undefined) return skip('only root can mount a small disk');
  const large = makeDirectory();
  const service = startProcess(large);
  expect((await upload(service, 'noise', 4 * mebibyte)).status).toBe(201);
  await service.end('SIGTERM');
  const archive = join(makeDirectory(), 'all.tar');
  const run = (words: string[], directory: string) =>
    spawnSync(process.execPath, ['server/command.js', ...words], {
      env: { PATH: process.env.PATH, SIBYL_DATA_DIR: directory },
      encoding: 'utf8',
    });
  expect(run(['backup', archive, '--with-master-key'], large).status).toBe(0);
  const filler = join(small, 'filler');
  expect(() => fillUp(filler)).toThrow('ENOSPC');
  truncateSync(filler, 31 * mebibyte);
  const full = (...places: string[]) =>
    `No space is left on the disk of ${places.join(', or that of ')}: free some, or name another place.\n`;
  const copy = join(small, 'copy.tar');
  expect(run(['backup', copy], large)).toMatchObject({ status: 1, stderr: full(copy, `SIBYL_DATA_DIR=${large}`) });
  const restored = join(small, 'restored');
  expect(run(['restore', archive], restored)).toMatchObject({ status: 1, stderr: full(`SIBYL_DATA_DIR=${restored}`) });
  expect(readdirSync(small)).toEqual(['filler']);
  expect(() => fillUp(filler)).toThrow('ENOSPC');
  const late = startProcess(join(small, 'new'));
  expect(await late.ended).toEqual({ code: 1, signal: null });
  expect(late.output.error).toContain(`SIBYL_DATA_DIR=${join(small, 'new')}`);
  expect(late.output.error.trim().split('\n')).toHaveLength(1);
});

test('on a full disk a language model is asked once at most, and what that used is counted when there is room', async ({
  skip,
}) => {
  const directory = mountSmallDisk();
  if (directory === undefined) return skip('only root can mount a small disk');
  const provider = await startLoopbackProvider({ text: 'Yes.', usage: { input: 10, output: 5 } });
  onTestFinished(() => provider.stop());
  const service = startProcess(directory);
  const model = { provider: 'openai_compatible', model_name: 'm', base_url: provider.openai };
  await service.call('POST', '/projects', { name: 'shop', limits: { tokens_a_day: 40 } });
  await service.call('POST', '/projects/shop/agents', { name: 'desk', model, params: { builtin: 'off' } });
  const filler = join(directory, 'filler');
  expect(() => fillUp(filler)).toThrow('ENOSPC');
  const asked = { messages: [{ question: 'Well?' }] };
  for (let time = 0; time < 10; time += 1) {
    const { status, body } = await service.call('POST', '/projects/shop/agents/desk/completions', asked);
    expect([status, body.code]).toEqual([507, 'storage_full']);
  }
  expect(provider.asked.length).toBeLessThanOrEqual(1);
  rmSync(filler);
  await eventually(async () => {
    const { body } = await service.call('GET', '/projects/shop/spending');
    expect(body.today.tokens).toBe(15 * provider.asked.length);
  });
  await service.end('SIGTERM');
});
