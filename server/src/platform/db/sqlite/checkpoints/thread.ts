/** Copies SQLite's write-ahead log into the database while the writer goes on. */
import { DatabaseSync } from 'node:sqlite';
import { parentPort, workerData } from 'node:worker_threads';

if (!parentPort) throw new Error('thread.ts runs as a worker thread only');
const database = new DatabaseSync(workerData as string, { timeout: 0 });
const port = parentPort;

port.on('message', (what: 'copy' | 'close') => {
  if (what === 'close') {
    database.close();
    port.close();
    return;
  }
  try {
    database.exec('pragma wal_checkpoint(passive)');
  } catch {} // a full or broken disk is told by the writer, which copies a long log itself
  port.postMessage('copied');
});
