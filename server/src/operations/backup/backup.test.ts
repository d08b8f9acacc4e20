import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { startTestService, type TestService } from '../../../test/service.ts';
import { readConfig } from '../../config.ts';
import { ArchiveWriter } from './archive-writer.ts';
import { backUp } from './backup.ts';
import { restore } from './restore.ts';
import { blockBytes, encodeHeader, paddingOf } from './tar.ts';

const csv = { 'content-type': 'text/csv' };
const otherKey = 'another master key, long enough for it';

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sibyl-backup-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

const configOf = (directory: string, masterKey = '') =>
  readConfig({ SIBYL_DATA_DIR: directory, ...(masterKey ? { SIBYL_MASTER_KEY: masterKey } : {}) });
const plain = { forgetSecrets: false };

describe('a backup', () => {
  let service: TestService;
  let admin: Record<string, string>;

  beforeAll(async () => {
    service = await startTestService();
    const { secret } = (await service.call('POST', '/api/keys', { name: 'admin', role: 'admin' })).body;
    admin = { authorization: `Bearer ${secret}` };
    for (const name of ['one', 'two']) await upload(name);
  });
  afterAll(() => service.stop());

  const upload = (name: string) =>
    service.call('POST', `/projects/default/tables?name=${name}`, 'rooms,price\n1,100\n2,200\n', { ...csv, ...admin });
  const remove = (name: string) => service.call('DELETE', `/projects/default/tables/${name}`, undefined, admin);

  async function archive(withMasterKey = true): Promise<string> {
    const path = join(makeFolder(), 'sibyl.tar');
    await backUp(configOf(service.directory), path, { withMasterKey });
    return path;
  }

  async function startOn(directory: string): Promise<TestService> {
    const restored = await startTestService({ SIBYL_DATA_DIR: directory });
    onTestFinished(() => restored.stop());
    return restored;
  }

  it('of a running service comes back elsewhere, with tables and keys', async () => {
    const directory = join(makeFolder(), 'data');
    await restore(configOf(directory), await archive(), plain);
    const restored = await startOn(directory);
    const rows = await restored.call('GET', '/projects/default/tables/one/rows', undefined, admin);
    expect(rows.body).toHaveLength(2);
    const events = await restored.call('GET', '/projects/default/events?type=sibyl.table.*', undefined, admin);
    expect(events.body.length).toBeGreaterThanOrEqual(2);
    expect((await restored.call('GET', '/projects')).status).toBe(401);
  });

  it('is of one moment while tables come and go', { tags: 'long' }, async () => {
    let going = true;
    const writing = (async () => {
      for (let count = 0; going; count++) {
        await upload(`moving_${count}`);
        if (count % 2) await remove(`moving_${count - 1}`);
      }
    })();
    const archives: string[] = [];
    for (let count = 0; count < 4; count++) archives.push(await archive());
    going = false;
    await writing;
    for (const path of archives) {
      const directory = join(makeFolder(), 'data');
      await restore(configOf(directory), path, plain);
      const restored = await startOn(directory);
      const { body: tables } = await restored.call('GET', '/projects/default/tables', undefined, admin);
      for (const { name } of tables) {
        const rows = await restored.call('GET', `/projects/default/tables/${name}/rows`, undefined, admin);
        expect([name, rows.body.length]).toEqual([name, 2]);
      }
    }
  });

  it('leaves nothing beside it, and overwrites nothing', async () => {
    const path = await archive();
    const before = readFileSync(path);
    await expect(backUp(configOf(service.directory), path, { withMasterKey: true })).rejects.toThrow('EEXIST');
    expect(readFileSync(path).equals(before)).toBe(true);
    expect(readdirSync(join(path, '..'))).toEqual(['sibyl.tar']);
    expect(readdirSync(join(service.directory, 'tmp'))).toEqual([]);
  });

  it('without the master key wants it, from a file or the setting', async () => {
    const path = await archive(false);
    const directory = join(makeFolder(), 'data');
    await expect(restore(configOf(directory), path, plain)).rejects.toThrow('does not hold the master key');
    await expect(restore(configOf(directory, otherKey), path, plain)).rejects.toThrow('another master key');
    expect(existsSync(directory)).toBe(false);
    await restore(configOf(directory), path, { ...plain, masterKeyFile: join(service.directory, 'master.key') });
    const restored = await startOn(directory);
    expect((await restored.call('GET', '/projects', undefined, admin)).status).toBe(200);
  });

  it('comes back without its secrets when told so: keys are to be made anew', async () => {
    const directory = join(makeFolder(), 'data');
    await restore(configOf(directory), await archive(), { forgetSecrets: true });
    const restored = await startOn(directory);
    expect((await restored.call('GET', '/projects/default/tables/one/rows')).body).toHaveLength(2);
    expect((await restored.call('GET', '/api/keys')).body).toEqual([]);
  });

  it('goes into an empty folder alone', async () => {
    const directory = makeFolder();
    writeFileSync(join(directory, 'mine'), 'mine');
    await expect(restore(configOf(directory), await archive(), plain)).rejects.toThrow('is not empty (mine)');
    expect(readdirSync(directory)).toEqual(['mine']);
  });

  const spoil: [string, (bytes: Buffer) => Buffer, string][] = [
    ['cut in its first file', (bytes) => bytes.subarray(0, 700), 'is truncated'],
    ['cut before its list', (bytes) => bytes.subarray(0, bytes.lastIndexOf('manifest.json')), 'is truncated'],
    ['with a byte changed', (bytes) => flip(bytes, blockBytes + 5000), 'damaged'],
    ['with a header changed', (bytes) => flip(bytes, 3), 'damaged'],
    ['that is none', () => Buffer.from('x'.repeat(5000)), 'not an archive'],
    ['that is empty', () => Buffer.alloc(0), 'is truncated'],
    [
      'with a file twice',
      (bytes) => Buffer.concat([fileOf('blobs/a/b', 'x'), fileOf('blobs/a/b', 'x'), bytes]),
      'twice',
    ],
    ['with a file too many', (bytes) => Buffer.concat([fileOf('blobs/tables/x', 'x'), bytes]), 'not in its list'],
    ['with a file outside', (bytes) => Buffer.concat([fileOf('../evil', 'x'), bytes]), 'not a file that Sibyl writes'],
    [
      'with an absolute path',
      (bytes) => Buffer.concat([fileOf('/etc/passwd', 'x'), bytes]),
      'not a file that Sibyl writes',
    ],
    [
      'with a way out inside',
      (bytes) => Buffer.concat([fileOf('blobs/a/../../x', 'x'), bytes]),
      'not a file that Sibyl',
    ],
    ['with a link', (bytes) => Buffer.concat([linkOf('blobs/a/b'), bytes]), 'not a plain file'],
  ];

  it.each(spoil)('%s is refused and leaves nothing', async (_what, change, message) => {
    const path = await archive();
    writeFileSync(path, change(readFileSync(path)));
    const directory = join(makeFolder(), 'data');
    await expect(restore(configOf(directory), path, plain)).rejects.toThrow(message);
    expect(existsSync(directory)).toBe(false);
  });

  it.each([
    ['a trigger', 'create trigger t after insert on projects begin delete from api_keys; end', 'do not have'],
    ['a view in place of a table', 'drop table webhooks; create view webhooks as select 1', 'do not have'],
    [
      'the mark of a newer version',
      `insert into kysely_migration values ('9999-future', 'then');
       update installation set value = '9999-future' where name = 'works_from'`,
      'a newer version',
    ],
  ])('whose records hold %s is refused', async (_what, sql, message) => {
    const folder = makeFolder();
    const records = join(folder, 'sibyl.db');
    new DatabaseSync(join(service.directory, 'sibyl.db')).prepare('vacuum into ?').run(records);
    const database = new DatabaseSync(records);
    database.exec(sql);
    database.close();
    const writer = await ArchiveWriter.create(join(folder, 'evil.tar'));
    await writer.add('sibyl.db', records);
    await writer.finish({ format: 'sibyl backup 1', created_at: '', master_key: '' });
    const restoring = restore(configOf(join(folder, 'data')), join(folder, 'evil.tar'), { forgetSecrets: true });
    await expect(restoring).rejects.toThrow(message);
    expect(existsSync(join(folder, 'data'))).toBe(false);
  });
});

function flip(bytes: Buffer, index: number): Buffer {
  const changed = Buffer.from(bytes);
  changed[index] ^= 1;
  return changed;
}

function fileOf(name: string, text: string): Buffer {
  const byteSize = Buffer.byteLength(text);
  return Buffer.concat([encodeHeader({ name, byteSize }), Buffer.from(text), Buffer.alloc(paddingOf(byteSize))]);
}

/** A symbolic link to /etc, with a valid checksum. */
function linkOf(name: string): Buffer {
  const header = encodeHeader({ name, byteSize: 0 });
  header.write('2', 156);
  header.write('/etc', 157);
  header.write('        ', 148);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
}
