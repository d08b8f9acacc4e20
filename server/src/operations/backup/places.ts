import { createReadStream } from 'node:fs';
import { copyFile, mkdir, open, readdir, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';

/** Where scheduled backups are stored. */
export interface BackupPlace {
  /** Returns the names of all files there. */
  list(): Promise<string[]>;
  /** Stores a copy of the file under the name, completely or not at all. */
  put(name: string, file: string): Promise<void>;
  remove(name: string): Promise<void>;
}

/** @param address an absolute path, or `s3://bucket/prefix` */
export async function openPlace(address: string): Promise<BackupPlace> {
  const [, bucket, prefix = ''] = /^s3:\/\/([^/]+)(?:\/(.*))?$/.exec(address) ?? [];
  return bucket === undefined ? openFolder(address) : openBucket(bucket, prefix === '' ? '' : `${prefix}/`);
}

async function openFolder(folder: string): Promise<BackupPlace> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return {
    list: () => readdir(folder),
    async put(name, file) {
      const unfinished = join(folder, `${name}.unfinished`);
      await copyFile(file, unfinished);
      await using handle = await open(unfinished, 'r+');
      await handle.sync();
      await rename(unfinished, join(folder, name));
    },
    remove: (name) => rm(join(folder, name), { force: true }),
  };
}

/** Settings and credentials come from AWS's own variables and files. Loaded with the first backup. */
async function openBucket(Bucket: string, prefix: string): Promise<BackupPlace> {
  const [{ S3Client, DeleteObjectCommand, paginateListObjectsV2 }, { Upload }] = await Promise.all([
    import('@aws-sdk/client-s3'),
    import('@aws-sdk/lib-storage'),
  ]);
  const endpoint = process.env.AWS_ENDPOINT_URL_S3 ?? process.env.AWS_ENDPOINT_URL;
  // Other servers than AWS have no host name per bucket.
  const client = new S3Client({ forcePathStyle: endpoint !== undefined });
  return {
    async list() {
      const names: string[] = [];
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket, Prefix: prefix }))
        names.push(...Contents.flatMap(({ Key }) => Key?.slice(prefix.length) ?? []));
      return names;
    },
    async put(name, file) {
      const params = { Bucket, Key: prefix + name, Body: createReadStream(file), ContentType: 'application/x-tar' };
      // Parts of 64 MiB allow up to 640 GB.
      await new Upload({ client, params, partSize: 64 * 1024 * 1024, queueSize: 1 }).done();
    },
    async remove(name) {
      await client.send(new DeleteObjectCommand({ Bucket, Key: prefix + name }));
    },
  };
}
