import type { Readable } from 'node:stream';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** JSON bodies of at least this many characters reach the handler as an `UnreadBody`. */
    leaveUnreadFrom?: number;
  }
}

/** A body that is neither parsed nor validated; its handler does both. */
export abstract class UnreadBody {}

/** A JSON body too big to parse and check on the main thread. */
export class RawJsonBody extends UnreadBody {
  readonly text: string;

  constructor(text: string) {
    super();
    this.text = text;
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
