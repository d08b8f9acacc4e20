import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { type Config, ConfigError } from '../../config.ts';
import { readS3Address } from '../../s3-address.ts';
import { openDiskBlobs } from './disk.ts';
import { openS3Blobs } from './s3.ts';
import type { BlobStore } from './store.ts';

/** Opens the store of the files of tables and models. */
export async function openBlobs(
  { blobsUrl, blobsCacheBytes }: Config,
  directory: string,
  opened: AsyncDisposableStack,
): Promise<BlobStore> {
  const address = readS3Address(blobsUrl);
  if (address === undefined) return blobsUrl === '' ? openDiskBlobs(join(directory, 'blobs')) : openShared(blobsUrl);
  const options = { address, folder: join(directory, 'cache'), mostBytes: blobsCacheBytes };
  return opened.use(await openS3Blobs(options));
}

async function openShared(url: string): Promise<BlobStore> {
  try {
    return await openDiskBlobs(fileURLToPath(url), { isShared: true });
  } catch (error) {
    throw new ConfigError(`SIBYL_BLOBS_URL: ${error instanceof Error ? error.message : error}.`, { cause: error });
  }
}
