import type { Caller, MarkedWorld } from './worlds.ts';

/** A request and its unique mark. */
export interface Sent {
  caller: Caller;
  /** Text that only this request contains. */
  nonce: string;
  /** The project that the request is about, if any. */
  world: MarkedWorld | undefined;
  operationId: string;
  path: string;
  requestId: string | undefined;
  idempotencyKey: string | undefined;
}

interface Answered {
  status: number;
  headers: Headers;
  text: string;
}

const noncePattern = /n\d+x[0-9a-f]{12}/g;
const secretPattern = /sib_[0-9A-Z]{26}_\w{38}/g;

export function nonceOf(count: number, salt: string): string {
  return `n${count}x${salt}`;
}

/** Checks every response against everything ever sent: it may show only what its caller may see. */
export class Watch {
  readonly #worlds: readonly MarkedWorld[];
  readonly #sent = new Map<string, Sent>();
  readonly #ids = new Set<string>();
  /** Key secrets by recipient and `Idempotency-Key`. */
  readonly #secrets = new Map<string, string>();

  constructor(worlds: readonly MarkedWorld[]) {
    this.#worlds = worlds;
  }

  sends(sent: Sent): void {
    this.#sent.set(sent.nonce, sent);
  }

  /** @returns what the response shows that belongs to others */
  judge(sent: Sent, { status, headers, text }: Answered): string[] {
    const whole = text + JSON.stringify([...headers]);
    const replayed = headers.get('idempotent-replayed') === 'true';
    return [
      ...this.#foreignMarks(sent, whole),
      ...this.#foreignNonces(sent, whole),
      ...(status === 201 ? this.#foreignRecord(sent, text, replayed) : []),
      ...this.#foreignSecrets(sent, whole, replayed),
      ...this.#foreignId(sent, headers.get('x-request-id') ?? ''),
    ].map((fault) => `${sent.operationId} as ${sent.caller.role}: ${fault}`);
  }

  #mayShow({ caller, operationId, world }: Sent, shown: MarkedWorld | undefined): boolean {
    // A visitor's token grants its one conversation, whatever key is sent besides.
    if (/^(?:getWidget|beginVisit|sayToChatbot|streamConversation)$/.test(operationId)) return shown === world;
    if (caller.role === 'nobody') return false;
    return caller.reaches === undefined || caller.reaches === shown;
  }

  #foreignMarks(sent: Sent, text: string): string[] {
    const shown = this.#worlds.filter((world) => text.includes(world.mark) && !this.#mayShow(sent, world));
    return shown.map(({ name }) => `shows what stands in ${name}`);
  }

  #foreignNonces(sent: Sent, text: string): string[] {
    const others = [...new Set(text.match(noncePattern))].flatMap((nonce) => this.#sent.get(nonce) ?? []);
    return (
      others
        // An error may repeat what the caller put into the path.
        .filter(({ nonce, world }) => !sent.path.includes(nonce) && nonce !== sent.nonce && !this.#mayShow(sent, world))
        .map((other) => `shows ${other.nonce} of ${other.operationId} as ${other.caller.role}`)
    );
  }

  /** A created record must come from this request, or from the same caller with the same `Idempotency-Key`. */
  #foreignRecord(sent: Sent, text: string, replayed: boolean): string[] {
    const { name } = readObject(text);
    const made = this.#sent.get(String(name));
    if (made === undefined || made.nonce === sent.nonce || sent.path.includes(made.nonce)) return [];
    const isOwn = replayed && made.caller === sent.caller && made.idempotencyKey === sent.idempotencyKey;
    return isOwn ? [] : [`was given ${made.nonce}, which ${made.operationId} as ${made.caller.role} made`];
  }

  #foreignSecrets(sent: Sent, text: string, replayed: boolean): string[] {
    const owner = `${sent.caller.secret} ${sent.idempotencyKey}`;
    return (text.match(secretPattern) ?? []).flatMap((secret) => {
      const known = this.#secrets.get(secret);
      this.#secrets.set(secret, owner);
      if (!/^(?:createKey|rotateKey)$/.test(sent.operationId) || sent.caller.role !== 'admin') return ['shows a key'];
      return known === undefined || (replayed && known === owner) ? [] : ['shows a key that was shown before'];
    });
  }

  #foreignId({ requestId }: Sent, id: string): string[] {
    if (requestId !== undefined) return id === requestId ? [] : [`goes by ${id} and was sent as ${requestId}`];
    if (this.#ids.has(id)) return [`goes by the ID of another request, ${id}`];
    this.#ids.add(id);
    return [];
  }
}

function readObject(text: string): { name?: unknown } {
  try {
    return JSON.parse(text) ?? {};
  } catch {
    return {};
  }
}
