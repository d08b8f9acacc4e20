import { expect, it } from 'vitest';
import { startBackground } from '../process/background.ts';
import { findFreePort, waitUntil } from '../process/ready.ts';
import { Meter } from './meter.ts';

const recorder = new URL('./recorder.ts', import.meta.url).href;

/** Starts a process that does this every 200 ms, and returns what is recorded of its main thread. */
async function record(work: string) {
  const port = await findFreePort();
  const background = await startBackground({
    name: 'a process with the recorder',
    command: [process.execPath, '--import', recorder, '-e', `setInterval(() => { ${work} }, 200)`],
    environment: { BENCH_RECORDER_PORT: String(port) },
  });
  let meter: Meter | undefined;
  await waitUntil(background, 60, async () => {
    meter = await Meter.open(port).catch(() => undefined);
    return meter !== undefined;
  });
  let [held, delayed] = [0, 0];
  await waitUntil(background, 60, async () => {
    const reading = await meter!.take(30_000);
    [held, delayed] = [Math.max(held, reading.held), Math.max(delayed, reading.delayed)];
    return delayed > 100;
  });
  meter?.close();
  await background.stop();
  return { held, delayed };
}

it('counts a turn that computes', async () => {
  const compute = 'const until = process.cpuUsage().user + 120_000; while (process.cpuUsage().user < until);';
  expect((await record(compute)).held).toBeGreaterThan(80);
});

it('does not count a turn that only waits, as on a busy machine', async () => {
  const wait = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 300)';
  expect((await record(wait)).held).toBeLessThan(80);
});
