import type { Caller, MarkedWorld } from './worlds.ts';

/** A request of the run, and what tells it from every other. */
export interface Sent {
  caller: Caller;
  /** A text that this request alone was sent with. */
  nonce: string;
  /** Whose project the request is about; undefined where it is about none. */
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

/** Holds every answer against all that was ever sent: what it shows must be the caller's to see. */
export class Watch {
  readonly #worlds: readonly MarkedWorld[];
  readonly #sent = new Map<string, Sent>();
  readonly #ids = new Set<string>();
  /** Secrets of keys by who was shown them, and under which `Idempotency-Key`. */
  readonly #secrets = new Map<string, string>();

  constructor(worlds: readonly MarkedWorld[]) {
    this.#worlds = worlds;
  }

  sends(sent: Sent): void {
    this.#sent.set(sent.nonce, sent);
  }

  /** @returns what the answer shows that belongs to others */
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
    // A visitor of a page has the token of its one conversation, whatever key is beside it.
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
        // What the caller named in its address, a refusal names as well.
        .filter(({ nonce, world }) => !sent.path.includes(nonce) && nonce !== sent.nonce && !this.#mayShow(sent, world))
        .map((other) => `shows ${other.nonce} of ${other.operationId} as ${other.caller.role}`)
    );
  }

  /** What was made is what this request asked for, or what the same caller asked for under the same key. */
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
