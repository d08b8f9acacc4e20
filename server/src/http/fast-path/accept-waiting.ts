import type { Server } from 'node:http';
import { setImmediate as nextTurn } from 'node:timers/promises';

const longestMs = 250;

/**
 * Accepts the connections that wait for it before the server stops to listen: the system would reset them, though their
 * requests may have arrived. Each turn of the event loop accepts but one.
 */
export function acceptWaiting(server: Server): void {
  const { close } = server;
  server.close = (done) => {
    acceptAll(server).then(() => close.call(server, done));
    return server;
  };
}

async function acceptAll(server: Server): Promise<void> {
  const until = performance.now() + longestMs;
  let hasCome = true;
  const note = () => {
    hasCome = true;
  };
  server.on('connection', note);
  while (hasCome && performance.now() < until) {
    hasCome = false;
    await nextTurn();
    await nextTurn();
  }
  server.off('connection', note);
}
