import type { ChildProcess, Serializable } from 'node:child_process';
import { watchMemory } from './memory-watch.ts';

export interface ExchangeLimits {
  /** From here on: none of it was spent on waiting. No limit when absent. */
  timeMs?: number;
  /** Of the whole process, resident. */
  memoryBytes: number;
}

/** Why a process gave no reply: it was ended for a limit, or it ended by itself. */
export type ExchangeEnd = 'time' | 'memory' | 'broken';

export class ExchangeEnded extends Error {
  readonly end: ExchangeEnd;

  constructor(end: ExchangeEnd, by: NodeJS.Signals | number | null) {
    super(`the process gave no reply: ${end}${by === null ? '' : ` (${by})`}`);
    this.end = end;
  }
}

interface ExchangeOptions {
  signal: AbortSignal;
  /** Asks the process to end its work without ending itself; when it does not, it is killed. */
  interrupt?: Serializable;
  /** Takes messages that come before the reply; true for each that it took. */
  isProgress?(message: Serializable): boolean;
}

/** How long an interrupted process may take to reply before it is killed. */
const graceMs = 300;

/**
 * Sends an order and waits for its one reply. Stops the process when the signal fires or a limit is passed.
 * @throws ExchangeEnded, or the signal's reason
 */
export function exchangeOnce<Reply>(
  child: ChildProcess,
  order: Serializable,
  { timeMs, memoryBytes }: ExchangeLimits,
  { signal, interrupt, isProgress }: ExchangeOptions,
): Promise<Reply> {
  return new Promise((resolve, reject) => {
    let end: ExchangeEnd | undefined;
    let killer: NodeJS.Timeout | undefined;
    const kill = () => child.kill('SIGKILL');
    const stop = () => {
      if (interrupt !== undefined) child.send(interrupt, () => {});
      killer ??= setTimeout(kill, interrupt === undefined ? 0 : graceMs);
    };
    const timer = timeMs === undefined ? undefined : setTimeout(endFor, timeMs, 'time', stop);
    const memory = watchMemory(child.pid ?? 0, memoryBytes, () => endFor('memory', kill));
    function endFor(why: ExchangeEnd, act: () => void): void {
      end ??= why;
      act();
    }
    const settle = (act: () => void) => {
      clearTimeout(timer);
      clearTimeout(killer);
      memory.stop();
      signal.removeEventListener('abort', stop);
      child.off('message', onReply).off('exit', onExit);
      if (signal.aborted) reject(signal.reason);
      else act();
    };
    const onReply = (reply: Serializable) => {
      if (isProgress?.(reply)) return;
      settle(() => (end ? reject(new ExchangeEnded(end, null)) : resolve(reply as Reply))); // ours alone speaks here
    };
    const onExit = (code: number | null, by: NodeJS.Signals | null) => {
      const byItself = by === 'SIGABRT' ? 'memory' : 'broken'; // a full heap aborts
      settle(() => reject(new ExchangeEnded(end ?? byItself, by ?? code)));
    };
    child.on('message', onReply).once('exit', onExit);
    signal.addEventListener('abort', stop);
    if (signal.aborted) settle(() => {});
    else child.send(order, (error) => error && kill());
  });
}
