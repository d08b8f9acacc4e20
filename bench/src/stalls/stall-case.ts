import type { Operation } from '../fuzz/operations.ts';
import type { Place as Path } from '../fuzz/records.ts';

export interface Sent {
  /** With its query. */
  path: string;
  headers: Record<string, string>;
  body: string | undefined;
}

/** One part of one operation, to be sent in growing sizes. */
export interface StallCase {
  operation: Operation;
  /** Such as `sql` or `?limit`. */
  field: string;
  /** What is repeated. */
  piece: string;
  /** Largest size: characters, items, columns or levels. */
  most: number;
  path: Path;
  build: (size: number) => Sent;
  /** Bodies of the requests that use what was made, by operation. */
  uses?: Readonly<Record<string, (size: number) => unknown>>;
}

/** Largest JSON body that the service takes by default, less what stands around a part. */
export const mostJsonBytes = 10 * 2 ** 20 - 64 * 1024;
/** Uploads may be larger, but are read from disk by processes. */
export const mostRawBytes = 10 * 2 ** 20;
/** All headers together may be 16 KB. */
export const mostAddressCharacters = 8000;
