/** The contract of a place for files that are written once and read whole: tables' Parquet files, trained models. */

export interface StoredBlob {
  key: string;
  byteSize: number;
  /** When it was put: what is younger than its database row may be is not swept. */
  modified: Date;
}

/**
 * Keys are paths such as `tables/tbl_1/part_2.parquet`: up to 512 letters, digits, `.`, `_`, `-` and `/`,
 * no segment empty or beginning with a dot. Any other key is a programming error and throws.
 */
export interface BlobStore {
  /**
   * Writes a blob, in place of the one that was there: whole or not at all, and on disk when this resolves.
   * @returns its size in bytes
   */
  put(key: string, content: Uint8Array | AsyncIterable<Uint8Array>): Promise<number>;
  /** Like `put`, of a local file that then is no longer where it was. */
  adopt(key: string, file: string): Promise<void>;
  /** The same content under a second key, as new as a blob that was put; deleting one leaves the other. */
  copy(from: string, to: string): Promise<void>;
  /** Rejects when it is not there. */
  read(key: string): Promise<Uint8Array>;
  /** A local file with the content, for programs that read files; not to be written to. Rejects when it is not there. */
  path(key: string): Promise<string>;
  /** It is no error if it is not there. */
  delete(key: string): Promise<void>;
  /** The blobs whose keys begin so, in no order. */
  list(prefix: string): Promise<StoredBlob[]>;
}

const keyPattern = /^(?!.*(?:^|\/)\.)[\w.-]+(?:\/[\w.-]+)*$/;

/** @throws TypeError for a key that could leave the store's directory or that not every store could hold */
export function assertKey(key: string): void {
  if (key.length > 512 || !keyPattern.test(key)) throw new TypeError(`not a blob key: ${JSON.stringify(key)}`);
}
