import { startChildProcess } from '../../../platform/workers/child-process.ts';
import { ExchangeEnded, type ExchangeLimits, exchangeOnce } from '../../../platform/workers/exchange.ts';
import type { PooledProcess } from '../../../platform/workers/pool.ts';
import { DocumentRefused, type ReadDocument, type ReadOrder, type ReadReply } from './messages.ts';

export interface ReaderProcess extends PooledProcess {
  /** Kills the process when `signal` fires or a limit is passed. @throws DocumentRefused */
  read(order: ReadOrder, signal: AbortSignal): Promise<ReadDocument>;
}

/** The heap is held below the whole, so that the rest stays for what lies outside it. */
export function startReaderProcess(limits: ExchangeLimits, isForLongWork: boolean): ReaderProcess {
  const reader = startChildProcess<ReadReply>(new URL('child.ts', import.meta.url), {
    execArgv: [`--max-old-space-size=${Math.floor((limits.memoryBytes * 0.6) / 2 ** 20)}`],
    serialization: 'advanced',
    isForLongWork,
  });
  return Object.assign(reader, {
    read: async (order: ReadOrder, signal: AbortSignal) => {
      const reading = reader.ask((child) => exchangeOnce<ReadReply>(child, order, limits, { signal }));
      return documentOf(await reading.catch((error) => explainEnd(error, limits)));
    },
  });
}

function explainEnd(error: unknown, { timeMs, memoryBytes }: ExchangeLimits): never {
  if (!(error instanceof ExchangeEnded)) throw error;
  if (error.end === 'time')
    throw new DocumentRefused('too_slow', `Reading the document takes longer than ${timeMs} ms.`);
  if (error.end === 'memory')
    throw new DocumentRefused(
      'too_much_memory',
      `Reading the document takes more than ${memoryBytes} bytes of memory.`,
    );
  throw new DocumentRefused('broken_file', 'The document made its reader break off.');
}

function documentOf(reply: ReadReply): ReadDocument {
  if ('document' in reply) return reply.document;
  if ('refused' in reply) throw new DocumentRefused(reply.refused.fault, reply.refused.message);
  throw new Error(reply.broken);
}
