import { join } from 'node:path';
import { runForJson } from '../process/run.ts';
import { median } from '../report/numbers.ts';
import type { Dataset } from './dataset.ts';
import { readDoubles } from './files.ts';
import { areaUnderCurve, rSquared } from './score.ts';

const contenderNames = ['engine', 'scikit-learn', 'xgboost', 'lightgbm'] as const;
export type ContenderName = (typeof contenderNames)[number];

/** One training: from arrays in memory to a model. */
interface Fit {
  seconds: number;
  cpuSeconds: number;
  /** Peak resident memory of the whole process, its copy of the table included. */
  peakMegabytes: number;
}

/** Medians over the rounds. */
export interface Trained extends Fit {
  /** On the held-out rows: AUC of a binary target, R² of a numeric one. */
  score: number;
}

/** Trains with each contender in turn, every training in a fresh process, round after round. */
export async function trainAll(
  folder: string,
  dataset: Dataset,
  interpreter: string,
  rounds: number,
): Promise<Map<ContenderName, Trained>> {
  const fits = new Map<ContenderName, Fit[]>(contenderNames.map((name) => [name, []]));
  for (let round = 0; round < rounds; round++) {
    for (const name of contenderNames) {
      console.log(`${dataset.name}: round ${round + 1} of ${rounds}, ${name}`);
      fits.get(name)?.push(await fitOnce(name, folder, interpreter));
    }
  }
  return new Map(
    [...fits].map(([name, list]) => [name, { ...takeMedians(list), score: score(folder, name, dataset) }]),
  );
}

function fitOnce(name: ContenderName, folder: string, interpreter: string): Promise<Fit> {
  const command =
    name === 'engine'
      ? [process.execPath, join(import.meta.dirname, 'fit-engine.ts'), folder]
      : [interpreter, join(import.meta.dirname, 'fit_peer.py'), name, folder];
  return runForJson(command, { OMP_NUM_THREADS: '1' });
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
