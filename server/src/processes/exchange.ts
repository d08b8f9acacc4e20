import type { ChildProcess, Serializable } from 'node:child_process';
import { watchMemory } from './memory-watch.ts';

export interface ExchangeLimits {
  timeMs: number;
  memoryBytes: number;
}

/** Why a process gave no reply: it was ended for a limit, or it ended by itself. */
export type ExchangeEnd = 'time' | 'memory' | 'broken';

export class ExchangeEnded extends Error {
  readonly end: ExchangeEnd;

  constructor(end: ExchangeEnd) {
    super(`the process gave no reply: ${end}`);
    this.end = end;
  }
}

/**
 * Sends an order and waits for its one reply. Kills the process when `signal` fires or a limit is passed.
 * @throws ExchangeEnded, or the signal's reason
 */
export function exchangeOnce<Reply>(
  child: ChildProcess,
  order: Serializable,
  { timeMs, memoryBytes }: ExchangeLimits,
  signal: AbortSignal,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    let end: ExchangeEnd | undefined;
    const stop = (why: ExchangeEnd) => {
      end ??= why;
      child.kill('SIGKILL');
    };
    const timer = setTimeout(() => stop('time'), timeMs);
    const memory = watchMemory(child.pid!, memoryBytes, () => stop('memory'));
    const onAbort = () => child.kill('SIGKILL');
    const settle = (act: () => void) => {
      clearTimeout(timer);
      memory.stop();
      signal.removeEventListener('abort', onAbort);
      child.off('message', onReply).off('exit', onExit);
      act();
    };
    const onReply = (reply: unknown) => settle(() => resolve(reply as Reply)); // ours alone speaks on this channel
    const onExit = (_code: number | null, killer: NodeJS.Signals | null) => {
      const byItself = killer === 'SIGABRT' ? 'memory' : 'broken'; // a full heap aborts
      settle(() => reject(signal.aborted ? signal.reason : new ExchangeEnded(end ?? byItself)));
    };
    child.once('message', onReply).once('exit', onExit);
    signal.addEventListener('abort', onAbort);
    if (signal.aborted) onAbort();
    else child.send(order, (error) => error && child.kill('SIGKILL'));
  });
}
