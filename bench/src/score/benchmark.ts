import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { runForJson } from '../process/run.ts';
import { makeScratchFolder } from '../process/scratch.ts';
import { preparePython } from '../python/environment.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { type Goal, tellGoals } from '../report/goal.ts';
import { describeRun } from '../report/machine.ts';
import { formatNumber } from '../report/numbers.ts';
import { readInteger } from '../report/options.ts';
import { renderTable } from '../report/table.ts';
import { writeDataset } from '../train/files.ts';
import { makeLargeBinary } from '../train/synthetic.ts';

export const scoreBenchmark: Benchmark = {
  summary: 'Scoring rows in memory by one and the same forest, one thread: the engine and XGBoost.',
  usage: '[--rounds 7]',
  run: measureScoring,
};

const sizes = [1, 1000, 100_000];
/** Forests of usual size, with many trees, and with large trees. */
const forests = [
  { trees: 100, leaves: 31 },
  { trees: 500, leaves: 31 },
  { trees: 100, leaves: 255 },
];
/** Largest allowed difference of margins, since XGBoost sums in single precision. */
const mostApart = 1e-4;

interface EngineScores {
  timed: Record<number, number>;
  apart: number;
}

async function measureScoring(options: string[]): Promise<void> {
  const { values } = parseArgs({ args: options, options: { rounds: { type: 'string', default: '7' } } });
  const rounds = readInteger('--rounds', values.rounds, 1, 100);
  const python = preparePython(['xgboost-cpu', 'numpy']);
  console.log(describeRun('score', options, python.versions));
  const folder = makeScratchFolder();
  // A tenth of the training rows is held out, and these are scored.
  writeDataset(folder, makeLargeBinary(10 * Math.max(...sizes)));
  const goals: Goal[] = [];
  for (const { trees, leaves } of forests) {
    const theirs = await scoreXgboost(python.interpreter, folder, [trees, leaves], rounds);
    const { timed: ours, apart } = await scoreEngine(folder, rounds);
    if (!(apart < mostApart))
      throw new Error(`The margins of the two are ${apart} apart: they do not do the same work.`);
    console.log(
      `\n${trees} trees of ${leaves} leaves, 20 columns; microseconds a row; margins ${apart.toExponential(1)} apart\n`,
    );
    console.log(renderScored(ours, theirs));
    for (const size of sizes.filter((one) => one >= 1000))
      goals.push({
        what: `${trees} trees of ${leaves} leaves, ${size.toLocaleString('en-US')} rows: engine / XGBoost`,
        measured: ours[size] / theirs[size],
        bound: 'at most',
        goal: 1,
        unit: ' x',
      });
  }
  console.log(`\n${tellGoals(goals)}`);
}

function scoreXgboost(
  interpreter: string,
  folder: string,
  shape: readonly [trees: number, leaves: number],
  rounds: number,
): Promise<Record<number, number>> {
  const script = join(import.meta.dirname, 'score_xgboost.py');
  const command = [interpreter, script, folder, ...shape.map(String), sizes.join(','), String(rounds)];
  return runForJson(command, { OMP_NUM_THREADS: '1' });
}

function scoreEngine(folder: string, rounds: number): Promise<EngineScores> {
  const script = join(import.meta.dirname, 'score-engine.ts');
  return runForJson([process.execPath, script, folder, sizes.join(','), String(rounds)]);
}

function renderScored(ours: Record<number, number>, theirs: Record<number, number>): string {
  const rows = sizes.map((size) => [
    size.toLocaleString('en-US'),
    ...[ours[size], theirs[size], ours[size] / theirs[size]].map(formatNumber),
  ]);
  return renderTable(['rows', 'engine', 'XGBoost', 'engine / XGBoost'], rows);
}
