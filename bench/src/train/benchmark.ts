import { parseArgs } from 'node:util';
import { makeScratchFolder } from '../process/scratch.ts';
import { preparePython } from '../python/environment.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { type Goal, tellGoals } from '../report/goal.ts';
import { describeRun } from '../report/machine.ts';
import { readInteger } from '../report/options.ts';
import { loadAdult } from './adult.ts';
import { nameThreads, trainAll } from './contenders.ts';
import { writeDataset } from './files.ts';
import { describeDataset, listGoals, renderTrained } from './report.ts';
import { measureScale } from './scale.ts';
import { makeLargeBinary, makeRobotArm } from './synthetic.ts';

export const trainBenchmark: Benchmark = {
  summary: 'Boosted trees at equal settings: the engine, scikit-learn, XGBoost and LightGBM.',
  usage: '[--data <folder with adult.csv>] [--rows 1000000] [--rounds 3] [--threads 1,2] [--scale]',
  run: measureTraining,
};

async function measureTraining(options: string[]): Promise<void> {
  const { data, rows, rounds, threads, scale } = readOptions(options);
  const python = preparePython(['scikit-learn', 'xgboost-cpu', 'lightgbm', 'numpy']);
  console.log(describeRun('train', options, python.versions));
  const goals: Goal[] = [];
  for (const make of [() => loadAdult(data), makeRobotArm, () => makeLargeBinary(rows)]) {
    const dataset = make();
    const folder = makeScratchFolder();
    writeDataset(folder, dataset);
    for (const count of threads) {
      const trained = await trainAll({ folder, dataset, interpreter: python.interpreter, rounds, threads: count });
      console.log(`\n${describeDataset(dataset)}, ${nameThreads(count)}\n\n${renderTrained(dataset, trained)}\n`);
      goals.push(...listGoals(dataset, trained, count));
    }
  }
  if (scale) goals.push(...(await measureScale(rows, threads[threads.length - 1])));
  console.log(tellGoals(goals));
}

interface Options {
  data: string | undefined;
  rows: number;
  rounds: number;
  threads: number[];
  scale: boolean;
}

function readOptions(options: string[]): Options {
  const { values } = parseArgs({
    args: options,
    options: {
      data: { type: 'string' },
      rows: { type: 'string', default: '1000000' },
      rounds: { type: 'string', default: '3' },
      threads: { type: 'string', default: '1,2' },
      scale: { type: 'boolean', default: false },
    },
  });
  return {
    data: values.data,
    rows: readInteger('--rows', values.rows, 1000, 20_000_000),
    rounds: readInteger('--rounds', values.rounds, 1, 100),
    threads: values.threads.split(',').map((count) => readInteger('--threads', count, 1, 64)),
    scale: values.scale,
  };
}
