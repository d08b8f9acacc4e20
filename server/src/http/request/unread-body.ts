import type { Readable } from 'node:stream';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** JSON bodies of at least this many bytes reach the handler as a `RawJsonBody`. */
    leaveUnreadFrom?: number;
  }
}

/** A body from this size on, about a thousand rows, is parsed in a thread, because parsing would block other requests. */
export const leaveUnreadFrom = 128 * 1024;

/** A body that is neither parsed nor validated; its handler does both. */
export abstract class UnreadBody {}

/**
 * A JSON body too big to parse and check on the main thread. It stays bytes, which move to a thread at no cost: its text
 * would be copied, and collected as garbage.
 */
export class RawJsonBody extends UnreadBody {
  readonly bytes: Uint8Array<ArrayBuffer>;

  constructor(bytes: Uint8Array<ArrayBuffer>) {
    super();
    this.bytes = bytes;
  }
}

/** A file of rows on a route that also accepts JSON: a stream of any length. */
export class FileBody extends UnreadBody {
  readonly stream: Readable;

  constructor(stream: Readable) {
    super();
    this.stream = stream;
  }
}
