import { ServiceError } from '../../../../errors.ts';
import { startChildProcess } from '../../../../platform/workers/child-process.ts';
import { ExchangeEnded, exchangeOnce } from '../../../../platform/workers/exchange.ts';
import type { PooledProcess } from '../../../../platform/workers/pool.ts';
import type { GuardOrder, GuardReply } from './messages.ts';

export interface GuardProcess extends PooledProcess {
  /** @throws ServiceError `query_refused`, `query_failed`, also when the process breaks off or takes too long */
  judge(order: GuardOrder, signal: AbortSignal): Promise<void>;
}

const limits = { timeMs: 5000, memoryBytes: 512 * 1024 * 1024 };

export function startGuardProcess(isForLongWork: boolean): GuardProcess {
  // The parser is compiled simply: to optimise it takes half a gigabyte and gains nothing here.
  const execArgv = ['--max-old-space-size=128', '--liftoff-only'];
  const guard = startChildProcess<GuardReply>(new URL('child.ts', import.meta.url), { execArgv, isForLongWork });
  return Object.assign(guard, {
    async judge(order: GuardOrder, signal: AbortSignal) {
      const asking = guard.ask((child) => exchangeOnce<GuardReply>(child, order, limits, { signal }));
      const { refusal } = await asking.catch(explainEnd);
      if (refusal) throw new ServiceError(refusal.code, refusal.message);
    },
  });
}

/** What breaks the parser off, or lasts, is a query that nobody writes by hand. */
function explainEnd(error: unknown): never {
  if (!(error instanceof ExchangeEnded)) throw error;
  throw new ServiceError('query_refused', unreadable, { cause: error });
}

const unreadable = 'The query is too much for the parser; write it more simply.';
