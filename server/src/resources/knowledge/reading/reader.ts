import { ServiceError } from '../../../errors.ts';
import type { ExchangeLimits } from '../../../platform/workers/exchange.ts';
import type { Asker } from '../../../platform/workers/fair-turns.ts';
import { openProcessPool } from '../../../platform/workers/pool.ts';
import { chunksOf } from '../chunking/chunks.ts';
import { digestChunks } from './digest.ts';
import { DocumentRefused, type ReadDocument, type ReadOrder } from './messages.ts';
import { startReaderProcess } from './reader-process.ts';

/** Turns files into text and chunks, in processes of their own that can be killed. */
export interface DocumentReader {
  /** @throws ServiceError `unreadable_document`, `queue_full`, `shutting_down`; the signal's reason once it is aborted */
  read(order: ReadOrder, asker: Asker): Promise<ReadDocument>;
  close(): void;
}

/** A note of this length is cut up here in a few milliseconds; a process would cost more. */
const shortText = 64 * 1024;

/** Starts nothing yet: processes come with the first file and go half a minute after the last. */
export function openDocumentReader(limits: ExchangeLimits): DocumentReader {
  const pool = openProcessPool((isForLongWork) => startReaderProcess(limits, isForLongWork), {
    processes: 3,
    waiting: 200,
    idleMs: 30_000,
    warmBytes: 300 * 1024 * 1024,
  });
  return {
    async read(order, asker) {
      return readShortNote(order) ?? pool.use(asker, (process, signal) => process.read(order, signal)).catch(explain);
    },
    close: () => pool.close(),
  };
}

function readShortNote({ source, format, language, name, title }: ReadOrder): ReadDocument | undefined {
  const isPlain = format === 'text' || format === 'markdown';
  if (!isPlain || !('text' in source) || source.text.length > shortText || source.text.trim() === '') return undefined;
  const { text } = source;
  return { text, title, chunks: digestChunks(text, chunksOf(text, format), title ?? name, language) };
}

function explain(error: unknown): never {
  if (!(error instanceof DocumentRefused)) throw error;
  const { fault, message } = error;
  throw new ServiceError('unreadable_document', message, { errors: [{ pointer: '', code: fault, detail: message }] });
}
