import { writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Benchmark } from '../report/benchmark.ts';
import { describeRun } from '../report/machine.ts';
import { foldCount, readExamples, readTables } from './examples.ts';
import { importTables } from './import-tables.ts';
import { ownQuestions } from './own-questions.ts';
import { train } from './train.ts';

export const readerBenchmark: Benchmark = {
  summary:
    'Trains what ranks the readings of questions from questions with answers, judges it by folds of their tables, and writes the model of all. Folders: `questions.tsv` (id, table, question, answer) and `tables` of CSV files, `DATABASE~TABLE.csv` where these are of databases: WikiTableQuestions is such a folder, `python bench/src/reader/data/spider.py <Spider and MachineSpider> <folder>` and `python bench/src/reader/data/made.py <public tables> <folder>` make others.',
  usage:
    '--data <folder[@count]>... --cache <folder of read tables> [--count <questions of each>] [--rounds <trees>] [--judge <folds>] [--without <fold, left for asking the whole service>] [--threads <n>] [--blind <prefix of models, each of all folds but one>] [--out <file>] [--verdicts <file>]',
  run: trainReader,
};

async function trainReader(options: string[]): Promise<void> {
  const text = { type: 'string' } as const;
  const data = { type: 'string', multiple: true } as const;
  const known = {
    ...{ data, cache: text, count: text, rounds: text, judge: text },
    ...{ without: text, threads: text, blind: text, out: text, verdicts: text },
  };
  const {
    data: folders = [],
    cache,
    count = '100000',
    rounds = '250',
    judge = String(foldCount),
    without,
    threads = '2',
    blind,
    out,
    verdicts,
  } = parseArgs({ args: options, options: known }).values;
  if (folders.length === 0 || !cache) throw new Error('reader needs --data <folder> and --cache <folder>');
  console.log(describeRun('reader', options, []));
  const own = await ownQuestions();
  const tables = new Map(own.tables);
  const examples = [...own.examples];
  for (const named of folders) {
    const [folder, own = count] = named.split('@');
    const read = join(cache, `${basename(folder)}.jsonl`);
    await importTables(join(folder, 'tables'), read);
    const found = readTables(read);
    for (const [file, table] of found) tables.set(file, table);
    examples.push(...someOf(readExamples(folder, found), Number(own)));
  }
  const started = performance.now();
  const model = await train({
    examples: examples.filter(({ fold }) => String(fold) !== without),
    tables,
    folds: foldCount,
    judged: Number(judge),
    threads: Number(threads),
    trees: { rounds: Number(rounds), maxLeaves: 48, learningRate: 0.1 },
    say: (...words) => console.log(`${((performance.now() - started) / 1000).toFixed(0)} s`, ...words),
    keepBlind: (fold, bytes) => {
      if (blind) writeFileSync(`${blind}-${fold}.safetensors`, bytes);
    },
    keep: (judged) => {
      const lines = judged.map(({ example: { id }, ...one }) => JSON.stringify({ id, ...one }));
      if (verdicts) writeFileSync(verdicts, lines.join('\n'));
    },
  });
  if (out) writeFileSync(out, model);
  console.log(`${model.length} bytes`);
}

/** Evenly chosen, at most `count`. */
function someOf<Item>(every: readonly Item[], count: number): Item[] {
  const part = Math.min(1, count / every.length);
  return every.filter((_, at) => Math.floor((at + 1) * part) > Math.floor(at * part));
}
