import { createServer } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { BackgroundProcess } from './background.ts';

/** Returns a free port of 127.0.0.1. */
export function findFreePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Polls `isReady` every 20 ms. Returns the seconds it took; throws when the process exits or `seconds` have passed. */
export async function waitUntil(
  { name, hasExited, lastOutput }: BackgroundProcess,
  seconds: number,
  isReady: () => Promise<boolean>,
): Promise<number> {
  const started = performance.now();
  const elapsed = () => (performance.now() - started) / 1000;
  while (!(await isReady())) {
    if (hasExited()) throw new Error(`${name} ended before it was ready:\n${lastOutput()}`);
    if (elapsed() > seconds) throw new Error(`${name} was not ready within ${seconds} s:\n${lastOutput()}`);
    await pause(20);
  }
  return elapsed();
}

/** Returns whether `url` responds, with any status. */
export async function answers(url: string): Promise<boolean> {
  try {
    await (await fetch(url)).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
