import type { Readable } from 'node:stream';

/**
 * The contract of a store for files that are written once and read whole, such as Parquet files of tables and trained
 * models.
 */

export interface StoredBlob {
  key: string;
  byteSize: number;
  /** Time of the upload: a sweep keeps files that may be younger than their row. */
  modified: Date;
}

/**
 * Keys are paths such as `tables/tbl_1/part_2.parquet`: up to 512 letters, digits, `.`, `_`, `-` and `/`,
 * no segment empty or beginning with a dot. Any other key is a programming error and throws.
 */
export interface BlobStore {
  /**
   * Writes a blob, or replaces it: completely or not at all, and durably when this resolves. Returns its size in bytes.
   */
  put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<number>;
  /** Like `put`, but moves a local file. */
  adopt(key: string, file: string): Promise<void>;
  /** Stores the same content under a second key with the current time; deleting one leaves the other. */
  copy(from: string, to: string): Promise<void>;
  /** Rejects when it does not exist. */
  read(key: string): Promise<Uint8Array>;
  /** Opens the content for reading from its start. Rejects when it does not exist. */
  stream(key: string): Promise<Readable>;
  /**
   * Returns the path of a local file with the content, which must not be written to. Rejects when it does not exist.
   */
  path(key: string): Promise<string>;
  /** Does nothing when it does not exist. */
  delete(key: string): Promise<void>;
  /**
   * Returns an address at which a program elsewhere reads this one blob, or writes it, without credentials: `https://`,
   * signed for a week, or `file://` on storage that it shares.
   */
  share(key: string, access: 'read' | 'write'): Promise<string>;
  /** Lists the blobs whose keys start with the prefix, in any order. */
  list(prefix: string): Promise<StoredBlob[]>;
}

const keyPattern = /^(?!.*(?:^|\/)\.)[\w.-]+(?:\/[\w.-]+)*$/;

/** @throws TypeError for a key that could leave the store's directory, or that not all stores support */
export function assertKey(key: string): void {
  if (key.length > 512 || !keyPattern.test(key)) throw new TypeError(`not a blob key: ${JSON.stringify(key)}`);
}
