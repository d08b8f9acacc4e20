declare module 'fastify' {
  interface FastifyContextConfig {
    /** JSON bodies of so many characters and more reach the handler as an `UnreadBody`. */
    leaveUnreadFrom?: number;
  }
}

/** A JSON body too big to be parsed and checked on the main thread: its handler has that done elsewhere. */
export class RawJsonBody {
  readonly text: string;

  constructor(text: string) {
    this.text = text;
  }
}
