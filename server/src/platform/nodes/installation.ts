import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ConfigError } from '../../config.ts';
import type { BlobStore } from '../blobs/store.ts';
import type { Database } from '../db/schema.ts';
import { fingerprintOf } from '../secrets/master-key-fingerprint.ts';

const markerTries = 50;
const markerPauseMs = 200;

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
  if (key.value !== fingerprintOf(masterKey))
    throw new ConfigError('SIBYL_MASTER_KEY differs from that of the other nodes on this database.');
  const { isFirst, value: id } = await settle(database, 'id', randomUUID());
  if (isFirst) await blobs.put(markerOf(id), Buffer.from(id));
  else await requireMarker(blobs, markerOf(id));
}

/** Records a fact unless it is recorded; of two concurrent nodes, one is first. */
export async function settle(
  database: Database,
  name: string,
  value: string,
): Promise<{ isFirst: boolean; value: string }> {
  const { numInsertedOrUpdatedRows = 0n } = await database
    .insertInto('installation')
    .values({ name, value })
    .onConflict((conflict) => conflict.column('name').doNothing())
    .executeTakeFirstOrThrow();
  const row = await database
    .selectFrom('installation')
    .select('value')
    .where('name', '=', name)
    .executeTakeFirstOrThrow();
  return { isFirst: numInsertedOrUpdatedRows > 0n, value: row.value };
}

function markerOf(id: string): string {
  return `installation/${id}`;
}

/** The first node may be about to write it. */
async function requireMarker(blobs: BlobStore, key: string): Promise<void> {
  for (let tries = 0; tries < markerTries; tries += 1) {
    if ((await blobs.list(key)).length > 0) return;
    await pause(markerPauseMs);
  }
  throw new ConfigError('SIBYL_BLOBS_URL names other files than those of this database; every node needs the same.');
}
