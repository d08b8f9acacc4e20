import { fork } from 'node:child_process';
import { shareCompileCache } from '../../compile-cache.ts';
import type { FromWorker } from './messages.ts';
import { heapBytesOf, type WorkerKind } from './worker-kind.ts';
import type { WorkerListener, WorkerPort } from './worker-port.ts';

/** Starts a child process for untrusted texts and files, without our environment variables. */
export function startProcess(
  handler: URL,
  kind: WorkerKind,
  memoryBytes: number,
  { onMessage, onEnd }: WorkerListener,
): WorkerPort {
  const output = kind.isHeard ? 2 : 'ignore';
  const child = fork(handler, {
    execPath: process.execPath,
    execArgv: [`--max-old-space-size=${Math.ceil(heapBytesOf(kind, memoryBytes) / 2 ** 20)}`, ...(kind.flags ?? [])],
    env: { TZ: 'UTC', ...inherit(kind.inherits), ...kind.environment, ...shareCompileCache() },
    serialization: kind.serialization ?? 'json',
    stdio: ['ignore', output, output, 'ipc'],
  });
  const kill = () => child.kill('SIGKILL');
  child.on('message', (message) => onMessage(message as FromWorker)); // only our own code sends messages
  child.once('exit', (code, by) => onEnd(by === 'SIGABRT' ? 'memory' : 'broken', by ?? code)); // Node aborts on a full heap
  child.on('error', (error) => child.pid === undefined && onEnd('broken', error));
  return {
    pid: child.pid,
    send: (message) => child.send(message, (error) => error && kill()),
    hold() {
      child.ref();
      child.channel?.ref();
    },
    release() {
      child.unref();
      child.channel?.unref();
    },
    kill,
  };
}

function inherit(names: readonly string[] = []): Record<string, string> {
  return Object.fromEntries(
    names.flatMap((name) => (process.env[name] === undefined ? [] : [[name, process.env[name]]])),
  );
}
