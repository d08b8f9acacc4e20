import { existsSync, renameSync, rmSync } from 'node:fs';
import { ConfigError } from '../../config.ts';
import { command } from '../../release.ts';
import type { Database } from '../db/schema.ts';
import { findMasterKey, makeMasterKey, masterKeyFile, readKeyFile } from '../secrets/master-key.ts';
import { fingerprintOf } from '../secrets/master-key-fingerprint.ts';
import { readFact, replaceFact, settleFact } from './facts.ts';

/** Name of the recorded fingerprint of the master key that the keys and secrets of a database were written under. */
export const masterKeyFact = 'master_key';

/** Recorded in place of the fingerprint when the key was given up: the next start may have any key. */
export const forgottenKey = 'forgotten';

export interface KeyPlace {
  database: Database;
  directory: string;
  /** SIBYL_MASTER_KEY; empty when unset. */
  given: string;
}

/**
 * Returns the master key, made at the first start, and verifies that the keys and secrets in the database were written
 * under it.
 * @throws ConfigError when it is missing or another one
 */
export async function holdMasterKey(place: KeyPlace): Promise<Buffer> {
  const { database, directory, given } = place;
  const recorded = await readFact(database, masterKeyFact);
  if (given === '') settleRotation(directory, recorded);
  const found = findMasterKey(directory, given);
  if (recorded === forgottenKey) return beginAnew(place, found);
  if (found === undefined && (recorded !== undefined || (await hasSecrets(database)))) throw missing(directory);
  const key = found ?? makeMasterKey(directory);
  const settled = await settleFact(database, masterKeyFact, fingerprintOf(key));
  if (settled !== fingerprintOf(key)) throw another(place);
  return key;
}

async function beginAnew({ database, directory }: KeyPlace, found: Buffer | undefined): Promise<Buffer> {
  const key = found ?? makeMasterKey(directory);
  await replaceFact(database, masterKeyFact, fingerprintOf(key));
  return key;
}

/** The key that a rotation is about to put in the place of `master.key`. */
export function nextKeyFile(directory: string): string {
  return `${masterKeyFile(directory)}.next`;
}

/** Ends a rotation that was killed: the database says which of the two keys holds. */
export function settleRotation(directory: string, recorded: string | undefined): void {
  const next = nextKeyFile(directory);
  if (!existsSync(next)) return;
  if (fingerprintOf(readKeyFile(next)) === recorded) renameSync(next, masterKeyFile(directory));
  else rmSync(next);
}

/** Whether the records of a release that recorded no fingerprint depend on a master key. */
async function hasSecrets(database: Database): Promise<boolean> {
  const key = await database.selectFrom('api_keys').select('id').limit(1).executeTakeFirst();
  const webhook = await database.selectFrom('webhooks').select('id').limit(1).executeTakeFirst();
  const agent = await database
    .selectFrom('agents')
    .select('id')
    .where('sealed_api_key', 'is not', null)
    .limit(1)
    .executeTakeFirst();
  return [key, webhook, agent].some((row) => row !== undefined);
}

const ifLost =
  `If it is lost, \`${command} rotate-master-key --forget-secrets\` goes on without it: ` +
  'API keys are dropped then, and keys of providers, passwords and secrets of webhooks must be entered again.';

function missing(directory: string): ConfigError {
  const file = masterKeyFile(directory);
  return new ConfigError(
    `${file} is missing, and API keys and secrets were stored under it: put it back, or set SIBYL_MASTER_KEY to hex: and its content. ${ifLost}`,
  );
}

function another({ directory, given }: KeyPlace): ConfigError {
  const what = given === '' ? masterKeyFile(directory) : 'SIBYL_MASTER_KEY';
  return new ConfigError(
    `${what} differs from the master key that API keys and secrets were stored under, here or by the other nodes on this database: use that one. To change it, run \`${command} rotate-master-key\`. ${ifLost}`,
  );
}
