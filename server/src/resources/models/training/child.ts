/** The training process: reads the snapshot, trains, writes the artefact. Killed from outside to cancel it. */
import { open } from 'node:fs/promises';
import { flushCompileCache } from 'node:module';
import { setTimeout as wait } from 'node:timers/promises';
import { TrainingError, train } from '@sibyl/engine/train.ts';
import { isStorageFull } from '../../../errors.ts';
import { openTableSource } from '../../../platform/data/inside/table-source.ts';
import type { TrainingMessage, TrainingOrder } from './messages.ts';

/** For DuckDB while it reads the snapshot; the columns it hands over are not in this. */
const readingLimits = { memoryBytes: 512 * 1024 * 1024, threads: 1, spillFolder: '' };

function send(message: TrainingMessage): Promise<void> {
  return new Promise((resolve) => process.send?.(message, () => resolve()));
}

const lookForRoomEveryMs = 5000;

/** What was learned in minutes is not thrown away because the disk is full. */
async function writeOnceThereIsRoom(path: string, bytes: Uint8Array): Promise<void> {
  for (;;) {
    try {
      return await writeSynced(path, bytes);
    } catch (error) {
      if (!isStorageFull(error)) throw error;
      const progress = { phase: 'waiting for room on the disk', fraction: 1, etaSeconds: null, bestScore: null };
      await send({ type: 'progress', progress });
      await wait(lookForRoomEveryMs);
    }
  }
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  await using file = await open(path, 'w');
  await file.writeFile(bytes);
  await file.sync();
}

async function obey({ snapshotPath, artefactPath, request }: TrainingOrder): Promise<void> {
  try {
    const table = await openTableSource(snapshotPath, readingLimits);
    const model = await train(table, request, { onProgress: (progress) => send({ type: 'progress', progress }) });
    await writeOnceThereIsRoom(artefactPath, model.toBytes());
    await send({ type: 'trained', description: model.description });
  } catch (error) {
    if (!(error instanceof TrainingError)) throw error;
    await send({ type: 'refused', message: error.message });
  }
  process.disconnect();
}

process.once('message', obey);
// The service is gone: nobody waits for this training any more, it will be started again.
process.once('disconnect', () => process.exit());
flushCompileCache(); // it ends by being killed
