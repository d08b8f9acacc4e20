import { rm } from 'node:fs/promises';
import { takePieces } from '../../../platform/data/pieces.ts';
import { WorkerEnded } from '../../../platform/workers/worker-ended.ts';
import { openWorkers, singleWorkers } from '../../../platform/workers/workers.ts';
import type { EngineServices, OpenDatabase, Question } from '../engine.ts';
import { cannotBeQueried } from '../failures.ts';
import { requireFile } from '../files.ts';
import { explainEnd } from '../limits.ts';
import { guardWords } from '../words/guard-words.ts';
import { grammar } from './grammar.ts';
import type { SqliteTasks } from './handler.ts';

const mebibyte = 1024 * 1024;
const reading = { timeMs: 20_000, memoryBytes: 512 * mebibyte };
const handler = new URL('handler.ts', import.meta.url);
const openReaders = () => openWorkers<SqliteTasks>('query', { handler, limits: reading });
const exporters = singleWorkers<SqliteTasks>('snapshot', handler);

export async function openDatabase({ path: given }: { path: string }, services: EngineServices): Promise<OpenDatabase> {
  const { data, shared } = services;
  const readers = shared('sqlite', openReaders);
  // Looked at anew each time: a link may have been changed.
  const locate = () => requireFile(given, services);
  const requestOf = async ({ sql, tables }: Question) => ({
    path: await locate(),
    sql,
    tables: tables.map(({ name }) => name),
  });
  return {
    schemas: ['main'],
    async check(requester) {
      return (await readers.run('listTables', { path: await locate() }, requester).catch(explainReading)).version;
    },
    async readTables(requester) {
      return (await readers.run('listTables', { path: await locate() }, requester).catch(explainReading)).tables;
    },
    async guard(question, requester) {
      guardWords(question, 'main', grammar);
      const request = { ...(await requestOf(question)), shape: 'lists', maxRows: 0, answerBytes: mebibyte } as const;
      await readers.run('answer', request, requester).catch(explainReading);
    },
    async answer(question, { maxBytes, timeoutMs, ...asked }, requester) {
      const request = { ...(await requestOf(question)), ...asked };
      const limits = { timeMs: timeoutMs, memoryBytes: maxBytes + reading.memoryBytes };
      return takePieces((onProgress) =>
        readers
          .run('answer', request, requester, { limits, onProgress })
          .catch(explainEnd(explainReading, timeoutMs, maxBytes)),
      );
    },
    async keep(question, { outputPath, maxBytes, timeoutMs, memoryBytes, signal, onRows }, requester) {
      const path = `${outputPath}.ndjson`;
      const request = { ...(await requestOf(question)), outputPath: path, maxBytes };
      const limits = { timeMs: timeoutMs, memoryBytes };
      const onProgress = (rows: unknown) => onRows(rows as number); // the handler reports nothing else
      try {
        const types = await exporters
          .run('writeRows', request, { limits, signal, onProgress })
          .catch(explainEnd(explainReading, timeoutMs, memoryBytes));
        await data.importFile({ path, format: 'ndjson', options: { types }, outputPath }, requester);
      } finally {
        await rm(path, { force: true });
      }
    },
    async close() {},
  };
}

function explainReading(error: unknown): never {
  if (!(error instanceof WorkerEnded)) throw error;
  throw cannotBeQueried('reading the file takes too long, too much memory, or breaks off', 'path', error);
}
