import type { BlobStore, StoredBlob } from './store.ts';

/** Deletes those of the blobs for which `isDoomed` returns true. */
export async function dropBlobs(
  blobs: Pick<BlobStore, 'delete'>,
  stored: StoredBlob[],
  isDoomed: (blob: StoredBlob) => boolean,
): Promise<void> {
  for (const blob of stored) if (isDoomed(blob)) await blobs.delete(blob.key);
}
