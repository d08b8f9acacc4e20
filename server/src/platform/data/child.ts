/** The only process that loads DuckDB. Serves one command at a time for `child-process.ts` and ends with its parent. */
import { flushCompileCache } from 'node:module';
import { isStorageFull, ServiceError, storageFull } from '../../errors.ts';
import { interruptAll } from './inside/duckdb.ts';
import { appendFile, importFile } from './inside/import-file.ts';
import { joinParts } from './inside/join-parts.ts';
import { readRowsOf } from './inside/read-rows.ts';
import { runQuery } from './inside/run-query.ts';
import { snapshotQuery } from './inside/snapshot-query.ts';
import type { Command, Progress, Reply, SentError, Verb, Verbs } from './protocol.ts';

function perform(command: Exclude<Command, string>): Promise<Verbs[Verb][1]> {
  switch (command.verb) {
    case 'importFile':
      return importFile(command.request, command.limits);
    case 'appendFile':
      return appendFile(command.request, command.limits);
    case 'readRows':
      return readRowsOf(command.request, command.limits);
    case 'runQuery':
      return runQuery(command.request);
    case 'joinParts':
      return joinParts(command.request, command.limits, sendRowCount);
    case 'snapshotQuery':
      return snapshotQuery(command.request, command.limits, sendRowCount);
  }
}

function sendRowCount(rows: number): void {
  process.send?.({ rows } satisfies Progress);
}

async function answer(command: Exclude<Command, string>): Promise<Reply> {
  try {
    const result = await perform(command);
    return { result, processBytes: process.memoryUsage.rss() };
  } catch (error) {
    return { error: describe(error), processBytes: process.memoryUsage.rss() };
  }
}

function describe(thrown: unknown): SentError {
  const error = isStorageFull(thrown) ? storageFull(thrown) : thrown;
  if (error instanceof ServiceError) {
    const { code, message, errors, extensions } = error;
    return { code, message, errors, extensions };
  }
  return {
    code: 'internal',
    message: error instanceof Error ? (error.stack ?? error.message) : String(error),
    errors: undefined,
    extensions: undefined,
  };
}

process.on('message', (command: Command) => {
  if (command === 'interrupt') interruptAll();
  else answer(command).then((reply) => process.send?.(reply));
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
flushCompileCache(); // it ends by being killed
