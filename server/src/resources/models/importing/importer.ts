import { readFile, writeFile } from 'node:fs/promises';
import type { ModelDescription } from '@sibyl/engine/model.ts';
import { invalidInput, ServiceError } from '../../../errors.ts';
import { startChildProcess } from '../../../platform/workers/child-process.ts';
import { ExchangeEnded, type ExchangeLimits, exchangeOnce } from '../../../platform/workers/exchange.ts';
import type { Asker } from '../../../platform/workers/fair-turns.ts';
import { openProcessPool, type PooledProcess } from '../../../platform/workers/pool.ts';
import type { ImportOrder, ImportReply } from './messages.ts';
import { readModelFile } from './read-model-file.ts';

/** Checks model files and brings them into our own form; large ones in processes of their own. */
export interface ModelImporter {
  /**
   * Writes the model to `outputPath`, which is there only when this resolves, and says what it is.
   * @throws ServiceError `unreadable_file`, `invalid_input`, `queue_full`, `shutting_down`
   */
  read(order: ImportOrder, byteSize: number, asker: Asker): Promise<ModelDescription>;
  close(): void;
}

/** Read here in some milliseconds; a process would cost more. */
const smallFile = 256 * 1024;

/** Starts nothing yet: a process comes with the first large file and goes half a minute after the last. */
export function openModelImporter(limits: ExchangeLimits): ModelImporter {
  const pool = openProcessPool((isForLongWork) => startImportProcess(limits, isForLongWork), {
    processes: 2, // with one, a project that sends file after file would be in the way of all
    waiting: 50,
    idleMs: 30_000,
    warmBytes: 200 * 1024 * 1024,
  });
  return {
    read: (order, byteSize, asker) =>
      byteSize <= smallFile ? readHere(order) : pool.use(asker, (process, signal) => process.read(order, signal)),
    close: () => pool.close(),
  };
}

async function readHere({ path, names, outputPath }: ImportOrder): Promise<ModelDescription> {
  const { description, bytes } = readModelFile(await readFile(path), names);
  await writeFile(outputPath, bytes, { flag: 'wx', flush: true });
  return description;
}

interface ImportProcess extends PooledProcess {
  read(order: ImportOrder, signal: AbortSignal): Promise<ModelDescription>;
}

function startImportProcess(limits: ExchangeLimits, isForLongWork: boolean): ImportProcess {
  const importing = startChildProcess<ImportReply>(new URL('child.ts', import.meta.url), {
    execArgv: [`--max-old-space-size=${Math.floor((limits.memoryBytes * 0.75) / 2 ** 20)}`],
    serialization: 'advanced',
    isForLongWork,
  });
  return Object.assign(importing, {
    read: async (order: ImportOrder, signal: AbortSignal) => {
      const reading = importing.ask((child) => exchangeOnce<ImportReply>(child, order, limits, { signal }));
      return descriptionOf(await reading.catch((error) => explainEnd(error, limits)));
    },
  });
}

function explainEnd(error: unknown, { timeMs, memoryBytes }: ExchangeLimits): never {
  if (!(error instanceof ExchangeEnded)) throw error;
  const taken = {
    time: `more than ${timeMs} ms`,
    memory: `more than ${memoryBytes} bytes of memory`,
    broken: 'too much',
  };
  throw unreadable(`Reading the file takes ${taken[error.end]}.`);
}

function descriptionOf(reply: ImportReply): ModelDescription {
  if ('description' in reply) return reply.description;
  if ('broken' in reply)
    throw new ServiceError('internal', 'The file could not be read.', { cause: new Error(reply.broken) });
  const { refused } = reply;
  throw 'fault' in refused ? invalidInput([refused.fault]) : unreadable(refused.unreadable);
}

function unreadable(message: string): ServiceError {
  return new ServiceError('unreadable_file', message);
}
