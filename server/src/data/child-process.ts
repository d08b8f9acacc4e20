import type { ChildProcess } from 'node:child_process';
import { ServiceError } from '../errors.ts';
import { startChildProcess } from '../processes/child-process.ts';
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
  const data = startChildProcess<Reply>(new URL('./child.ts', import.meta.url), {
    execArgv: ['--max-old-space-size=512'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return Object.assign(data, {
    async run<V extends Verb>(verb: V, request: Verbs[V][0], limits: ChildLimits, signal: AbortSignal) {
      const reply = await data.ask((child) => exchange(child, { verb, request, limits } as Command, signal));
      if ('error' in reply) throw errorOf(reply);
      return reply.result as Verbs[V][1];
    },
  });
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
  const { code, message, errors, extensions } = error;
  if (code !== 'internal') return new ServiceError(code, message, { errors, extensions });
  return new ServiceError('internal', 'The data could not be read.', { cause: new Error(message) });
}
