import { setTimeout as pause } from 'node:timers/promises';
import type { Line } from '../../../server/test/line.ts';
import { type BackgroundProcess, startBackground } from '../process/background.ts';
import { waitUntil } from '../process/ready.ts';
import { call } from './call.ts';

/** After a node was stopped it may answer late for a moment. */
const recoverMs = 3000;
const startSeconds = 120;

interface MemberStart {
  name: string;
  port: number;
  command: readonly string[];
  workingDirectory: string;
  environment: Readonly<Record<string, string>>;
  /** Its connection to the database. */
  line: Line;
}

/** One node of the installation, which faults befall. */
export class Member {
  readonly name: string;
  readonly base: string;
  readonly line: Line;
  readonly #start: MemberStart;
  #process: BackgroundProcess | undefined;
  #livesSince = Number.POSITIVE_INFINITY;

  constructor(start: MemberStart) {
    this.#start = start;
    this.name = start.name;
    this.line = start.line;
    this.base = `http://127.0.0.1:${start.port}`;
  }

  get pid(): number {
    return this.#process?.pid ?? 0;
  }

  /** Whether the process has run without a stop since `time`, by the clock of `performance`. */
  livesSince(time: number): boolean {
    return this.#livesSince <= time;
  }

  async start(): Promise<void> {
    const { name, command, workingDirectory, environment } = this.#start;
    const started = await startBackground({ name, command, workingDirectory, environment });
    this.#process = started;
    await waitUntil(started, startSeconds, async () => (await call('GET', `${this.base}/health/ready`)).status === 200);
    this.#livesSince = performance.now() + recoverMs;
  }

  async kill(restAfterMs: number): Promise<void> {
    this.#signal('SIGKILL');
    await pause(restAfterMs);
    await this.start();
  }

  /** Ends it in good order. */
  async stop(): Promise<void> {
    this.#livesSince = Number.POSITIVE_INFINITY;
    await this.#process?.stop();
  }

  async suspend(milliseconds: number): Promise<void> {
    this.#signal('SIGSTOP');
    await pause(milliseconds);
    process.kill(-this.pid, 'SIGCONT');
    this.#livesSince = performance.now() + recoverMs;
  }

  get lastOutput(): string {
    return this.#process?.lastOutput() ?? '';
  }

  #signal(signal: NodeJS.Signals): void {
    this.#livesSince = Number.POSITIVE_INFINITY;
    process.kill(-this.pid, signal);
  }
}
