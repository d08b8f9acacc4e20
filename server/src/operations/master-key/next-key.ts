import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, statSync } from 'node:fs';
import { ConfigError } from '../../config.ts';
import { nextKeyFile } from '../../platform/nodes/held-master-key.ts';
import { decodeMasterKey, masterKeyFile, writeSecretFile } from '../../platform/secrets/master-key.ts';

/** A new master key that is safe on the disk before anything is written under it. */
export interface NextKey {
  key: Buffer;
  /** Puts it in its place, once the database has it. */
  settle(): void;
  /** What the operator has to do then. */
  advice: string;
}

/** Prepares a new `master.key` of a data directory. */
export function prepareFile(directory: string): NextKey {
  const key = randomBytes(32);
  writeSecretFile(nextKeyFile(directory), key.toString('hex'));
  const file = masterKeyFile(directory);
  return {
    key,
    settle: () => renameSync(nextKeyFile(directory), file),
    advice: `${file} holds the new one: keep a copy of it apart from backups.`,
  };
}

/** Reads the next value of SIBYL_MASTER_KEY from a file, which is made when it is not there. */
export function prepareSetting(path: string): NextKey {
  if (!existsSync(path)) writeSecretFile(path, `hex:${randomBytes(32).toString('hex')}`);
  if (process.platform !== 'win32' && (statSync(path).mode & 0o077) !== 0)
    throw new ConfigError(`${path} can be read by others; run: chmod 600 ${path}`);
  const text = readFileSync(path, 'utf8').trim();
  if (text.length < 32) throw new ConfigError(`${path} must hold at least 32 characters, the next SIBYL_MASTER_KEY.`);
  return {
    key: decodeMasterKey(text),
    settle: () => {},
    advice: `Set SIBYL_MASTER_KEY to what ${path} holds, on every node, before the next start.`,
  };
}
