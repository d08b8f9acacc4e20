import { join } from 'node:path';
import { runForJson } from '../process/run.ts';
import { median } from '../report/numbers.ts';
import type { Dataset } from './dataset.ts';
import { readDoubles } from './files.ts';
import { areaUnderCurve, rSquared } from './score.ts';

export const contenderNames = ['engine', 'scikit-learn', 'xgboost', 'lightgbm'] as const;
export type ContenderName = (typeof contenderNames)[number];

/** One training, from arrays in memory to a model. */
export interface Fit {
  seconds: number;
  cpuSeconds: number;
  /** Peak resident memory of the process, including its copy of the table. */
  peakMegabytes: number;
}

/** Medians over the rounds. */
export interface Trained extends Fit {
  /** Score on held-out rows: AUC of a binary target, R² of a numeric one. */
  score: number;
}

/** Trees per contender, except in the scale measurement. */
export const treeCount = 100;

interface Course {
  folder: string;
  dataset: Dataset;
  interpreter: string;
  rounds: number;
  threads: number;
}

/** Trains with each contender in turn, each in a new process, round after round. */
export async function trainAll(course: Course): Promise<Map<ContenderName, Trained>> {
  const { folder, dataset, interpreter, rounds, threads } = course;
  const fits = new Map<ContenderName, Fit[]>(contenderNames.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of contenderNames) {
      console.log(`${dataset.name}, ${nameThreads(threads)}: round ${round + 1} of ${rounds}, ${name}`);
      fits.get(name)?.push(await fitOnce(name, folder, interpreter, threads));
    }
  }
  return new Map(
    [...fits].map(([name, list]) => [name, { ...takeMedians(list), score: score(folder, name, dataset) }]),
  );
}

export function nameThreads(threads: number): string {
  return threads === 1 ? '1 thread' : `${threads} threads`;
}

function fitOnce(name: ContenderName, folder: string, interpreter: string, threads: number): Promise<Fit> {
  if (name === 'engine') return fitEngine(folder, treeCount, threads);
  const script = join(import.meta.dirname, 'fit_peer.py');
  const command = [interpreter, script, name, folder, String(treeCount), String(threads)];
  return runForJson(command, { OMP_NUM_THREADS: String(threads) });
}

/** Trains the engine in a new process, with a compile cache as in the service. */
export function fitEngine(folder: string, trees: number, threads: number): Promise<Fit> {
  const script = join(import.meta.dirname, 'fit-engine.ts');
  const command = [process.execPath, script, folder, String(trees), String(threads)];
  return runForJson(command, { NODE_COMPILE_CACHE: join(folder, 'compiled') });
}

function takeMedians(fits: readonly Fit[]): Fit {
  const of = (key: keyof Fit) => median(fits.map((fit) => fit[key]));
  return { seconds: of('seconds'), cpuSeconds: of('cpuSeconds'), peakMegabytes: of('peakMegabytes') };
}

function score(folder: string, name: ContenderName, { task, targets, trainCount }: Dataset): number {
  const truth = targets.subarray(trainCount);
  const predicted = readDoubles(join(folder, `${name}.f64`));
  return task === 'binary' ? areaUnderCurve(truth, predicted) : rSquared(truth, predicted);
}
