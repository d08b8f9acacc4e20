import { hkdfSync, randomBytes } from 'node:crypto';
import {
  closeSync,
  existsSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { ConfigError } from '../../config.ts';

/** Returns the path of the master key of a data directory. */
export function masterKeyFile(directory: string): string {
  return join(directory, 'master.key');
}

/**
 * Returns the master key: `SIBYL_MASTER_KEY` when set, else the file `master.key` of the data directory; undefined
 * when there is neither.
 * @throws ConfigError when the file is damaged or readable by others
 */
export function findMasterKey(directory: string, given: string): Buffer | undefined {
  if (given !== '') return decodeMasterKey(given);
  const path = masterKeyFile(directory);
  return existsSync(path) ? readKeyFile(path) : undefined;
}

/** Returns the master key like `findMasterKey`. @throws ConfigError when there is none */
export function readMasterKey(directory: string, given: string): Buffer {
  const key = findMasterKey(directory, given);
  if (key) return key;
  throw new ConfigError(`${masterKeyFile(directory)} is missing, and SIBYL_MASTER_KEY is not set.`);
}

/** Makes the master key of a new data directory, with owner-only access. */
export function makeMasterKey(directory: string): Buffer {
  const key = randomBytes(32);
  writeSecretFile(masterKeyFile(directory), key.toString('hex'));
  return key;
}

/** @throws ConfigError when the file is damaged or readable by others */
export function readKeyFile(path: string): Buffer {
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
    throw new ConfigError(`${path} can be read by others; run: chmod 600 ${path}`);
  const text = readFileSync(path, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(text)) throw new ConfigError(`${path} is damaged: it must hold 64 hexadecimal digits.`);
  return Buffer.from(text, 'hex');
}

/** Returns the bytes of `SIBYL_MASTER_KEY`: its text, or after `hex:` the content of a file `master.key`. */
export function decodeMasterKey(given: string): Buffer {
  const [, digits] = /^hex:([0-9a-f]{64})$/.exec(given) ?? [];
  return digits === undefined ? Buffer.from(given) : Buffer.from(digits, 'hex');
}

/** Derives a 32-byte key for one purpose. It reveals nothing about other derived keys or the master key. */
export function deriveKey(masterKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', `sibyl ${purpose}`, 32));
}

/** Writes a file with owner-only access, atomically and synced. */
export function writeSecretFile(path: string, text: string): void {
  rmSync(`${path}.new`, { force: true });
  writeFileSync(`${path}.new`, `${text}\n`, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(`${path}.new`, path);
  const directory = openSync(dirname(path), 'r');
  fsyncSync(directory);
  closeSync(directory);
}
