import { randomUUID } from 'node:crypto';
import { ConfigError } from '../../config.ts';
import { isOutage } from '../../errors.ts';
import type { BlobStore } from '../blobs/store.ts';
import type { Database } from '../db/schema.ts';
import { fingerprintOf } from '../secrets/master-key-fingerprint.ts';

interface Shared {
  database: Database;
  blobs: BlobStore;
  masterKey: Buffer;
}

/**
 * Verifies that this node has the same master key and the same files as the other nodes on its database. The first node
 * records them.
 * @throws ConfigError naming the setting that differs
 */
export async function joinInstallation({ database, blobs, masterKey }: Shared): Promise<void> {
  const key = await settle(database, 'master_key', fingerprintOf(masterKey));
  if (key !== fingerprintOf(masterKey))
    throw new ConfigError('SIBYL_MASTER_KEY differs from that of the other nodes on this database.');
  await claimFiles({ database, blobs });
}

/**
 * Verifies that a store has the files of this database. Every database deletes the files that it does not know, so the
 * first start on a new one takes no store with the files of another.
 * @throws ConfigError
 */
export async function claimFiles({ database, blobs }: Omit<Shared, 'masterKey'>): Promise<void> {
  const settled = await read(database, 'id');
  if (settled !== undefined) return requireMarker(blobs, settled);
  if (await hasFilesOfAnother(blobs)) {
    const other = await read(database, 'id'); // of a node that was first meanwhile
    if (other !== undefined) return requireMarker(blobs, other);
    throw new ConfigError(
      'SIBYL_BLOBS_URL names files of another database: set SIBYL_DATABASE_URL to that one, or take an empty place.',
    );
  }
  // Written first: whoever finds the ID in the database finds its file.
  const own = randomUUID();
  await told(blobs.put(markerOf(own), Buffer.from(own)));
  const id = await settle(database, 'id', own);
  if (id === own) return;
  await told(blobs.delete(markerOf(own)));
  await requireMarker(blobs, id);
}

/** Records a fact unless it is recorded, and returns what is recorded; of two concurrent nodes, one is first. */
async function settle(database: Database, name: string, value: string): Promise<string> {
  await database
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .execute();
  return (await read(database, name)) ?? value;
}

async function read(database: Database, name: string): Promise<string | undefined> {
  const row = await database.selectFrom('installation').select('value').where('name', '=', name).executeTakeFirst();
  return row?.value;
}

const markers = 'installation/';

function markerOf(id: string): string {
  return `${markers}${id}`;
}

/** A node that was killed while it joined leaves a marker alone. */
async function hasFilesOfAnother(blobs: BlobStore): Promise<boolean> {
  if ((await told(blobs.list(markers))).length === 0) return false;
  return (await told(blobs.list(''))).some(({ key }) => !key.startsWith(markers));
}

async function requireMarker(blobs: BlobStore, id: string): Promise<void> {
  if ((await told(blobs.list(markerOf(id)))).length > 0) return;
  throw new ConfigError('SIBYL_BLOBS_URL names other files than those of this database; every node needs the same.');
}

/** What the store answers; when it is away or refuses, a sentence for whoever set it. */
async function told<Output>(answer: Promise<Output>): Promise<Output> {
  try {
    return await answer;
  } catch (error) {
    const cause = isOutage(error) && error instanceof Error ? error.cause : error;
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new ConfigError(`SIBYL_BLOBS_URL: ${reason.replace(/\.$/, '')}.`, { cause: error });
  }
}
