import type { ChildProcess } from 'node:child_process';
import { startChildProcess } from '../../processes/child-process.ts';
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
  const reader = startChildProcess<ReadReply>(new URL('child.ts', import.meta.url), {
    execArgv: [`--max-old-space-size=${Math.floor((limits.memoryBytes * 0.6) / 2 ** 20)}`],
    serialization: 'advanced',
  });
  return Object.assign(reader, {
    read: async (order: ReadOrder, signal: AbortSignal) =>
      documentOf(await reader.ask((child) => exchange(child, order, limits, signal))),
  });
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
