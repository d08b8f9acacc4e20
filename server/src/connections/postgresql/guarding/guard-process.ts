import type { ChildProcess } from 'node:child_process';
import { ServiceError } from '../../../errors.ts';
import { startChildProcess } from '../../../processes/child-process.ts';
import type { PooledProcess } from '../../../processes/pool.ts';
import type { GuardOrder, GuardReply } from './messages.ts';

export interface GuardProcess extends PooledProcess {
  /** @throws ServiceError `query_refused`, `query_failed`, also when the process breaks off or takes too long */
  judge(order: GuardOrder, signal: AbortSignal): Promise<void>;
}

const longestMs = 5000;

export function startGuardProcess(): GuardProcess {
  // The parser is compiled simply: to optimise it takes half a gigabyte and gains nothing here.
  const execArgv = ['--max-old-space-size=128', '--liftoff-only'];
  const guard = startChildProcess<GuardReply>(new URL('child.ts', import.meta.url), { execArgv });
  return Object.assign(guard, {
    async judge(order: GuardOrder, signal: AbortSignal) {
      const { refusal } = await guard.ask((child) => exchange(child, order, signal));
      if (refusal) throw new ServiceError(refusal.code, refusal.message);
    },
  });
}

function exchange(child: ChildProcess, order: GuardOrder, signal: AbortSignal): Promise<GuardReply> {
  return new Promise((resolve, reject) => {
    const kill = () => child.kill('SIGKILL');
    const timer = setTimeout(kill, longestMs);
    const settle = (act: () => void) => {
      clearTimeout(timer);
      signal.removeEventListener('abort', kill);
      child.off('message', onReply).off('exit', onExit);
      act();
    };
    const onReply = (reply: unknown) => settle(() => resolve(reply as GuardReply)); // ours alone speaks on this channel
    const onExit = () =>
      settle(() => reject(signal.aborted ? signal.reason : new ServiceError('query_refused', unreadable)));
    child.once('message', onReply).once('exit', onExit);
    signal.addEventListener('abort', kill);
    if (signal.aborted) kill();
    else child.send(order, (error) => error && kill());
  });
}

const unreadable = 'The query is too much for the parser; write it more simply.';
