import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { shareCompileCache } from '../compile-cache.ts';
import type { PooledProcess } from './pool.ts';

type ChildOptions = Pick<ForkOptions, 'execArgv' | 'serialization' | 'stdio'>;

/** Every reply says how much its process holds. */
interface Reply {
  processBytes: number;
}

/** A child process for strangers' texts and files: none of our variables, and no hold on the service while it idles. */
export interface ExchangingProcess<Answer extends Reply> extends PooledProcess {
  /** Holds the service until `exchange` is over, whatever comes of it. */
  ask(exchange: (child: ChildProcess) => Promise<Answer>): Promise<Answer>;
}

export function startChildProcess<Answer extends Reply>(
  program: URL,
  options: ChildOptions,
): ExchangingProcess<Answer> {
  const child = fork(program, {
    execPath: process.execPath,
    env: { TZ: 'UTC', ...shareCompileCache() },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    ...options,
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
    async ask(exchange) {
      child.ref();
      child.channel?.ref();
      try {
        const reply = await exchange(child);
        processBytes = reply.processBytes;
        return reply;
      } finally {
        keepParentFree(child);
      }
    },
    kill() {
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
