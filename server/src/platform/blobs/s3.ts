import { createReadStream, createWriteStream } from 'node:fs';
import { rm, stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { HeadObjectCommandOutput, S3Client } from '@aws-sdk/client-s3';
import { isOutage, ServiceError } from '../../errors.ts';
import type { S3Address } from '../../s3-address.ts';
import { LocalCopies } from './local-copies.ts';
import { findRefusal, isAway } from './s3-failure.ts';
import { assertKey, type BlobStore, type StoredBlob } from './store.ts';

type Sdk = typeof import('@aws-sdk/client-s3') &
  typeof import('@aws-sdk/lib-storage') &
  typeof import('@aws-sdk/s3-request-presigner');

/** The largest object that one request can copy (https://docs.aws.amazon.com/AmazonS3/latest/API/API_CopyObject.html). */
const mostBytesCopied = 5 * 1024 ** 3;

/** The longest that a signature of version 4 may hold. */
const signedSeconds = 7 * 24 * 3600;
const connectMs = 5000;
const silentMs = 30_000;

interface S3Options {
  address: S3Address;
  /** Folder of local copies, for programs that read files by path. */
  folder: string;
  /** Maximum bytes of that folder. */
  mostBytes: number;
}

/** Opens a bucket of an S3-compatible store. Credentials come from the AWS SDK's default chain. */
export async function openS3Blobs({ address, folder, mostBytes }: S3Options): Promise<BlobStore & AsyncDisposable> {
  // Loaded here, because only installations with a bucket need it.
  const sdk: Sdk = {
    ...(await import('@aws-sdk/client-s3')),
    ...(await import('@aws-sdk/lib-storage')),
    ...(await import('@aws-sdk/s3-request-presigner')),
  };
  const client = new sdk.S3Client({
    endpoint: address.endpoint,
    forcePathStyle: address.endpoint !== undefined,
    region: address.region,
    maxAttempts: 5,
    // Without limits, a network that swallows what is sent would be waited for as long as it lasts.
    requestHandler: { connectionTimeout: connectMs, socketTimeout: silentMs },
    // Other S3-compatible stores refuse the checksums that the SDK adds by default.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
  });
  return new S3BlobStore(sdk, client, address, await LocalCopies.open(folder, mostBytes));
}

class S3BlobStore implements BlobStore {
  readonly #sdk: Sdk;
  readonly #client: S3Client;
  readonly #address: S3Address;
  readonly #copies: LocalCopies;

  constructor(sdk: Sdk, client: S3Client, address: S3Address, copies: LocalCopies) {
    this.#sdk = sdk;
    this.#client = client;
    this.#address = address;
    this.#copies = copies;
  }

  async put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<number> {
    const target = this.#locate(key);
    let byteSize = 0;
    const counted = async function* () {
      for await (const chunk of content instanceof Uint8Array ? [content] : content) {
        byteSize += chunk.length;
        yield chunk;
      }
    };
    const body = Readable.from(counted(), { objectMode: false });
    // An interrupted upload leaves nothing: its parts become an object only at the end.
    const upload = new this.#sdk.Upload({ client: this.#client, params: { ...target, Body: body } });
    await this.#ask(key, upload.done());
    return byteSize;
  }

  async adopt(key: string, file: string): Promise<void> {
    await this.put(key, createReadStream(file));
    await rm(file);
  }

  async copy(from: string, to: string): Promise<void> {
    const target = this.#locate(to);
    const { ContentLength = 0 } = await this.#head(from);
    if (ContentLength > mostBytesCopied) return void (await this.put(to, await this.stream(from)));
    const { Bucket, Key } = this.#locate(from);
    const CopySource = [Bucket, ...Key.split('/')].map(encodeURIComponent).join('/');
    await this.#ask(from, this.#client.send(new this.#sdk.CopyObjectCommand({ ...target, CopySource })));
  }

  async read(key: string): Promise<Uint8Array> {
    const content = await this.stream(key);
    return this.#ask(
      key,
      content.toArray().then((chunks) => Buffer.concat(chunks)),
    );
  }

  async stream(key: string): Promise<Readable> {
    const { Body } = await this.#ask(key, this.#client.send(new this.#sdk.GetObjectCommand(this.#locate(key))));
    return Body as Readable; // always a Readable in Node
  }

  /** While the store is away, a copy serves: files of models and tables never change under their keys. */
  path(key: string): Promise<string> {
    return this.#fetchCopy(key).catch((error) => {
      const copy = isOutage(error) ? this.#copies.latest(key) : undefined;
      if (copy === undefined) throw error;
      return copy;
    });
  }

  async #fetchCopy(key: string): Promise<string> {
    const { ETag: tag = '', ContentLength: byteSize = 0 } = await this.#head(key);
    return this.#copies.find(key, { tag, byteSize }, async (path) => {
      await this.#ask(key, pipeline(await this.stream(key), createWriteStream(path, { flush: true })));
      const { size } = await stat(path);
      if (size !== byteSize) throw new Error(`${key} has ${byteSize} bytes, and ${size} of them came`);
    });
  }

  async delete(key: string): Promise<void> {
    await this.#ask(key, this.#client.send(new this.#sdk.DeleteObjectCommand(this.#locate(key))));
  }

  share(key: string, access: 'read' | 'write'): Promise<string> {
    const target = this.#locate(key);
    const command = access === 'read' ? new this.#sdk.GetObjectCommand(target) : new this.#sdk.PutObjectCommand(target);
    return this.#sdk.getSignedUrl(this.#client, command, { expiresIn: signedSeconds });
  }

  async list(prefix: string): Promise<StoredBlob[]> {
    const { bucket, prefix: root } = this.#address;
    const start = root === '' ? '' : `${root}/`;
    const pages = this.#sdk.paginateListObjectsV2({ client: this.#client }, { Bucket: bucket, Prefix: start + prefix });
    const blobs: StoredBlob[] = [];
    const readAll = async () => {
      for await (const { Contents = [] } of pages)
        for (const { Key = '', Size = 0, LastModified = new Date() } of Contents)
          blobs.push({ key: Key.slice(start.length), byteSize: Size, modified: LastModified });
    };
    await this.#ask(prefix, readAll());
    return blobs;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#client.destroy();
  }

  #ask<Output>(key: string, answer: Promise<Output>): Promise<Output> {
    return explained(this.#address.bucket, key, answer);
  }

  #head(key: string): Promise<HeadObjectCommandOutput> {
    return this.#ask(key, this.#client.send(new this.#sdk.HeadObjectCommand(this.#locate(key))));
  }

  #locate(key: string): { Bucket: string; Key: string } {
    assertKey(key);
    const { bucket, prefix } = this.#address;
    return { Bucket: bucket, Key: prefix === '' ? key : `${prefix}/${key}` };
  }
}

/** Returns the answer; a missing object rejects like a missing file, and a store that is away or refuses says so. */
async function explained<Output>(bucket: string, key: string, answer: Promise<Output>): Promise<Output> {
  try {
    return await answer;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (['NoSuchKey', 'NotFound'].includes(error.name))
      throw Object.assign(new Error(`ENOENT: there is no blob ${key}`), { code: 'ENOENT' });
    const refusal = findRefusal(error, bucket);
    // A caller learns nothing of the bucket; the cause is for the log and for a start that fails.
    if (refusal) throw awayBecause('refuses this service', new Error(refusal, { cause: error }));
    if (!isAway(error)) throw error;
    throw awayBecause('cannot be reached at the moment', error);
  }
}

function awayBecause(what: string, cause: Error): ServiceError {
  return new ServiceError('backend_unavailable', `The store of files ${what}; try again soon.`, { cause });
}
