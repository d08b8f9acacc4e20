import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it, vi } from 'vitest';
import { freePort } from '../../../test/free-port.ts';
import { startLoopback } from '../../../test/loopback.ts';
import { Metrics } from '../telemetry/metrics.ts';
import { Watchdog } from './watchdog.ts';

let close = async () => {};
afterEach(() => close());

/** Opens a watchdog of this thread. */
function watch(health?: { host: string; port: number }) {
  const metrics = new Metrics();
  const onError = vi.fn();
  const watchdog = new Watchdog({ metrics, version: '1.2.3', health, onError });
  close = () => watchdog.close();
  return { watchdog, metrics, onError };
}

/** Long enough for a busy machine to begin a profile meanwhile. */
function holdThread(): void {
  const until = performance.now() + 3000;
  while (performance.now() < until);
}

it('counts a standstill with the route that was begun last and the function that held the thread', async () => {
  const { watchdog, metrics } = watch();
  const [waits, holds] = [watchdog.numberOf('GET /waits'), watchdog.numberOf('POST /holds')];
  watchdog.begin(waits);
  const holdAndPrint = () => {
    watchdog.begin(holds);
    holdThread();
    watchdog.end(holds);
    return metrics.print();
  };
  // A function that has run often may be compiled into the one that calls it, and has no name of its own then.
  const found = /sibyl_standstills_total\{route="POST \/holds",function="hold(?:Thread|AndPrint)"\}/;
  await expect.poll(holdAndPrint, { interval: 300, timeout: 300_000 }).toMatch(found);
  expect(await metrics.print()).toMatch(/sibyl_standstill_seconds_bucket\{le="1800",route="POST \/holds"\} [1-9]/);
});

it('says that the port for the health is taken, and goes on', async () => {
  const taken = await startLoopback((_request, response) => response.end());
  const { watchdog, onError } = watch({ host: '127.0.0.1', port: Number(new URL(taken.url).port) });
  watchdog.announce(taken.url);
  await expect
    .poll(() => onError.mock.calls.flat())
    .toMatchObject([{ message: expect.stringContaining('EADDRINUSE') }]);
  await taken.stop();
});

it('passes on what the main thread says, and nothing else of it', async () => {
  const main = await startLoopback((request, response) => response.writeHead(503).end(`{"asked":"${request.path}"}`));
  const port = await freePort();
  const { watchdog } = watch({ host: '127.0.0.1', port });
  watchdog.announce(main.url);
  const ask = (path: string) => fetch(`http://127.0.0.1:${port}${path}`).catch(() => undefined);
  await expect.poll(async () => (await ask('/health/ready'))?.status).toBe(503);
  expect(await (await ask('/health/ready'))!.json()).toEqual({ asked: '/health/ready' });
  expect((await ask('/api/projects'))!.status).toBe(404);
  await main.stop();
});

it('says who is held, and answers for the thread that holds them, while it does', { tags: 'long' }, async () => {
  const port = await freePort();
  const program = fileURLToPath(new URL('../../../test/hold-thread.ts', import.meta.url));
  const held = spawn(process.execPath, [program, String(port)], { stdio: ['ignore', 'ignore', 'pipe'] });
  let log = '';
  held.stderr.on('data', (chunk) => {
    log += chunk;
  });
  const ready = () => fetch(`http://127.0.0.1:${port}/health/ready`).catch(() => undefined);
  await expect
    .poll(async () => (await ready())?.json(), { timeout: 20_000 })
    .toMatchObject({ status: 'standing_still' });
  expect(held.exitCode).toBeNull();
  await once(held, 'exit');
  const lines = log
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(lines).toMatchObject([
    { msg: 'the main thread stands still: everybody waits', route: 'POST /holds', in_flight: { 'POST /holds': 1 } },
    { msg: 'what holds the main thread', route: 'POST /holds', function: expect.stringMatching(/^holdForLong/) },
    { msg: 'the main thread goes on', route: 'POST /holds', function: expect.stringMatching(/^holdForLong/) },
  ]);
});
