import { ServiceError } from '../../errors.ts';

/** Failures in a row after which a provider is left alone, and for how long. */
const mostFailures = 3;
const restMs = 60_000;
/** Maximum providers that are remembered, the latest asked. */
const mostKept = 1000;

interface Health {
  failures: number;
  /** In ms since 1970; 0 when it is asked. */
  restsUntil: number;
  /** Whether one question is under way that tells how it is after a rest. */
  isTried: boolean;
  detail: string;
}

/** A provider that is left alone for a while. */
export interface Rest {
  /** RFC 3339. */
  until: string;
  failures: number;
  detail: string;
}

/**
 * Leaves a provider alone that repeatedly gave no answer in time, so that nobody waits for it. Keys name a project, too:
 * what one does to a provider holds nobody else up.
 */
export class ProviderBreakers {
  readonly #providers = new Map<string, Health>();
  readonly #now: () => number;

  constructor(now: () => number = Date.now) {
    this.#now = now;
  }

  /** Number of providers that are left alone. */
  get resting(): number {
    return [...this.#providers.values()].filter(({ restsUntil }) => restsUntil > this.#now()).length;
  }

  restOf(key: string): Rest | undefined {
    const known = this.#providers.get(key);
    if (known === undefined || known.restsUntil <= this.#now()) return undefined;
    const { restsUntil, failures, detail } = known;
    return { until: new Date(restsUntil).toISOString(), failures, detail };
  }

  /** @throws ServiceError `provider_unavailable` while the provider is left alone, with the seconds left */
  enter(key: string): void {
    const known = this.#providers.get(key);
    if (known === undefined || known.restsUntil === 0) return;
    const left = known.restsUntil - this.#now();
    // After the rest one question tries; the others wait for what it finds.
    if (left <= 0 && !known.isTried) known.isTried = true;
    else throw atRest(known, Math.max(left, 1000));
  }

  /** Forgets the failures of a provider: it answered, or is asked with another key or at another address. */
  forget(key: string): void {
    this.#providers.delete(key);
  }

  failed(key: string, detail: string): void {
    const failures = (this.#providers.get(key)?.failures ?? 0) + 1;
    const restsUntil = failures >= mostFailures ? this.#now() + restMs : 0;
    this.#providers.delete(key);
    this.#providers.set(key, { failures, restsUntil, isTried: false, detail });
    const [oldest] = this.#providers.keys();
    if (this.#providers.size > mostKept) this.#providers.delete(oldest);
  }

  /** A question that told nothing about the provider, such as one whose caller went away. */
  left(key: string): void {
    const known = this.#providers.get(key);
    if (known) known.isTried = false;
  }
}

function atRest({ failures, detail }: Health, leftMs: number): ServiceError {
  const seconds = Math.ceil(leftMs / 1000);
  const words = `The language model is not asked for ${seconds} s, after ${failures} failures in a row. The last: ${detail}`;
  return new ServiceError('provider_unavailable', words, { headers: { 'retry-after': String(seconds) } });
}
