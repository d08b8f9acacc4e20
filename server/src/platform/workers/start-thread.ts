import { Worker as Thread } from 'node:worker_threads';
import { shareCompileCache } from '../../compile-cache.ts';
import { heapBytesOf, type WorkerKind } from './worker-kind.ts';
import type { WorkerListener, WorkerPort } from './worker-port.ts';

/** Starts a thread for large but trusted work. When its heap is full the task fails, not the service. */
export function startThread(
  handler: URL,
  kind: WorkerKind,
  memoryBytes: number,
  { onMessage, onEnd }: WorkerListener,
): WorkerPort {
  const resourceLimits = { maxOldGenerationSizeMb: Math.ceil(heapBytesOf(kind, memoryBytes) / 2 ** 20) };
  const thread = new Thread(handler, { resourceLimits, env: shareCompileCache() });
  let failure: unknown;
  thread.on('message', onMessage);
  thread.on('error', (error) => {
    failure = error;
  });
  thread.once('exit', (code) => onEnd(isOutOfMemory(failure) ? 'memory' : 'broken', failure ?? code));
  return {
    pid: undefined,
    send: (message, moved) => thread.postMessage(message, moved),
    hold: () => thread.ref(),
    release: () => thread.unref(),
    kill: () => thread.terminate(),
  };
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
