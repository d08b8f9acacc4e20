import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestService, type TestService } from '../../../test/service.ts';
import { eventually } from '../../../test/service-process.ts';
import { readConfig } from '../../config.ts';
import { openPlace } from './places.ts';
import { restore } from './restore.ts';
import { keepBackup, nameOfBackup, timeOfBackup } from './schedule.ts';

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'sibyl-schedule-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const hour = 3_600_000;
const olderBy = (hours: number) => nameOfBackup(new Date(Date.now() - hours * hour));

it('the name of a backup is its time, and no other file is one', () => {
  const time = new Date('2026-11-22T14:05:09Z');
  expect(nameOfBackup(time)).toBe('sibyl-2026-11-22T14-05-09Z.tar');
  expect(timeOfBackup(nameOfBackup(time))).toBe(time.getTime());
  for (const name of ['sibyl.tar', 'sibyl-2026-11-22T14-05-09Z.tar.unfinished', 'notes.txt', ''])
    expect(timeOfBackup(name)).toBeUndefined();
});

async function startBackingUp(to: string, settings: Record<string, string> = {}): Promise<TestService> {
  return startTestService({ SIBYL_BACKUP_TO: to, SIBYL_BACKUP_KEEP: '2', ...settings });
}

async function metricOf(service: TestService, line: string): Promise<number | undefined> {
  const { text } = await service.call('GET', '/metrics');
  const [, value] =
    text
      .split('\n')
      .find((one) => one.startsWith(`${line} `))
      ?.split(' ') ?? [];
  return value === undefined ? undefined : Number(value);
}

describe('a folder', () => {
  it('gets a backup that restores when one is due, and loses the old ones alone', async () => {
    const to = join(folder, 'due');
    mkdirSync(to);
    for (const hours of [72, 48, 25]) writeFileSync(join(to, olderBy(hours)), '');
    writeFileSync(join(to, 'notes.txt'), 'mine');
    const service = await startBackingUp(to);
    await service.call('POST', '/projects', { name: 'kept' });
    await eventually(async () => expect(await metricOf(service, 'sibyl_backups_total{outcome="done"}')).toBe(1));
    const names = readdirSync(to);
    expect(names).toHaveLength(3);
    expect(names).toContain('notes.txt');
    const [newest] = names
      .filter((name) => timeOfBackup(name))
      .toSorted()
      .toReversed();
    expect(await metricOf(service, 'sibyl_backup_time_seconds')).toBe(timeOfBackup(newest)! / 1000);
    const masterKeyFile = join(service.directory, 'master.key');
    const config = readConfig({ SIBYL_DATA_DIR: join(folder, 'restored') });
    await restore(config, join(to, newest), { masterKeyFile, forgetSecrets: false });
    expect(readdirSync(join(folder, 'restored'))).toContain('sibyl.db');
    await service.stop();
  });

  it('gets none while the newest is young, also after a restart', async () => {
    const to = join(folder, 'young');
    mkdirSync(to);
    const young = olderBy(3);
    writeFileSync(join(to, young), '');
    const service = await startBackingUp(to);
    await eventually(async () =>
      expect(await metricOf(service, 'sibyl_backup_time_seconds')).toBe(timeOfBackup(young)! / 1000),
    );
    await service.stop();
    expect(readdirSync(to)).toEqual([young]);
  });

  it('that cannot be written is counted, and the service goes on', async () => {
    writeFileSync(join(folder, 'file'), '');
    const service = await startBackingUp(join(folder, 'file/below'));
    await eventually(async () => expect(await metricOf(service, 'sibyl_backups_total{outcome="failed"}')).toBe(1));
    expect((await service.call('GET', '/projects')).status).toBe(200);
    await service.stop();
  });
});

describe('a bucket', () => {
  it('gets backups, lists them and loses the old ones', { tags: 'long' }, async () => {
    const { default: S3rver } = await import('s3rver');
    const server = new S3rver({
      port: 0,
      address: '127.0.0.1',
      silent: true,
      directory: join(folder, 's3'),
      configureBuckets: [{ name: 'backups', configs: [] }],
    });
    const { port } = await server.run();
    const settings = {
      AWS_ENDPOINT_URL_S3: `http://127.0.0.1:${port}`,
      AWS_REGION: 'us-east-1',
      AWS_ACCESS_KEY_ID: 'S3RVER',
      AWS_SECRET_ACCESS_KEY: 'S3RVER',
    };
    Object.assign(process.env, settings);
    const service = await startTestService();
    try {
      const { directory } = service;
      const config = readConfig({
        SIBYL_DATA_DIR: directory,
        SIBYL_BACKUP_TO: 's3://backups/sibyl/',
        SIBYL_BACKUP_KEEP: '1',
      });
      const services = { config, temporaryDirectory: join(directory, 'tmp') };
      const first = await keepBackup(services, new Date(Date.now() - 2000));
      const place = await openPlace(config.backupTo);
      expect(await place.list()).toEqual([first]);
      const second = await keepBackup(services, new Date());
      expect(await place.list()).toEqual([second]);
      expect(readdirSync(join(directory, 'tmp'))).toEqual([]);
    } finally {
      await service.stop();
      await server.close();
      for (const name of Object.keys(settings)) delete process.env[name];
    }
  });
});
