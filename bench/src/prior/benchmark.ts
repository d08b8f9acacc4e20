import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { preparePython } from '../python/environment.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { describeRun } from '../report/machine.ts';

export const priorBenchmark: Benchmark = {
  summary:
    'A prior-fitted network for short tables: pre-trained on drawn tables for some minutes, then beside scikit-learn on tables of the corpus.',
  usage:
    '[--minutes N] [--training=ARGUMENTS] [--into FOLDER] [--tables FOLDER] [--only NAME,…] [--python INTERPRETER]',
  run: measurePrior,
};

/** Short tables of the corpus, of both tasks. */
const tableNames = [
  ...['r-ISLR-OJ', 'r-ISLR-College', 'r-Stat2Data-Hawks', 'r-Stat2Data-Pines', 'r-modeldata-attrition'],
  ...['r-modeldata-Sacramento', 'r-modeldata-concrete', 'r-openintro-bdims'],
  ...['keel-balanced-mammographic', 'keel-balanced-saheart'],
];

async function measurePrior(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      minutes: { type: 'string', default: '0' },
      training: { type: 'string', default: '' },
      into: { type: 'string', default: join(tmpdir(), 'sibyl-bench-prior') },
      tables: { type: 'string', default: join(tmpdir(), 'sibyl-bench-corpus') },
      only: { type: 'string' },
      python: { type: 'string' },
    },
  });
  const { minutes, training, into, tables, python } = values;
  const names = values.only?.split(',') ?? tableNames;
  const missing = names.filter((name) => !existsSync(join(tables, `${name}.csv`)));
  if (missing.length > 0)
    throw new Error(
      `${tables} lacks ${missing.join(', ')}: run "bench -- corpus" first, which writes its tables there`,
    );
  console.log(describeRun('prior', args, []));
  const interpreter = python ?? prepareTorch();
  const run = (script: string, ...rest: string[]) =>
    execFileSync(interpreter, [join(import.meta.dirname, script), ...rest], { stdio: 'inherit' });
  if (Number(minutes) > 0) run('pretrain.py', into, '--minutes', minutes, ...training.split(' ').filter(Boolean));
  const network = join(into, 'network.safetensors');
  if (!existsSync(network)) throw new Error(`${network} is not there: train a network first, with --minutes`);
  run('measure.py', network, tables, ...names);
}

/** Torch from PyPI brings the libraries of CUDA: some 3 GB at the first run. */
function prepareTorch(): string {
  const folder = join(import.meta.dirname, '../../.venv-prior');
  return preparePython([], { folder, requirementsFile: join(import.meta.dirname, 'prior-requirements.txt') })
    .interpreter;
}
