import { type ChildProcess, fork } from 'node:child_process';
import { shareCompileCache } from '../../../compile-cache.ts';
import { ServiceError } from '../../../errors.ts';
import type { PooledProcess } from '../../../processes/pool.ts';
import type { GuardOrder, GuardReply } from './messages.ts';

export interface GuardProcess extends PooledProcess {
  /** @throws ServiceError `query_refused`, `query_failed`, also when the process breaks off or takes too long */
  judge(order: GuardOrder, signal: AbortSignal): Promise<void>;
}

const longestMs = 5000;

export function startGuardProcess(): GuardProcess {
  const child = fork(new URL('child.ts', import.meta.url), {
    execPath: process.execPath,
    // The parser is compiled simply: to optimise it takes half a gigabyte and gains nothing here.
    execArgv: ['--max-old-space-size=128', '--liftoff-only'],
    // None of our variables: what is read there are strangers' texts.
    env: { TZ: 'UTC', ...shareCompileCache() },
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
    async judge(order, signal) {
      child.ref();
      child.channel?.ref();
      try {
        const reply = await exchange(child, order, signal);
        processBytes = reply.processBytes;
        if (reply.refusal) throw new ServiceError(reply.refusal.code, reply.refusal.message);
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
