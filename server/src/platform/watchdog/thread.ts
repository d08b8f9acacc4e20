/** Watches the main thread, logs what holds it while it does, and answers `/health/ready` for it. */
import { writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { parentPort, workerData } from 'node:worker_threads';
import { answerHealth } from './answer-health.ts';
import type { FromWatcher, ToWatcher, WatcherStart } from './shared.ts';
import { Watcher } from './watcher.ts';

if (!parentPort) throw new Error('thread.ts runs as a worker thread only');
const port = parentPort;
const { shared, routes, version, health } = workerData as WatcherStart;
const errorLevel = 50;
let address: string | undefined;

const tell = (message: FromWatcher) => port.postMessage(message);

/** The log of the service goes through the thread that stands still. */
function log(fields: object, msg: string): void {
  const line = { level: errorLevel, time: Date.now(), pid: process.pid, hostname: hostname(), ...fields, msg };
  try {
    writeSync(2, `${JSON.stringify(line)}\n`);
  } catch {} // a full pipe must not end the watcher
}

const watcher = new Watcher(shared, routes, {
  onStandstill: ({ route, inFlight, ms }) =>
    log({ route, in_flight: inFlight, ms }, 'the main thread stands still: everybody waits'),
  onStack: ({ route, stack, ms }) => log({ route, function: stack[0], stack, ms }, 'what holds the main thread'),
  onEnd: ({ route, stack, ms }) => {
    log({ route, function: stack[0] ?? 'unknown', ms }, 'the main thread goes on');
    tell({ route, where: stack[0]?.split(' ')[0] ?? 'unknown', seconds: ms / 1000 });
  },
});

port.on('message', (message: ToWatcher) => {
  if ('address' in message) address = message.address;
  else routes.push(message.route);
});

if (health) {
  const server = answerHealth({ version, silentMs: () => watcher.silentMs, address: () => address });
  server.on('error', (failure) => tell({ failure }));
  server.listen(health.port, health.host);
}
