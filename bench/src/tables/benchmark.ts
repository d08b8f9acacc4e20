import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { makeScratchFolder } from '../process/scratch.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { describeRun } from '../report/machine.ts';
import { readInteger } from '../report/options.ts';
import { renderTable } from '../report/table.ts';
import { startSibyl } from '../service/sibyl.ts';
import { ask } from './ask.ts';
import { failures, kinds } from './finding.ts';
import { type KnownFile, writeTables } from './packages.ts';
import { type Tried, tryTable } from './try-table.ts';

export const tablesBenchmark: Benchmark = {
  summary: 'Tables that Python and npm packages ship: whether each is read whole, learned from and answered about.',
  usage:
    '[--from 0] [--count 600] [--only NAME,NAME] [--budget 2] [--seed 1] [--at-once 1] [--tables FOLDER] [--log FILE] [--resume] [--python INTERPRETER]',
  run: measureTables,
};

async function measureTables(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      from: { type: 'string', default: '0' },
      count: { type: 'string', default: '600' },
      only: { type: 'string' },
      budget: { type: 'string', default: '2' },
      seed: { type: 'string', default: '1' },
      'at-once': { type: 'string', default: '1' },
      tables: { type: 'string', default: join(tmpdir(), 'sibyl-bench-tables') },
      log: { type: 'string' },
      resume: { type: 'boolean', default: false },
      python: { type: 'string' },
    },
  });
  const [from, count] = [values.from, values.count].map((text, place) =>
    readInteger(['--from', '--count'][place], text, 0, 1_000_000),
  );
  // Zero imports only.
  const budget = readInteger('--budget', values.budget, 0, 3600);
  const seed = readInteger('--seed', values.seed, 0, 2 ** 31);
  const atOnce = readInteger('--at-once', values['at-once'], 1, 16);
  console.log(describeRun('tables', args, []));
  const all = writeTables(values.tables, values.python);
  const only = values.only?.split(',');
  const wanted = only ? all.filter(({ name }) => only.includes(name)) : all.slice(from, from + count);
  if (wanted.length === 0) throw new Error(`There is no such table among the ${all.length} in ${values.tables}.`);
  const log = openLog(values.log, values.resume);
  const left = wanted.filter(({ name }) => !log.tried.has(name));
  const project = await startProject();
  // All of them take from one iterator.
  const next = left.values();
  const work = async () => {
    for (const known of next) {
      const tried = await tryTable({ project, folder: values.tables, seed, budget }, known);
      log.add(tried);
      console.log(lineOf(known, tried));
    }
  };
  await Promise.all(Array.from({ length: atOnce }, work));
  report([...log.tried.values()]);
}

async function startProject(): Promise<string> {
  const { base } = await startSibyl({
    dataDirectory: join(makeScratchFolder(), 'sibyl'),
    environment: { SIBYL_SAMPLE: '0' },
  });
  await ask(`${base}/api/projects`, JSON.stringify({ name: 'tables' }));
  return `${base}/api/projects/tables`;
}

/** Keeps each result in a file of lines, so that a run that ends early can be resumed. */
function openLog(file: string | undefined, isResumed: boolean) {
  const lines = file && isResumed && existsSync(file) ? readFileSync(file, 'utf8').split('\n').filter(Boolean) : [];
  if (file && !isResumed) writeFileSync(file, '');
  const tried = new Map(lines.map((line) => JSON.parse(line) as Tried).map((one) => [one.name, one]));
  const add = (one: Tried) => {
    tried.set(one.name, one);
    if (file) appendFileSync(file, `${JSON.stringify(one)}\n`);
  };
  return { tried, add };
}

function lineOf({ name, style }: KnownFile, { rows, columns, learned, found, seconds }: Tried): string {
  const size = rows === undefined ? 'refused' : `${rows} x ${columns?.length}`;
  const first = `${name} (${style}) ${size}; ${learned.join('; ')}; ${seconds.toFixed(1)} s`;
  return [first, ...found.map(({ kind, what }) => `    ${kind}: ${what}`)].join('\n');
}

function report(all: readonly Tried[]): void {
  const found = all.flatMap((tried) => tried.found);
  const counts = Object.entries(kinds).map(([kind, meaning]) => {
    const tables = all.filter((tried) => tried.found.some((one) => one.kind === kind)).length;
    return [kind, String(tables), String(found.filter((one) => one.kind === kind).length), meaning];
  });
  const cells = all.reduce((sum, { rows = 0, columns = [] }) => sum + rows * columns.length, 0);
  const seconds = all.reduce((sum, one) => sum + one.seconds, 0);
  const trainings = all.reduce((sum, { learned }) => sum + learned.length, 0);
  console.log(`\n${all.length} tables, ${cells} cells, ${trainings} trainings, ${seconds.toFixed(0)} s\n`);
  console.log(renderTable(['kind', 'tables', 'findings', 'meaning'], counts));
  if (found.some(({ kind }) => failures.includes(kind))) process.exitCode = 1;
}
