import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { afterEach, expect, it } from 'vitest';
import { type LoopbackServer, startLoopback } from '../../../test/loopback.ts';
import { answerHealth } from './answer-health.ts';

const closing: (() => unknown)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0)) await close();
});

/** @param main what stands for the main thread; undefined before it listens */
async function ready(main: LoopbackServer | undefined, silentMs: () => number) {
  if (main) closing.push(() => main.stop());
  const server = answerHealth({ version: '1.2.3', silentMs, address: () => main?.url }).listen(0, '127.0.0.1');
  closing.push(() => server.close());
  await once(server, 'listening');
  const response = await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}/health/ready`);
  return { status: response.status, body: await response.json() };
}

it('answers 503 for a main thread that does not answer and is silent for ten seconds', async () => {
  const began = performance.now();
  const silent = await startLoopback(() => {});
  // Asked shortly before: it is waited for until then.
  const answer = await ready(silent, () => 9500 + performance.now() - began);
  expect(answer).toEqual({ status: 503, body: { status: 'standing_still', version: '1.2.3' } });
});

it('answers 503 before the service listens', async () => {
  expect(await ready(undefined, () => 0)).toMatchObject({ status: 503, body: { status: 'starting' } });
});

it('answers what the main thread answers while it does', async () => {
  const main = await startLoopback((_request, response) => response.end('{"status":"ok"}'));
  expect(await ready(main, () => 0)).toEqual({ status: 200, body: { status: 'ok' } });
});

it('answers 503 for a main thread whose connections break', async () => {
  const broken = await startLoopback((_request, response) => response.destroy());
  expect((await ready(broken, () => 0)).status).toBe(503);
});
