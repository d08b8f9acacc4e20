import { type ChildProcess, type ForkOptions, fork } from 'node:child_process';
import { shareCompileCache } from '../../compile-cache.ts';
import { ExchangeEnded } from './exchange.ts';
import type { PooledProcess } from './pool.ts';
import { yieldProcessor } from './priority.ts';

interface ChildOptions extends Pick<ForkOptions, 'execArgv' | 'serialization' | 'stdio'> {
  /** Started for work that takes long: at a lower priority from the first. */
  isForLongWork: boolean;
}

/** The first message of a program says that it is ready. Every reply says how much its process holds. */
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
  { isForLongWork, ...options }: ChildOptions,
): ExchangingProcess<Answer> {
  const child = fork(program, {
    execPath: process.execPath,
    env: { TZ: 'UTC', ...shareCompileCache() },
    stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
    ...options,
  });
  let isAlive = true;
  let processBytes = 0;
  const started = Promise.withResolvers<void>();
  const die = () => {
    isAlive = false;
    started.resolve();
  };
  child
    .once('message', () => started.resolve())
    .once('exit', die)
    .on('error', die);
  const priority = yieldProcessor(child.pid, isForLongWork);
  keepParentFree(child);
  return {
    get isAlive() {
      return isAlive;
    },
    get isLow() {
      return priority.isLow;
    },
    get processBytes() {
      return processBytes;
    },
    async ask(exchange) {
      child.ref();
      child.channel?.ref();
      await started.promise; // on a busy machine this takes seconds, which are no part of the work
      const work = priority.begin();
      try {
        if (!isAlive) throw new ExchangeEnded('broken', null);
        const reply = await exchange(child);
        processBytes = reply.processBytes;
        return reply;
      } finally {
        work.end();
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
