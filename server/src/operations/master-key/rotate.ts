import { resolve } from 'node:path';
import { sql } from 'kysely';
import { type Config, ConfigError } from '../../config.ts';
import { lockDirectory } from '../../platform/db/lock.ts';
import { type DatabaseSettings, openDatabase } from '../../platform/db/open.ts';
import type { Database } from '../../platform/db/schema.ts';
import { recordsOf } from '../../platform/db/settings.ts';
import { type Transaction, transact } from '../../platform/db/transact.ts';
import { readFact, replaceFact } from '../../platform/nodes/facts.ts';
import { holdMasterKey, masterKeyFact, settleRotation } from '../../platform/nodes/held-master-key.ts';
import { fingerprintOf } from '../../platform/secrets/master-key-fingerprint.ts';
import { openPrivateDirectory } from '../../platform/secrets/private-directory.ts';
import { SealedBox } from '../../platform/secrets/sealed-box.ts';
import { openHashKey, storeHashKey } from '../../resources/keys/hash-key.ts';
import { forgetSecrets } from './forget.ts';
import { type NextKey, prepareFile, prepareSetting } from './next-key.ts';
import { type Resealed, resealAll } from './reseal.ts';

export interface RotationOptions {
  /** File with the next SIBYL_MASTER_KEY; undefined where the key is the file `master.key`. */
  newKeyFile: string | undefined;
  /** Goes on without the former key, which is lost. */
  forgetsSecrets: boolean;
}

export interface Rotation extends Resealed {
  advice: string;
}

/**
 * Puts a new master key in the place of the present one, while no service runs. The new key is on the disk first; one
 * transaction seals every secret under it and records it; then it takes its place. Killed at any moment, the database
 * says which of the two holds: the next start, or this command again, ends what was begun.
 */
export async function rotateMasterKey(config: Config, options: RotationOptions): Promise<Rotation> {
  requireFile(config, options);
  const directory = resolve(config.dataDirectory);
  openPrivateDirectory(directory);
  const records = recordsOf(config, directory);
  await using opened = new AsyncDisposableStack();
  const lock = lockDirectory(directory);
  opened.defer(() => lock.release());
  const database = await openDatabase(records);
  opened.defer(() => database.destroy());
  const recorded = await readFact(database, masterKeyFact);
  if (config.masterKey === '') settleRotation(directory, recorded);
  const given = options.newKeyFile === undefined ? undefined : prepareSetting(options.newKeyFile);
  if (given && recorded === fingerprintOf(given.key)) return { secrets: 0, unreadable: 0, advice: given.advice };
  const place = { database, directory, given: config.masterKey };
  const former = options.forgetsSecrets ? undefined : await holdMasterKey(place);
  const next = given ?? prepareFile(directory);
  const resealed = await settleNext(database, records, former, next);
  next.settle();
  return { ...resealed, advice: next.advice };
}

function requireFile({ masterKey, databaseUrl }: Config, { newKeyFile }: RotationOptions): void {
  if (newKeyFile === undefined && (masterKey !== '' || databaseUrl !== ''))
    throw new ConfigError(
      'Name a file for the next SIBYL_MASTER_KEY by --new-key-file; it is made when it is not there.',
    );
}

function settleNext(database: Database, records: DatabaseSettings, former: Buffer | undefined, next: NextKey) {
  return transact(database, async (transaction) => {
    if (records.kind === 'postgres') await requireAlone(transaction);
    const resealed = former ? await reseal(transaction, former, next.key) : await forgetSecrets(transaction);
    await replaceFact(transaction, masterKeyFact, fingerprintOf(next.key));
    return resealed;
  });
}

async function reseal(transaction: Transaction, former: Buffer, next: Buffer): Promise<Resealed> {
  const resealed = await resealAll(transaction, new SealedBox(former), new SealedBox(next));
  await storeHashKey(transaction, await openHashKey(transaction, former), next);
  return resealed;
}

/** A node that starts meanwhile waits for the lock, and then finds that its key is the former one. */
async function requireAlone(transaction: Transaction): Promise<void> {
  await sql`lock table installation in access exclusive mode`.execute(transaction);
  const { rows } = await sql<{ others: number }>`select count(*) as others from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`.execute(
    transaction,
  );
  if (Number(rows[0].others) === 0) return;
  throw new ConfigError(
    `Others are connected to the database of SIBYL_DATABASE_URL (${rows[0].others}): stop every node first, because each holds the present key.`,
  );
}
