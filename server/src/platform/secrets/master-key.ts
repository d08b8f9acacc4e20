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

/**
 * The secret that everything kept secret hangs on: `SIBYL_MASTER_KEY` when set, else the file `master.key` of the data
 * directory, made at the first start and readable by its owner alone.
 * @throws ConfigError when the file is damaged or open to others
 */
export function readMasterKey(directory: string, given: string): Buffer {
  if (given !== '') return Buffer.from(given);
  const path = join(directory, 'master.key');
  if (!existsSync(path)) writeSecretFile(path, randomBytes(32).toString('hex'));
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
    throw new ConfigError(`${path} can be read by others; run: chmod 600 ${path}`);
  const text = readFileSync(path, 'utf8').trim();
  if (!/^[0-9a-f]{64}$/.test(text)) throw new ConfigError(`${path} is damaged: it must hold 64 hexadecimal digits.`);
  return Buffer.from(text, 'hex');
}

/** A key of 32 bytes for one purpose: what is learned about one tells nothing of another, nor of the master key. */
export function deriveKey(masterKey: Buffer, purpose: string): Buffer {
  return Buffer.from(hkdfSync('sha256', masterKey, '', `sibyl ${purpose}`, 32));
}

/** Writes a file that its owner alone may read, whole or not at all, and on disk when this returns. */
export function writeSecretFile(path: string, text: string): void {
  rmSync(`${path}.new`, { force: true });
  writeFileSync(`${path}.new`, `${text}\n`, { mode: 0o600, flag: 'wx', flush: true });
  renameSync(`${path}.new`, path);
  const directory = openSync(dirname(path), 'r');
  fsyncSync(directory);
  closeSync(directory);
}
