import type { Requester } from '../../../platform/workers/fair-turns.ts';
import { workerKinds } from '../../../platform/workers/kinds.ts';
import type { TaskLimits } from '../../../platform/workers/running-task.ts';
import { WorkerEnded } from '../../../platform/workers/worker-ended.ts';
import { openWorkers } from '../../../platform/workers/workers.ts';
import { chunksOf } from '../chunking/chunks.ts';
import { type DigestedChunk, digestChunks } from './digest.ts';
import type { DocumentTasks } from './handler.ts';
import { documentFault, type ReadDocument, type ReadRequest } from './messages.ts';
import { withoutTerminalMarks } from './terminal-marks.ts';

/** Converts files to text and chunks in workers that can be killed. */
export interface DocumentReader {
  /** @throws ServiceError `unreadable_document`, `queue_full`, `shutting_down`; the signal's reason once it is aborted */
  read(request: ReadRequest, requester: Requester): Promise<ReadDocument>;
  close(): Promise<void>;
}

export function openDocumentReader(limits: TaskLimits): DocumentReader {
  const handler = new URL('handler.ts', import.meta.url);
  const workers = openWorkers<DocumentTasks>('document', { handler, limits });
  async function readInWorker(request: ReadRequest, requester: Requester): Promise<ReadDocument> {
    const chunks: DigestedChunk[] = [];
    const onProgress = (some: unknown) => chunks.push(...(some as DigestedChunk[])); // the handler reports nothing else
    try {
      return { ...(await workers.run('readDocument', request, requester, { onProgress })), chunks };
    } catch (error) {
      throw error instanceof WorkerEnded ? faultOf(error, limits) : error;
    }
  }
  return {
    read: async (request, requester) => readShortNote(request) ?? readInWorker(request, requester),
    close: () => workers.close(),
  };
}

function readShortNote({ source, format, language, name, title }: ReadRequest): ReadDocument | undefined {
  const { inlineBytes } = workerKinds.document;
  const isPlain = format === 'text' || format === 'markdown';
  if (!isPlain || !('text' in source) || source.text.length > inlineBytes) return undefined;
  const text = withoutTerminalMarks(source.text);
  if (text.trim() === '') return undefined;
  return {
    text,
    title,
    chunks: digestChunks(text, chunksOf(text, format), { title: title ?? name, language, hasPages: false }),
  };
}

function faultOf({ reason }: WorkerEnded, { timeMs, memoryBytes }: TaskLimits) {
  if (reason === 'time') return documentFault('too_slow', `Reading the document takes longer than ${timeMs} ms.`);
  if (reason === 'broken') return documentFault('broken_file', 'The document crashed its reader.');
  const detail = `Reading the document takes more than ${memoryBytes} bytes of memory.`;
  return documentFault('too_much_memory', detail);
}
