/** The worker that trains: reads the snapshot, learns, writes the model file. */
import { open, readFile } from 'node:fs/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { completeElsewhere, ImportError } from '@sibyl/engine/elsewhere/complete-elsewhere.ts';
import { encodeForTrees } from '@sibyl/engine/elsewhere/encode-rows.ts';
import type { Model } from '@sibyl/engine/model.ts';
import type { TrainHooks } from '@sibyl/engine/train.ts';
import { TrainingError, train } from '@sibyl/engine/train.ts';
import { isStorageFull } from '../../../errors.ts';
import { openTableSource } from '../../../platform/data/worker/table-source.ts';
import { serveTasks, type Task } from '../../../platform/workers/serve-tasks.ts';
import { sha256 } from '../sha256.ts';
import type {
  CompletionRequest,
  EncodingOutcome,
  EncodingRequest,
  TrainingOutcome,
  TrainingRequest,
} from './messages.ts';
import { PartWriter } from './on-ray/part-writer.ts';
import { openHolidays } from './open-holidays.ts';
import { beginTask, measureSlowness } from './slowness.ts';

/** DuckDB's limits while it reads the snapshot, not counting the returned columns. */
const readingLimits = { memoryBytes: 512 * 1024 * 1024, threads: 1, spillFolder: '' };
const lookForRoomEveryMs = 5000;

const tasks = { trainModel, encodeRows, completeModel };
export type TrainingTasks = typeof tasks;

function trainModel({ snapshotPath, artefactPath, request }: TrainingRequest, task: Task): Promise<TrainingOutcome> {
  beginTask();
  return keepModel(artefactPath, task, async () => {
    const table = await openTableSource(snapshotPath, readingLimits);
    const holidaysOf = request.holidays === undefined ? undefined : await openHolidays();
    return train(table, { ...request, slowness: measureSlowness() }, { ...hooksOf(task), holidaysOf });
  });
}

/** Makes a model of trees that a cluster grew. */
function completeModel(
  { snapshotPath, artefactPath, request, treesPath, secondsBefore }: CompletionRequest,
  task: Task,
): Promise<TrainingOutcome> {
  return keepModel(artefactPath, task, async () => {
    const table = await openTableSource(snapshotPath, readingLimits);
    const trees = { text: await readFile(treesPath, 'utf8'), secondsBefore };
    return completeElsewhere(table, request, trees, hooksOf(task));
  });
}

async function keepModel(path: string, task: Task, work: () => Promise<Model>): Promise<TrainingOutcome> {
  try {
    const model = await work();
    await writeOnceThereIsRoom(path, model.toBytes(sha256), task);
    return { description: model.description };
  } catch (error) {
    if (error instanceof ImportError) return { refusal: `The cluster's result cannot be used: ${error.message}` };
    if (!(error instanceof TrainingError)) throw error;
    return { refusal: error.message };
  }
}

function hooksOf(task: Task): TrainHooks {
  return { onProgress: (progress) => task.report(progress) };
}

/** Writes the encoded rows for a cluster into files, and tells each that is finished. */
async function encodeRows({ snapshotPath, folder, request }: EncodingRequest, task: Task): Promise<EncodingOutcome> {
  try {
    const table = await openTableSource(snapshotPath, readingLimits);
    const { plan, rows } = await encodeForTrees(table, request, hooksOf(task));
    const writer = new PartWriter(folder, { features: plan.types.length, rowCount: table.rowCount });
    const tell = async (path: string | undefined) => {
      if (path !== undefined) await task.report({ part: path });
    };
    for await (const some of rows) await tell(await writer.add(some));
    await tell(await writer.end());
    return { plan };
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
