import { findFreePort } from '../process/ready.ts';
import { type Sibyl, startSibyl } from '../service/sibyl.ts';
import { Meter } from './meter.ts';

const recorder = new URL('./recorder.ts', import.meta.url).href;
const environment = {
  SIBYL_SAMPLE: '0',
  SIBYL_TRAININGS_QUEUED: '4',
  SIBYL_LOG_LEVEL: 'error',
  SIBYL_OUTGOING_ALLOWED: '127.0.0.1',
};

/** The service with the recorder in it. */
export class WatchedService {
  readonly #dataDirectory: string;
  #sibyl: Sibyl | undefined;
  #meter: Meter | undefined;

  constructor(dataDirectory: string) {
    this.#dataDirectory = dataDirectory;
  }

  get base(): string {
    if (!this.#sibyl) throw new Error('The service was not started');
    return this.#sibyl.base;
  }

  get meter(): Meter {
    if (!this.#meter) throw new Error('The service was not started');
    return this.#meter;
  }

  async start(): Promise<void> {
    const port = await findFreePort();
    this.#sibyl = await startSibyl({
      dataDirectory: this.#dataDirectory,
      environment: { ...environment, BENCH_RECORDER_PORT: String(port) },
      wrap: ([node, ...rest]) => [node, '--import', recorder, ...rest],
    });
    this.#meter = await Meter.open(port);
  }

  /** Ends a service that may not listen to signals any more, and starts it on the same folder. */
  async restart(): Promise<void> {
    this.#meter?.close();
    await this.#sibyl?.process.stop();
    await this.start();
  }

  get hasExited(): boolean {
    return this.#sibyl?.process.hasExited() ?? true;
  }
}
