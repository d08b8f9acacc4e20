import type { BlobStore, StoredBlob } from './store.ts';

/** Deletes those of the blobs for which `isDoomed` returns true. */
export async function dropBlobs(
  blobs: Pick<BlobStore, 'delete'>,
  stored: StoredBlob[],
  isDoomed: (blob: StoredBlob) => boolean,
): Promise<void> {
  for (const blob of stored) if (isDoomed(blob)) await blobs.delete(blob.key);
}

/** Deletes files whose records are gone. The sweep takes those that the store does not delete now. */
export async function dropFiles(
  blobs: Pick<BlobStore, 'delete'>,
  keys: readonly (string | null | undefined)[],
): Promise<void> {
  await Promise.allSettled(keys.map((key) => key && blobs.delete(key)));
}
