import type { Serializable } from 'node:child_process';
import { ServiceError } from '../../errors.ts';
import { startChildProcess } from '../workers/child-process.ts';
import { exchangeOnce } from '../workers/exchange.ts';
import type { PooledProcess } from '../workers/pool.ts';
import type { ChildLimits, Command, Progress, Reply, Verb, Verbs } from './protocol.ts';

export interface DataProcess extends PooledProcess {
  /**
   * Rejects with the reason of `signal` when that is aborted; the process then may or may not live on.
   * @throws ServiceError, ExchangeEnded
   */
  run<V extends Verb>(
    verb: V,
    request: Verbs[V][0],
    limits: ChildLimits,
    signal: AbortSignal,
    onRows?: (rows: number) => void,
  ): Promise<Verbs[V][1]>;
}

export function startDataProcess(isForLongWork: boolean): DataProcess {
  const data = startChildProcess<Reply>(new URL('./child.ts', import.meta.url), {
    execArgv: ['--max-old-space-size=512', '--expose-gc'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    isForLongWork,
  });
  return Object.assign(data, {
    async run<V extends Verb>(
      verb: V,
      request: Verbs[V][0],
      limits: ChildLimits,
      signal: AbortSignal,
      onRows = (_: number) => {},
    ) {
      const { timeMs, processBytes: memoryBytes } = limits;
      const command = { verb, request, limits } as Command;
      const isProgress = (message: Serializable) => {
        const { rows } = message as Partial<Progress>;
        if (rows !== undefined) onRows(rows);
        return rows !== undefined;
      };
      const options = { signal, interrupt: 'interrupt', isProgress };
      const reply = await data.ask((child) => exchangeOnce<Reply>(child, command, { timeMs, memoryBytes }, options));
      if ('error' in reply) throw errorOf(reply);
      return reply.result as Verbs[V][1];
    },
  });
}

function errorOf({ error }: Extract<Reply, { error: unknown }>): Error {
  const { code, message, errors, extensions } = error;
  if (code !== 'internal') return new ServiceError(code, message, { errors, extensions });
  return new ServiceError('internal', 'The data could not be read.', { cause: new Error(message) });
}
