import { type ChildProcess, fork } from 'node:child_process';
import { shareCompileCache } from '../../compile-cache.ts';
import { watchMemory } from '../../processes/memory-watch.ts';
import type { PooledProcess } from '../../processes/pool.ts';
import { DocumentRefused, type ReadDocument, type ReadOrder, type ReadReply } from './messages.ts';

export interface ReaderLimits {
  timeMs: number;
  memoryBytes: number;
}

export interface ReaderProcess extends PooledProcess {
  /** Kills the process when `signal` fires or a limit is passed. @throws DocumentRefused */
  read(order: ReadOrder, signal: AbortSignal): Promise<ReadDocument>;
}

/** The heap is held below the whole, so that the rest stays for what lies outside it. */
export function startReaderProcess(limits: ReaderLimits): ReaderProcess {
  const child = fork(new URL('child.ts', import.meta.url), {
    execPath: process.execPath,
    execArgv: [`--max-old-space-size=${Math.floor((limits.memoryBytes * 0.6) / 2 ** 20)}`],
    // None of our variables: what runs there reads strangers' files.
    env: { TZ: 'UTC', ...shareCompileCache() },
    serialization: 'advanced',
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
  });
  let isAlive = true;
  let processBytes = 0;
  const die = () => {
    isAlive = false;
  };
  child.once('exit', die).on('error', die);
  keepParentFree(child);
  return {
    get isAlive() {
      return isAlive;
    },
    get processBytes() {
      return processBytes;
    },
    async read(order, signal) {
      child.ref();
      child.channel?.ref();
      try {
        const reply = await exchange(child, order, limits, signal);
        processBytes = reply.processBytes;
        return documentOf(reply);
      } finally {
        keepParentFree(child);
      }
    },
    kill: () => {
      isAlive = false;
      child.kill('SIGKILL');
    },
  };
}

/** An idle child keeps the service from ending no longer than a timer would. */
function keepParentFree(child: ChildProcess): void {
  child.unref();
  child.channel?.unref();
}

function exchange(
  child: ChildProcess,
  order: ReadOrder,
  limits: ReaderLimits,
  signal: AbortSignal,
): Promise<ReadReply> {
  return new Promise((resolve, reject) => {
    let end: DocumentRefused | undefined;
    const stop = (reason: DocumentRefused) => {
      end ??= reason;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => stop(tooSlow(limits)), limits.timeMs);
    const memory = watchMemory(child.pid!, limits.memoryBytes, () => stop(tooMuchMemory(limits)));
    const onAbort = () => child.kill('SIGKILL');
    const settle = (act: () => void) => {
      clearTimeout(timer);
      memory.stop();
      signal.removeEventListener('abort', onAbort);
      child.off('message', onReply).off('exit', onExit);
      act();
    };
    const onReply = (reply: unknown) => settle(() => resolve(reply as ReadReply)); // ours alone speaks on this channel
    const onExit = (_code: number | null, killer: NodeJS.Signals | null) =>
      settle(() => {
        if (signal.aborted) reject(signal.reason);
        else if (end ?? killer === 'SIGABRT')
          reject(end ?? tooMuchMemory(limits)); // a full heap aborts
        else reject(new DocumentRefused('broken_file', 'The document made its reader break off.'));
      });
    child.once('message', onReply).once('exit', onExit);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    else child.send(order, (error) => error && child.kill('SIGKILL'));
  });
}

function tooSlow({ timeMs }: ReaderLimits): DocumentRefused {
  return new DocumentRefused('too_slow', `Reading the document takes longer than ${timeMs} ms.`);
}

function tooMuchMemory({ memoryBytes }: ReaderLimits): DocumentRefused {
  return new DocumentRefused('too_much_memory', `Reading the document takes more than ${memoryBytes} bytes of memory.`);
}

function documentOf(reply: ReadReply): ReadDocument {
  if ('document' in reply) return reply.document;
  if ('refused' in reply) throw new DocumentRefused(reply.refused.fault, reply.refused.message);
  throw new Error(reply.broken);
}
