import { Worker } from 'node:worker_threads';
import { shareCompileCache } from '../../compile-cache.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import {
  beat,
  begunLast,
  type FromWatcher,
  makeShared,
  mostRoutes,
  type ToWatcher,
  unknownRoute,
  type WatcherStart,
} from './shared.ts';

const beatEveryMs = 50;
/** A thread takes nine megabytes, which a service at rest should not. */
const restAfterMs = 30_000;
/** Names of functions are those of our code; a bound all the same, because each is a series. */
const mostFunctions = 100;

interface WatchdogOptions extends Pick<WatcherStart, 'version' | 'health'> {
  metrics: Pick<Metrics, 'standstills' | 'standstillSeconds'>;
  onError: (error: Error) => void;
}

/**
 * Watches the main thread from a thread beside it, which says what holds everybody while it does. The thread runs
 * while requests come, and always where it answers for the main thread.
 */
export class Watchdog {
  readonly #options: WatchdogOptions;
  readonly #shared = makeShared();
  readonly #routes = [unknownRoute];
  readonly #numbers = new Map<string, number>();
  readonly #functions = new Set<string>();
  #thread: Worker | undefined;
  #timer: NodeJS.Timeout | undefined;
  #address: string | undefined;
  #begun = 0;
  #seen = 0;
  #quietMs = 0;
  #isClosed = false;

  constructor(options: WatchdogOptions) {
    this.#options = options;
  }

  /** Returns the number of a route, which begins and ends its requests. */
  numberOf(route: string): number {
    const known = this.#numbers.get(route);
    if (known !== undefined) return known;
    const number = this.#routes.length < mostRoutes ? this.#routes.push(route) - 1 : 0;
    this.#numbers.set(route, number);
    if (number > 0) this.#tell({ route });
    return number;
  }

  /** On the path of every request: plain numbers only. */
  begin(number: number): void {
    this.#shared.inFlight[number] += 1;
    this.#shared.state[begunLast] = number;
    this.#begun += 1;
    if (this.#timer === undefined) this.#wake();
  }

  end(number: number): void {
    this.#shared.inFlight[number] -= 1;
  }

  /** Must be called once the service listens. */
  announce(address: string): void {
    this.#address = address;
    if (this.#options.health !== undefined && this.#timer === undefined) this.#wake();
    this.#tell({ address });
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#rest();
  }

  #wake(): void {
    if (this.#isClosed) return;
    this.#quietMs = 0;
    this.#timer = setInterval(() => this.#beat(), beatEveryMs).unref();
    const { version, health } = this.#options;
    const start: WatcherStart = { shared: this.#shared, routes: this.#routes, version, health };
    const file = new URL('./thread.ts', import.meta.url);
    const resourceLimits = { maxYoungGenerationSizeMb: 1 };
    const thread = new Worker(file, { workerData: start, env: shareCompileCache(), resourceLimits });
    thread.on('message', (message: FromWatcher) => this.#take(message));
    thread.on('error', (error) => this.#options.onError(error instanceof Error ? error : new Error(String(error))));
    thread.unref();
    this.#thread = thread;
    if (this.#address !== undefined) this.#tell({ address: this.#address });
  }

  #beat(): void {
    this.#shared.state[beat] += 1;
    this.#quietMs = this.#begun === this.#seen ? this.#quietMs + beatEveryMs : 0;
    this.#seen = this.#begun;
    if (this.#quietMs >= restAfterMs && this.#options.health === undefined) void this.#rest();
  }

  async #rest(): Promise<void> {
    clearInterval(this.#timer);
    this.#timer = undefined;
    const thread = this.#thread;
    this.#thread = undefined;
    await thread?.terminate();
  }

  #tell(message: ToWatcher): void {
    this.#thread?.postMessage(message);
  }

  #take(message: FromWatcher): void {
    if ('failure' in message) {
      this.#options.onError(message.failure);
      return;
    }
    const { route, where, seconds } = message;
    if (this.#functions.size < mostFunctions) this.#functions.add(where);
    const name = this.#functions.has(where) ? where : 'other';
    this.#options.metrics.standstills.inc({ route, function: name });
    this.#options.metrics.standstillSeconds.observe({ route }, seconds);
  }
}
