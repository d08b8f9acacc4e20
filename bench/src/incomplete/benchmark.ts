import { existsSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Model } from '@sibyl/engine/model.ts';
import { train } from '@sibyl/engine/train.ts';
import { readCsv } from '../accuracy/csv.ts';
import { type BenchTable, tablesOfFolder } from '../accuracy/tables.ts';
import { countProcessorTime } from '../process/processor-time.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { describeRun } from '../report/machine.ts';
import { readInteger } from '../report/options.ts';
import { renderTable } from '../report/table.ts';
import { answer, type Judged, judge, levels, meanOf } from './judge.ts';
import { judgeNarrowModel } from './narrow-model.ts';
import { divide, drawSubsets, type Question, withOnly } from './question.ts';

export const incompleteBenchmark: Benchmark = {
  summary: 'Predictions for rows with only some inputs, compared with models trained on just those inputs.',
  usage:
    '--data <folder> [--files <name>=<target>,…] [--ignore <column>,…] [--only <name>,…] [--given <column>+<column>,…] [--subsets 20] [--rows 4000] [--seconds 3] [--whole-seconds 60] [--kept <folder>]',
  run: runIncomplete,
};

const shares = [0.25, 0.5, 0.75];
const mostAsked = 1000;

const optionTypes = {
  data: { type: 'string' },
  files: { type: 'string', default: '' },
  ignore: { type: 'string', default: '' },
  only: { type: 'string' },
  given: { type: 'string' },
  subsets: { type: 'string', default: '20' },
  rows: { type: 'string', default: '4000' },
  seconds: { type: 'string', default: '3' },
  'whole-seconds': { type: 'string', default: '60' },
  kept: { type: 'string' },
} as const;

async function runIncomplete(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: optionTypes });
  const { data, only, kept } = values;
  if (data === undefined) throw new Error('say where the tables are: --data DIR');
  const subsets = readInteger('--subsets', values.subsets, 1, 1000);
  const rows = readInteger('--rows', values.rows, 100, 1_000_000);
  const seconds = readInteger('--seconds', values.seconds, 1, 600);
  const wholeSeconds = readInteger('--whole-seconds', values['whole-seconds'], 1, 3600);
  const wanted = only?.split(',');
  const listed = values.files.split(',').filter((file) => file !== '');
  const known = [...tablesOfFolder(data), ...listed.map((file) => tableOf(data, file, values.ignore.split(',')))];
  const tables = known.filter(({ name }) => !wanted || wanted.includes(name));
  if (tables.length === 0)
    throw new Error(`there is no such table; known here are: ${known.map(({ name }) => name).join(', ')}`);
  console.log(describeRun('incomplete', args, []));
  countProcessorTime();
  const lines: string[][] = [];
  for (const bench of tables) {
    const question = divide(bench, rows, mostAsked);
    const started = performance.now();
    const model = await train(question.known, { ...bench.request, timeBudgetSeconds: wholeSeconds });
    const trained = ((performance.now() - started) / 1000).toFixed(1);
    console.error(`${bench.name}: ${trained} s, ${model.toBytes().length} bytes`);
    const truth = Float64Array.from(question.asked, (row) => model.readTruth(row[bench.request.target]) ?? Number.NaN);
    const { inputs } = model.description;
    const asked = values.given
      ? values.given.split(',').map((set) => ({ name: set, subsets: [set.split('+')] }))
      : shares.map((share) => ({ name: `${Math.round(share * 100)} %`, subsets: drawSubsets(inputs, share, subsets) }));
    for (const { name, subsets: drawn } of asked) {
      const line = await judgeSubsets({ question, model, truth, name, drawn, seconds, kept });
      console.error(line.join('  '));
      lines.push(line);
    }
  }
  console.log(renderTable(header, lines));
}

/** Parses `diamonds=price`: a file of the folder and its target. */
function tableOf(data: string, file: string, ignored: readonly string[]): BenchTable {
  const [name, target] = file.split('=');
  const path = join(data, `${name}.csv`);
  if (!target || !existsSync(path))
    throw new Error(`--files ${file}: say a CSV of ${data} and its target, name=target`);
  const load = () => readCsv(readFileSync(path, 'utf8'));
  const ignore = load().columns.flatMap((column) => (ignored.includes(column.name) ? [column.name] : []));
  return { name: basename(name), request: { target, ignore }, metric: 'r2_score', load };
}

const header = [
  'table',
  'inputs',
  'error, by a model of these columns',
  'times that',
  'worst subset',
  'RMSE, times',
  ...levels.map((level) => `inside ${level}`),
  'farthest at 0.9',
  'width, times',
  'calibration error',
  'by chance alone',
  'of those models',
  'µs a row',
];

interface Asking {
  question: Question;
  model: Model;
  truth: Float64Array;
  /** What the line is called, and the inputs that each subset has. */
  name: string;
  drawn: readonly string[][];
  seconds: number;
  kept: string | undefined;
}

async function judgeSubsets(asking: Asking): Promise<string[]> {
  const { question, model, truth, name, drawn, seconds, kept } = asking;
  const pairs: { own: Judged; narrow: Judged }[] = [];
  for (const columns of drawn) {
    const own = judge(model, withOnly(question.asked, columns), truth);
    pairs.push({ own, narrow: await judgeNarrowModel(question, columns, truth, seconds, kept) });
  }
  const mean = (figure: (pair: (typeof pairs)[number]) => number) => meanOf(pairs.map(figure));
  const ratios = pairs.map(({ own, narrow }) => own.error / narrow.error);
  const farthest = pairs.map(({ own }) => own.coverages[1]).sort((a, b) => Math.abs(b - 0.9) - Math.abs(a - 0.9))[0];
  return [
    question.bench.name,
    name,
    format(mean(({ narrow }) => narrow.error)),
    format(meanOf(ratios)),
    format(Math.max(...ratios)),
    format(mean(({ own, narrow }) => own.squared / narrow.squared)),
    ...levels.map((_, level) => format(mean(({ own }) => own.coverages[level] ?? Number.NaN))),
    format(farthest ?? Number.NaN),
    format(mean(({ own, narrow }) => own.width / narrow.width)),
    format(mean(({ own }) => own.calibrationError)),
    format(mean(({ own }) => own.chanceCalibrationError)),
    format(mean(({ narrow }) => narrow.calibrationError)),
    timeSingleRows(model, withOnly(question.asked, drawn[0])).toFixed(0),
  ];
}

/** Times single rows: the fastest of some rounds, after as many warm-up rounds. */
function timeSingleRows(model: Model, rows: readonly Record<string, unknown>[]): number {
  const [count, rounds] = [50, 5];
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const started = performance.now();
    for (let index = 0; index < count; index++) answer(model, [rows[index % rows.length]], 0.9);
    best = Math.min(best, performance.now() - started);
  }
  return (best * 1000) / count;
}

function format(value: number): string {
  return Number.isNaN(value) ? '' : String(Number(value.toPrecision(3)));
}
