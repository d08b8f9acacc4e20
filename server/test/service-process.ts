/** The service as users start it: a separate process, used by URL only, ended as a test requires. */
import { type ChildProcess, spawn } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Answer, readAnswer } from './answer.ts';

const main = join(import.meta.dirname, '../start.js');

export interface Exit {
  code: number | null;
  signal: NodeJS.Signals | null;
}

export interface ServiceProcess {
  pid: number;
  /** Resolves with the address of the banner; rejects with the output when the process ends earlier. */
  url: Promise<string>;
  ended: Promise<Exit>;
  /** All output so far. */
  output: { out: string; error: string };
  call(method: string, path: string, body?: unknown, headers?: Record<string, string>): Promise<Answer>;
  /** Sends the signal and waits for the end of the process. */
  end(signal: NodeJS.Signals): Promise<Exit>;
  /** IDs of its children and their children. */
  descendants(): number[];
}

/** Makes a folder that is deleted after the test. */
export function makeDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'sibyl-process-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true, maxRetries: 20 }));
  return directory;
}

/**
 * Starts the service on a free port, without the sample and with few log lines; it is killed after the test.
 * @param limits `descriptors`: files and connections that the process may have open
 */
export function startProcess(
  directory: string,
  settings: Record<string, string> = {},
  limits: { descriptors?: number } = {},
): ServiceProcess {
  const quiet = { SIBYL_DATA_DIR: directory, SIBYL_PORT: '0', SIBYL_SAMPLE: '0', SIBYL_LOG_LEVEL: 'warn' };
  const environment = Object.entries(process.env).filter(([name]) => !name.startsWith('SIBYL_'));
  const command = [process.execPath, '--max-semi-space-size=4', main];
  const { descriptors } = limits;
  const limited = descriptors ? ['sh', '-c', `ulimit -n ${descriptors} && exec "$@"`, 'sh', ...command] : command;
  const child = spawn(limited[0], limited.slice(1), {
    env: { ...Object.fromEntries(environment), ...quiet, ...settings },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  return watchProcess(child);
}

function watchProcess(child: ChildProcess): ServiceProcess {
  const output = { out: '', error: '' };
  const banner = Promise.withResolvers<string>();
  banner.promise.catch(() => {}); // a test may need only the end
  child.stdout?.on('data', (text) => {
    output.out += text;
    const address = /listens on (http:\S+)/.exec(output.out)?.[1];
    if (address && output.out.includes('curl ')) banner.resolve(address);
  });
  child.stderr?.on('data', (text) => {
    output.error += text;
  });
  const ended = new Promise<Exit>((resolve) => child.once('close', (code, signal) => resolve({ code, signal })));
  ended.then(() => banner.reject(new Error(`the service ended: ${output.out}${output.error}`)));
  return {
    pid: child.pid!,
    url: banner.promise,
    ended,
    output,
    async call(method, path, body, headers) {
      const raw = body === undefined || typeof body === 'string' || body instanceof Uint8Array;
      const response = await fetch((await banner.promise) + path, {
        method,
        body: raw ? (body as string | Uint8Array<ArrayBuffer> | undefined) : JSON.stringify(body),
        headers: { ...(raw ? {} : { 'content-type': 'application/json' }), ...headers },
      }).catch((error) => {
        const { exitCode, signalCode } = child;
        const ended = exitCode ?? signalCode;
        throw ended === null ? error : new Error(`the service ended (${ended}): ${output.error}`, { cause: error });
      });
      return readAnswer(response);
    },
    end(signal) {
      child.kill(signal);
      return ended;
    },
    descendants: () => descendantsOf(child.pid!),
  };
}

function descendantsOf(pid: number): number[] {
  const children = globSync(`/proc/${pid}/task/*/children`).flatMap((path) => readUnlessGone(path).split(' '));
  return children.filter(Boolean).flatMap((child) => [Number(child), ...descendantsOf(Number(child))]);
}

function readUnlessGone(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch {
    return '';
  }
}

/** Retries until `check` no longer throws; after 300 s it fails with the last error. */
export async function eventually<Result>(check: () => Result | Promise<Result>): Promise<Result> {
  const deadline = Date.now() + 300_000;
  for (;;) {
    try {
      return await check();
    } catch (error) {
      if (Date.now() > deadline) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}
