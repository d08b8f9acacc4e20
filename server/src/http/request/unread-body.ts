import type { Readable } from 'node:stream';

declare module 'fastify' {
  interface FastifyContextConfig {
    /** JSON bodies of so many characters and more reach the handler as an `UnreadBody`. */
    leaveUnreadFrom?: number;
  }
}

/** A body that nobody has parsed and no schema has judged: its handler has that done. */
export abstract class UnreadBody {}

/** A JSON body too big to be parsed and checked on the main thread. */
export class RawJsonBody extends UnreadBody {
  readonly text: string;

  constructor(text: string) {
    super();
    this.text = text;
  }
}

/** A file of rows where JSON may come as well: a stream of any length. */
export class FileBody extends UnreadBody {
  readonly stream: Readable;

  constructor(stream: Readable) {
    super();
    this.stream = stream;
  }
}
