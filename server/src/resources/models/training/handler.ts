/** The worker that trains: reads the snapshot, learns, writes the model file. */
import { open } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { TrainingError, train } from '@sibyl/engine/train.ts';
import { isStorageFull } from '../../../errors.ts';
import { openTableSource } from '../../../platform/data/inside/table-source.ts';
import { serveTasks, type Task } from '../../../platform/workers/serve-tasks.ts';
import { sha256 } from '../sha256.ts';
import type { TrainingOutcome, TrainingRequest } from './messages.ts';

/** DuckDB's limits while it reads the snapshot, not counting the returned columns. */
const readingLimits = { memoryBytes: 512 * 1024 * 1024, threads: 1, spillFolder: '' };
const lookForRoomEveryMs = 5000;

const tasks = { trainModel };
export type TrainingTasks = typeof tasks;

async function trainModel(
  { snapshotPath, artefactPath, request }: TrainingRequest,
  task: Task,
): Promise<TrainingOutcome> {
  try {
    const table = await openTableSource(snapshotPath, readingLimits);
    const model = await train(table, request, { onProgress: (progress) => task.report(progress) });
    await writeOnceThereIsRoom(artefactPath, model.toBytes(sha256), task);
    return { description: model.description };
  } catch (error) {
    if (!(error instanceof TrainingError)) throw error;
    return { refusal: error.message };
  }
}

/** Retries while the disk is full, so that minutes of training are not lost. */
async function writeOnceThereIsRoom(path: string, bytes: Uint8Array, task: Task): Promise<void> {
  for (;;) {
    try {
      return await writeSynced(path, bytes);
    } catch (error) {
      if (!isStorageFull(error)) throw error;
      await task.report({ phase: 'waiting for room on the disk', fraction: 1, etaSeconds: null, bestScore: null });
      await wait(lookForRoomEveryMs);
    }
  }
}

async function writeSynced(path: string, bytes: Uint8Array): Promise<void> {
  await using file = await open(path, 'w');
  await file.writeFile(bytes);
  await file.sync();
}

serveTasks(tasks);
