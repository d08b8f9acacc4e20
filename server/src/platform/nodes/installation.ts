import { randomUUID } from 'node:crypto';
import { ConfigError } from '../../config.ts';
import { isOutage } from '../../errors.ts';
import type { BlobStore } from '../blobs/store.ts';
import type { Database } from '../db/schema.ts';
import { readFact, settleFact } from './facts.ts';

interface Shared {
  database: Database;
  blobs: BlobStore;
}

/**
 * Verifies that a store has the files of this database. Every database deletes the files that it does not know, so the
 * first start on a new one takes no store with the files of another.
 * @throws ConfigError
 */
export async function claimFiles({ database, blobs }: Shared): Promise<void> {
  const settled = await readFact(database, 'id');
  if (settled !== undefined) return requireMarker(blobs, settled);
  if (await hasFilesOfAnother(blobs)) {
    const other = await readFact(database, 'id'); // of a node that was first meanwhile
    if (other !== undefined) return requireMarker(blobs, other);
    throw new ConfigError(
      'SIBYL_BLOBS_URL names files of another database: set SIBYL_DATABASE_URL to that one, or take an empty place.',
    );
  }
  // Written first: whoever finds the ID in the database finds its file.
  const own = randomUUID();
  await told(blobs.put(markerOf(own), Buffer.from(own)));
  const id = await settleFact(database, 'id', own);
  if (id === own) return;
  await told(blobs.delete(markerOf(own)));
  await requireMarker(blobs, id);
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
