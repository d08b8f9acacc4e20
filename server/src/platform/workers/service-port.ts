import { flushCompileCache } from 'node:module';
import { type MessagePort, parentPort, receiveMessageOnPort } from 'node:worker_threads';
import type { FromWorker, ToWorker } from './messages.ts';
import { findOwnThread } from './priority.ts';

/** The worker's side of its connection with the service. */
export interface ServicePort {
  /** Resolves when the message was sent: a sender that computes on without a break would hold it back. */
  send(message: FromWorker, moved?: readonly ArrayBuffer[]): Promise<void>;
  onMessage(listener: (message: ToWorker) => void): void;
  /** Returns a message that arrived during computation; a process cannot check. */
  poll(): ToWorker | undefined;
  heldBytes(): number;
  /** The system's number of this thread; undefined in a process. */
  readonly thread: number | undefined;
}

export function openServicePort(): ServicePort {
  return parentPort ? threadPort(parentPort) : processPort();
}

function threadPort(port: MessagePort): ServicePort {
  return {
    thread: findOwnThread(),
    send: async (message, moved) => port.postMessage(message, moved),
    onMessage: (listener) => port.on('message', listener),
    poll: () => receiveMessageOnPort(port)?.message,
    heldBytes: () => 0,
  };
}

function processPort(): ServicePort {
  process.on('disconnect', () => process.exit()); // the service is gone, so nobody waits
  setImmediate(flushCompileCache); // this process may be killed instead of exiting
  return {
    thread: undefined,
    send: (message) => new Promise((resolve) => process.send?.(message, () => resolve())),
    onMessage: (listener) => process.on('message', listener),
    poll: () => undefined,
    heldBytes: () => process.memoryUsage.rss(),
  };
}
