import type { Step } from './steps.ts';

export interface Walked {
  status: number;
  type: string;
  /** Parsed if it is JSON. */
  answer: unknown;
}

/** Runs steps on a service one after another; it uses the first key that is created. */
export class Walker {
  readonly #url: string;
  /** Values of `{name}` in a step: given, or from the last response of an operation. */
  readonly #known: Map<string, unknown>;
  #key: string | undefined;

  constructor(url: string, given: Record<string, unknown> = {}, key?: string) {
    this.#url = url;
    this.#known = new Map(Object.entries(given));
    this.#key = key;
  }

  async take(step: Step): Promise<Walked> {
    const deadline = Date.now() + 300_000;
    for (;;) {
      const walked = await this.#ask(step);
      const { answer } = walked;
      this.#known.set(step.operation, answer);
      this.#keepSecrets(step, answer);
      const wanted = Object.entries(step.until ?? {});
      if (walked.status < 300 && wanted.every(([path, value]) => valueAt(answer, path.split('.')) === value))
        return walked;
      if (wanted.length === 0 || walked.status >= 300 || Date.now() > deadline)
        throw new Error(`${step.method} ${step.path}: ${walked.status} ${JSON.stringify(answer).slice(0, 500)}`);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }

  #keepSecrets({ operation }: Step, answer: unknown): void {
    const { secret, token } = (answer ?? {}) as { secret?: string; token?: string };
    if (operation === 'createKey' && this.#key === undefined) {
      this.#key = secret;
      this.#known.set('admin', secret);
    }
    if (operation === 'beginVisit') this.#known.set('visitor', token);
  }

  async #ask({ method, path, body, type, accept }: Step): Promise<Walked> {
    const authorization = type === 'visitor' ? this.#known.get('visitor') : this.#key;
    const isFile = type !== undefined && type !== 'visitor';
    const response = await fetch(this.#url + String(this.#fill(path)), {
      method,
      headers: {
        ...(authorization === undefined ? {} : { authorization: `Bearer ${authorization}` }),
        ...(body === undefined ? {} : { 'content-type': isFile ? type : 'application/json' }),
        ...(accept === undefined ? {} : { accept }),
      },
      ...(body === undefined ? {} : { body: this.#bodyOf(body, isFile) }),
    });
    const kind = (response.headers.get('content-type') ?? '').split(';')[0];
    if (kind === 'application/octet-stream')
      return { status: response.status, type: kind, answer: new Uint8Array(await response.arrayBuffer()) };
    const text = await response.text();
    const answer = /[/+]json$/.test(kind) && text !== '' ? JSON.parse(text) : text;
    return { status: response.status, type: kind, answer };
  }

  #bodyOf(body: unknown, isFile: boolean): string | Uint8Array<ArrayBuffer> {
    if (isFile) return this.#fill(body as string) as string | Uint8Array<ArrayBuffer>;
    return String(this.#fill(JSON.stringify(body)));
  }

  /** A text that is a single placeholder becomes the value itself, which may be a file. */
  #fill(text: string): unknown {
    const [, whole] = /^\{([\w.]+)\}$/.exec(text) ?? [];
    if (whole !== undefined) return this.#valueOf(whole);
    return text.replace(/\{([A-Za-z][\w.]*)\}/g, (_, name: string) => String(this.#valueOf(name)));
  }

  #valueOf(name: string): unknown {
    const [first, ...rest] = name.split('.');
    return valueAt(this.#known.get(first), rest);
  }
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, key) => (inner as Record<string, unknown> | undefined)?.[key], value);
}
