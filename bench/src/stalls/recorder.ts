/**
 * Loaded into the service by `--import`: measures how long single turns of its main thread take, and answers on a local
 * port. A turn is counted in processor time of the thread, so that a busy machine does not look like a standstill.
 */
import { createServer } from 'node:net';
import { isMainThread } from 'node:worker_threads';

/** What the main thread did since the last question, in ms. */
export interface Reading {
  /** Processor time of its longest turn. */
  held: number;
  /** Longest delay of its event loop by the clock. */
  delayed: number;
  /** Processor time of all its turns. */
  total: number;
}

const beatMs = 5;
const port = Number(process.env.BENCH_RECORDER_PORT);
delete process.env.BENCH_RECORDER_PORT; // the service's own processes load this file too, and record nothing

function processorMs(): number {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1000;
}

if (isMainThread && port > 0) {
  let last = { processor: processorMs(), clock: performance.now() };
  let began = last.processor;
  let [held, delayed] = [0, 0];
  const beat = () => {
    const now = { processor: processorMs(), clock: performance.now() };
    held = Math.max(held, now.processor - last.processor);
    delayed = Math.max(delayed, now.clock - last.clock - beatMs);
    last = now;
  };
  setInterval(beat, beatMs).unref();
  // Looks itself first: the turn that held everybody may have ended just before this one.
  const take = (): Reading => {
    beat();
    const reading = { held, delayed, total: last.processor - began };
    [held, delayed] = [0, 0];
    began = last.processor;
    return reading;
  };
  const server = createServer((socket) => {
    socket.on('error', () => socket.destroy());
    socket.on('data', () => socket.write(`${JSON.stringify(take())}\n`));
  });
  server.listen(port, '127.0.0.1').unref();
}
