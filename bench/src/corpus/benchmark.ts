import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { preparePython } from '../python/environment.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { describeRun } from '../report/machine.ts';
import { readInteger } from '../report/options.ts';
import { writeTables } from '../tables/packages.ts';
import { standardErrorsApart } from './apart.ts';
import { renderComparison } from './compare.ts';
import type { Line } from './line.ts';

export const corpusBenchmark: Benchmark = {
  summary:
    'A hundred tables that packages ship: held-out scores beside LightGBM, scikit-learn, CatBoost, AutoGluon and FLAML, whose answers are kept.',
  usage:
    '[--tables FOLDER] [--into FOLDER] [--label NAME] [--short | --searched | --fresh] [--only NAME,…] [--seconds 60] [--options JSON] [--peers NAME,…] [--python INTERPRETER]',
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
      fresh: { type: 'boolean', default: false },
      seconds: { type: 'string' },
      only: { type: 'string' },
      options: { type: 'string', default: '{}' },
      peers: { type: 'string', default: 'lightgbm,histogram,forest,extra,catboost' },
      python: { type: 'string' },
    },
  });
  const { tables, into, label } = values;
  const seconds = values.seconds === undefined ? undefined : readInteger('--seconds', values.seconds, 1, 3600);
  const options = { ...(seconds && { timeBudgetSeconds: seconds }), ...JSON.parse(values.options) };
  writeTables(tables, values.python);
  console.log(describeRun('corpus', args, []));
  const names = namesOf(values);
  const askPeers = preparePeers(values.peers.split(',').filter(Boolean), values);
  const log = join(into, `${label}.ndjson`);
  // All are asked of one table before the next, so that a run which is cut leaves whole lines.
  for (const name of names) {
    askPeers([tables, into], seconds ?? usualSeconds, name);
    if (!isLearned(log, name)) appendFileSync(log, learnOne(into, name, label, options));
  }
  const apart = (name: string, peer: string) => standardErrorsApart(into, name, label, peer);
  console.log(renderComparison(names, readLines(log), readLines(join(into, 'peers.ndjson')), apart));
}

/** What searchers have where `--seconds` does not say it; ours then has what its quality has. */
const usualSeconds = 60;

/** Peers that search need packages of their own. */
const searchers = ['autogluon', 'flaml'];

type AskPeers = (folders: readonly string[], seconds: number, name: string) => void;

function preparePeers(peers: readonly string[], { python }: { python?: string }): AskPeers {
  const kinds = [
    { asked: peers.filter((peer) => !searchers.includes(peer)), environment: 'corpus' },
    { asked: peers.filter((peer) => searchers.includes(peer)), environment: 'searchers' },
  ].filter(({ asked }) => asked.length > 0);
  const prepared = kinds.map(({ asked, environment }) => {
    const folder = join(import.meta.dirname, `../../.venv-${environment}`);
    const requirementsFile = join(import.meta.dirname, `${environment}-requirements.txt`);
    return { asked, interpreter: python ?? preparePython([], { folder, requirementsFile }).interpreter };
  });
  const script = join(import.meta.dirname, 'peers.py');
  return (folders, seconds, name) => {
    for (const { asked, interpreter } of prepared)
      execFileSync(interpreter, [script, ...folders, asked.join(','), String(seconds), name], { stdio: 'inherit' });
  };
}

interface Entry {
  file: string;
  short?: boolean;
  /** Small enough in number that peers which search for a minute are asked too. */
  searched?: boolean;
  /** No choice of models was made on it: what was gained on the others is judged here. */
  fresh?: boolean;
}

type Wanted = Record<'short' | 'searched' | 'fresh', boolean> & { only?: string };

function namesOf({ short, searched, fresh, only }: Wanted): string[] {
  const entries: Entry[] = JSON.parse(readFileSync(join(import.meta.dirname, 'tables.json'), 'utf8'));
  const named = only?.split(',');
  const wanted = entries.filter((entry) =>
    named
      ? named.includes(entry.file)
      : fresh === (entry.fresh ?? false) && (!short || entry.short) && (!searched || entry.searched),
  );
  return wanted.map(({ file }) => file);
}

function isLearned(log: string, name: string): boolean {
  return readLines(log).some(({ table }) => table === name);
}

/** Each table has a process of its own, so that one does not warm up another. */
function learnOne(into: string, name: string, label: string, options: object): string {
  const asked = [join(import.meta.dirname, 'learn-one.ts'), join(into, `${name}.csv`), JSON.stringify(options)];
  const answers = join(into, 'answers', `${name}.${label}.json`);
  const found = execFileSync(process.execPath, [...asked, answers], { encoding: 'utf8' });
  return `${JSON.stringify({ table: name, ...JSON.parse(found) })}\n`;
}

function readLines(path: string): Line[] {
  if (!existsSync(path)) return [];
  const lines = readFileSync(path, 'utf8').split('\n').filter(Boolean);
  return lines.map((line) => JSON.parse(line));
}
