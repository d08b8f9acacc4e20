import { parseArgs } from 'node:util';
import { makeScratchFolder } from '../process/scratch.ts';
import { preparePython } from '../python/environment.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { type Goal, renderGoals } from '../report/goal.ts';
import { describeRun } from '../report/machine.ts';
import { readInteger } from '../report/options.ts';
import { loadAdult } from './adult.ts';
import { trainAll } from './contenders.ts';
import { writeDataset } from './files.ts';
import { describeDataset, listGoals, renderTrained } from './report.ts';
import { makeLargeBinary, makeRobotArm } from './synthetic.ts';

export const trainBenchmark: Benchmark = {
  summary: 'Boosted trees, one thread, equal settings: the engine, scikit-learn, XGBoost and LightGBM.',
  usage: '[--data <folder with adult.csv>] [--rows 1000000] [--rounds 3]',
  run: measureTraining,
};

async function measureTraining(options: string[]): Promise<void> {
  const { data, rows, rounds } = readOptions(options);
  const python = preparePython(['scikit-learn', 'xgboost-cpu', 'lightgbm', 'numpy']);
  console.log(describeRun('train', options, python.versions));
  const goals: Goal[] = [];
  for (const make of [() => loadAdult(data), makeRobotArm, () => makeLargeBinary(rows)]) {
    const dataset = make();
    const folder = makeScratchFolder();
    writeDataset(folder, dataset);
    const trained = await trainAll(folder, dataset, python.interpreter, rounds);
    console.log(`\n${describeDataset(dataset)}\n\n${renderTrained(dataset, trained)}\n`);
    goals.push(...listGoals(dataset, trained));
  }
  console.log(renderGoals(goals));
}

function readOptions(options: string[]): { data: string | undefined; rows: number; rounds: number } {
  const { values } = parseArgs({
    args: options,
    options: {
      data: { type: 'string' },
      rows: { type: 'string', default: '1000000' },
      rounds: { type: 'string', default: '3' },
    },
  });
  return {
    data: values.data,
    rows: readInteger('--rows', values.rows, 1000, 20_000_000),
    rounds: readInteger('--rounds', values.rounds, 1, 100),
  };
}
