import { ServiceError } from '../errors.ts';
import { startChildProcess } from '../processes/child-process.ts';
import { exchangeOnce } from '../processes/exchange.ts';
import type { PooledProcess } from '../processes/pool.ts';
import type { ChildLimits, Command, Reply, Verb, Verbs } from './protocol.ts';

export interface DataProcess extends PooledProcess {
  /**
   * Rejects with the reason of `signal` when that is aborted; the process then may or may not live on.
   * @throws ServiceError, ExchangeEnded
   */
  run<V extends Verb>(verb: V, request: Verbs[V][0], limits: ChildLimits, signal: AbortSignal): Promise<Verbs[V][1]>;
}

export function startDataProcess(): DataProcess {
  const data = startChildProcess<Reply>(new URL('./child.ts', import.meta.url), {
    execArgv: ['--max-old-space-size=512'],
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  return Object.assign(data, {
    async run<V extends Verb>(verb: V, request: Verbs[V][0], limits: ChildLimits, signal: AbortSignal) {
      const { timeMs, processBytes: memoryBytes } = limits;
      const command = { verb, request, limits } as Command;
      const reply = await data.ask((child) =>
        exchangeOnce<Reply>(child, command, { timeMs, memoryBytes }, { signal, interrupt: 'interrupt' }),
      );
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
