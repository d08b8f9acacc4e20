import { type ChildProcess, fork } from 'node:child_process';
import { shareCompileCache } from '../compile-cache.ts';
import { ServiceError } from '../errors.ts';
import type { PooledProcess } from '../processes/pool.ts';
import { type ChildLimits, type Command, exitOutOfMemory, type Reply, type Verb, type Verbs } from './protocol.ts';

/** The child went over its memory limit and ended itself. */
export class OutOfMemory extends Error {}

/** How long an interrupted statement may take to end before its process is killed. */
const graceMs = 300;

export interface DataProcess extends PooledProcess {
  /** Rejects with the reason of `signal` when that is aborted; the process then may or may not live on. */
  run<V extends Verb>(verb: V, request: Verbs[V][0], limits: ChildLimits, signal: AbortSignal): Promise<Verbs[V][1]>;
}

export function startDataProcess(): DataProcess {
  const child = fork(new URL('./child.ts', import.meta.url), {
    execPath: process.execPath,
    execArgv: ['--max-old-space-size=512'],
    // None of our variables: what runs there runs strangers' SQL.
    env: { TZ: 'UTC', ...shareCompileCache() },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  let isAlive = true;
  let processBytes = 0;
  child.once('exit', () => {
    isAlive = false;
  });
  child.on('error', () => {
    isAlive = false;
  });
  keepParentFree(child);
  return {
    get isAlive() {
      return isAlive;
    },
    get processBytes() {
      return processBytes;
    },
    async run(verb, request, limits, signal) {
      child.ref();
      child.channel?.ref();
      try {
        const reply = await exchange(child, { verb, request, limits } as Command, signal);
        processBytes = reply.processBytes;
        if ('error' in reply) throw errorOf(reply);
        return reply.result as Verbs[typeof verb][1];
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

function exchange(child: ChildProcess, command: Command, signal: AbortSignal): Promise<Reply> {
  return new Promise((resolve, reject) => {
    let killer: NodeJS.Timeout | undefined;
    const onAbort = () => {
      child.send('interrupt' satisfies Command, () => {});
      killer = setTimeout(() => child.kill('SIGKILL'), graceMs);
    };
    const settle = (act: () => void) => {
      clearTimeout(killer);
      signal.removeEventListener('abort', onAbort);
      child.off('message', onReply);
      child.off('exit', onExit);
      if (signal.aborted) reject(signal.reason);
      else act();
    };
    const onReply = (reply: Reply) => settle(() => resolve(reply));
    const onExit = (code: number | null) =>
      settle(() => reject(code === exitOutOfMemory ? new OutOfMemory() : new Error(`data process ended (${code})`)));
    child.once('message', onReply);
    child.once('exit', onExit);
    if (signal.aborted) settle(() => {});
    else {
      signal.addEventListener('abort', onAbort);
      child.send(command, (error) => error && child.kill('SIGKILL'));
    }
  });
}

function errorOf({ error }: Extract<Reply, { error: unknown }>): Error {
  if (error.code !== 'internal') return new ServiceError(error.code, error.message, { errors: error.errors });
  return new ServiceError('internal', 'The data could not be read.', { cause: new Error(error.message) });
}
