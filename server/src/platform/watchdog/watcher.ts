import { setTimeout as pause } from 'node:timers/promises';
import { sampleStack } from './sample-stack.ts';
import { beat, begunLast, type Shared, unknownRoute } from './shared.ts';

const lookEveryMs = 50;
/** From here on, others notice that they wait. */
const standstillMs = 250;
/** A thread that waits in the system or in one call of V8 lets no profile begin. */
const sampleWaitMs = 5000;

export interface Standstill {
  /** The route that was begun last, of those that are in flight. */
  route: string;
  /** The routes in flight, with their requests. */
  inFlight: Record<string, number>;
  /** Functions of the main thread, innermost first; empty when it ended before they were seen. */
  stack: string[];
  ms: number;
}

interface WatcherListener {
  onStandstill: (found: Omit<Standstill, 'stack'>) => void;
  onStack: (found: Standstill) => void;
  onEnd: (found: Standstill) => void;
}

/** Looks whether the main thread beats. */
export class Watcher {
  readonly #shared: Shared;
  readonly #routes: readonly string[];
  readonly #listener: WatcherListener;
  #beats: number;
  #silentMs = 0;
  #looked = performance.now();
  #found: Standstill | undefined;

  constructor(shared: Shared, routes: readonly string[], listener: WatcherListener) {
    this.#shared = shared;
    this.#routes = routes;
    this.#listener = listener;
    this.#beats = shared.state[beat];
    setInterval(() => this.#look(), lookEveryMs);
  }

  /** For how long the main thread has been silent. */
  get silentMs(): number {
    return this.#silentMs;
  }

  #look(): void {
    const now = performance.now();
    // Time in which this thread did not run either (a suspended machine) is no standstill.
    const passed = Math.min(now - this.#looked, 2 * lookEveryMs);
    this.#looked = now;
    const beats = Atomics.load(this.#shared.state, beat);
    if (beats === this.#beats) this.#silentMs += passed;
    else this.#moved(beats);
    if (this.#found) this.#found.ms = Math.round(this.#silentMs);
    else if (this.#silentMs >= standstillMs) void this.#notice();
  }

  #moved(beats: number): void {
    this.#beats = beats;
    this.#silentMs = 0;
    const found = this.#found;
    this.#found = undefined;
    if (found) this.#listener.onEnd(found);
  }

  async #notice(): Promise<void> {
    const found: Standstill = { ...this.#requests(), stack: [], ms: Math.round(this.#silentMs) };
    this.#found = found;
    this.#listener.onStandstill(found);
    const waits = new AbortController();
    const late = pause(sampleWaitMs, [], { signal: waits.signal }).catch(() => []);
    const stack = await Promise.race([sampleStack().catch(() => []), late]);
    waits.abort();
    // A profile that began after the end shows something else.
    if (this.#found !== found || stack.length === 0) return;
    found.stack = stack;
    this.#listener.onStack(found);
  }

  #requests(): Pick<Standstill, 'route' | 'inFlight'> {
    const { state, inFlight } = this.#shared;
    const open = this.#routes.flatMap((name, number) =>
      inFlight[number] > 0 ? [[name, inFlight[number]] as const] : [],
    );
    const last = state[begunLast];
    const route = inFlight[last] > 0 ? this.#routes[last] : open.at(-1)?.[0];
    return { route: route ?? unknownRoute, inFlight: Object.fromEntries(open) };
  }
}
