import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { preparePython } from '../python/environment.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { describeRun } from '../report/machine.ts';
import { writeTables } from '../tables/packages.ts';
import { renderComparison } from './compare.ts';
import type { Line } from './line.ts';

export const corpusBenchmark: Benchmark = {
  summary:
    'A hundred tables that packages ship: held-out scores beside LightGBM, scikit-learn, CatBoost, AutoGluon and FLAML, whose answers are kept.',
  usage:
    '[--tables FOLDER] [--into FOLDER] [--label NAME] [--short | --searched] [--only NAME,…] [--options JSON] [--peers NAME,…] [--python INTERPRETER]',
  run: measureCorpus,
};

async function measureCorpus(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      tables: { type: 'string', default: join(tmpdir(), 'sibyl-bench-tables') },
      into: { type: 'string', default: join(tmpdir(), 'sibyl-bench-corpus') },
      label: { type: 'string', default: 'sibyl' },
      short: { type: 'boolean', default: false },
      searched: { type: 'boolean', default: false },
      only: { type: 'string' },
      options: { type: 'string', default: '{}' },
      peers: { type: 'string', default: 'lightgbm,histogram,forest,extra,catboost' },
      python: { type: 'string' },
    },
  });
  const { tables, into, label, options } = values;
  writeTables(tables, values.python);
  console.log(describeRun('corpus', args, []));
  const names = namesOf(values);
  askPeers(values.peers.split(',').filter(Boolean), names, values);
  const log = join(into, `${label}.ndjson`);
  for (const name of names) if (!isLearned(log, name)) appendFileSync(log, learnOne(into, name, options));
  console.log(renderComparison(names, readLines(log), readLines(join(into, 'peers.ndjson'))));
}

/** Peers that search for a minute each need packages of their own. */
const searchers = ['autogluon', 'flaml'];

function askPeers(
  peers: readonly string[],
  names: readonly string[],
  { tables, into, python }: { tables: string; into: string; python?: string },
): void {
  const kinds = [
    { asked: peers.filter((peer) => !searchers.includes(peer)), environment: 'corpus' },
    { asked: peers.filter((peer) => searchers.includes(peer)), environment: 'searchers' },
  ];
  for (const { asked, environment } of kinds.filter((kind) => kind.asked.length > 0)) {
    const folder = join(import.meta.dirname, `../../.venv-${environment}`);
    const requirementsFile = join(import.meta.dirname, `${environment}-requirements.txt`);
    const interpreter = python ?? preparePython([], { folder, requirementsFile }).interpreter;
    const script = join(import.meta.dirname, 'peers.py');
    execFileSync(interpreter, [script, tables, into, asked.join(','), ...names], { stdio: 'inherit' });
  }
}

interface Entry {
  file: string;
  short?: boolean;
  /** Small enough in number that peers which search for a minute are asked too. */
  searched?: boolean;
}

function namesOf({ short, searched, only }: { short: boolean; searched: boolean; only?: string }): string[] {
  const entries: Entry[] = JSON.parse(readFileSync(join(import.meta.dirname, 'tables.json'), 'utf8'));
  const named = only?.split(',');
  const wanted = entries.filter((entry) =>
    named ? named.includes(entry.file) : (!short || entry.short) && (!searched || entry.searched),
  );
  return wanted.map(({ file }) => file);
}

function isLearned(log: string, name: string): boolean {
  return readLines(log).some(({ table }) => table === name);
}

/** Each table has a process of its own, so that one does not warm up another. */
function learnOne(into: string, name: string, options: string): string {
  const script = join(import.meta.dirname, 'learn-one.ts');
  const found = execFileSync(process.execPath, [script, join(into, `${name}.csv`), options], { encoding: 'utf8' });
  return `${JSON.stringify({ table: name, ...JSON.parse(found) })}\n`;
}

function readLines(path: string): Line[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}
