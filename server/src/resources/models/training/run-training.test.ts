import { existsSync, readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { TrainRequest } from '@sibyl/engine/train.ts';
import { expect, test } from 'vitest';
import { useDataRoom } from '../../../../test/data-room.ts';
import { TrainingRefused } from './messages.ts';
import { runTraining } from './run-training.ts';

const { folder, importText } = useDataRoom();

const mebibyte = 2 ** 20;
/** A limit that no other file uses: the process is not one that they used. */
const memoryBytes = 4139 * mebibyte;

const numbers = Array.from({ length: 120 }, (_, row) => `${row % 7},${'uvw'[row % 3]},${(row % 7) * 3 + (row % 3)}`);
const words = Array.from({ length: 120 }, (_, row) => `${row % 5},${row % 2 ? 'late' : 'on time'},${row % 5 > 2}`);
const days = Array.from(
  { length: 90 },
  (_, day) => `${new Date(day * 86_400_000).toISOString().slice(0, 10)},${day % 7}`,
);

let files = 0;

/** A budget of its own: the usual one is kept in the model, and longer while the machine is busy. */
const usual = { seed: 7, quality: 'fast', threads: 1, timeBudgetSeconds: 60 } as const;

async function trainOn(csv: string, request: TrainRequest, bytes = memoryBytes): Promise<Buffer> {
  const { part } = await importText(csv);
  const artefactPath = join(folder(), `${files++}.model`);
  const { signal } = new AbortController();
  const training = { snapshotPath: part.path, artefactPath, request: { ...usual, ...request } };
  await runTraining(training, { memoryBytes: bytes, signal, onProgress: () => {} });
  return readFile(artefactPath);
}

/** Returns the processes that train, or wait to, for that limit of memory. */
function trainers(bytes = memoryBytes): string[] {
  const children = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ');
  const heap = `--max-old-space-size=${Math.ceil(bytes / mebibyte)}`;
  return children.filter((pid) => readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0').includes(heap));
}

test.runIf(existsSync('/proc/self/task'))('a process makes the same model after others as a new one', async () => {
  const train = (bytes?: number) => trainOn(`a,b,y\n${numbers.join('\n')}\n`, { target: 'y' }, bytes);
  const first = await train();
  const [pid] = trainers();
  await trainOn(`n,w,z\n${words.join('\n')}\n`, { target: 'z', seed: 1 });
  await trainOn(`day,sold\n${days.join('\n')}\n`, { target: 'sold', orderBy: 'day', horizon: 3, holidays: 'DE' });
  await expect(trainOn('a,y\n1,1\n2,1\n', { target: 'y' })).rejects.toThrow(TrainingRefused);
  expect(await train()).toEqual(first);
  expect(trainers()).toEqual([pid]);
  expect(await train(memoryBytes + mebibyte)).toEqual(first);
  expect(trainers(memoryBytes + mebibyte)).toHaveLength(1);
  expect(trainers()).not.toContain(pid);
});
