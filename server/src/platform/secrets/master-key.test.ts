import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { deriveKey, findMasterKey, makeMasterKey, readMasterKey } from './master-key.ts';

let directory: string;
beforeEach(() => {
  directory = mkdtempSync(join(tmpdir(), 'sibyl-master-'));
});
afterEach(() => rmSync(directory, { recursive: true }));

it('is made once, for the eyes of its owner', () => {
  expect(findMasterKey(directory, '')).toBeUndefined();
  expect(() => readMasterKey(directory, '')).toThrow('master.key is missing');
  const key = makeMasterKey(directory);
  expect(readMasterKey(directory, '')).toEqual(key);
  expect(statSync(join(directory, 'master.key')).mode & 0o777).toBe(0o600);
});

it('is taken from the setting, and no file is made', () => {
  expect(readMasterKey(directory, 'x'.repeat(32)).toString()).toBe('x'.repeat(32));
  expect(() => statSync(join(directory, 'master.key'))).toThrow('ENOENT');
});

it('is taken from the setting as the content of a file', () => {
  const key = makeMasterKey(directory);
  expect(readMasterKey(directory, `hex:${key.toString('hex')}`)).toEqual(key);
});

it('is refused when others may read it or when it is damaged', () => {
  makeMasterKey(directory);
  chmodSync(join(directory, 'master.key'), 0o644);
  expect(() => readMasterKey(directory, '')).toThrow('chmod 600');
  chmodSync(join(directory, 'master.key'), 0o600);
  writeFileSync(join(directory, 'master.key'), 'short');
  expect(() => readMasterKey(directory, '')).toThrow('is damaged');
});

it('gives each purpose a key of its own', () => {
  const master = Buffer.alloc(32, 7);
  expect(deriveKey(master, 'keys')).toHaveLength(32);
  expect(deriveKey(master, 'keys')).not.toEqual(deriveKey(master, 'sessions'));
});
