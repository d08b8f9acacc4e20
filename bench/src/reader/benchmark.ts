import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Benchmark } from '../report/benchmark.ts';
import { describeRun } from '../report/machine.ts';
import { foldCount, readExamples, readTables } from './examples.ts';
import { importTables } from './import-tables.ts';
import { ownQuestions } from './own-questions.ts';
import { train } from './train.ts';

export const readerBenchmark: Benchmark = {
  summary:
    'Trains what ranks the readings of questions from questions with answers, judges it by folds of their tables, and writes the model of all. Folder: `questions.tsv` (id, table, question, answer) and `tables` of CSV files.',
  usage:
    '--data <folder> --cache <file of read tables> [--count <questions>] [--rounds <trees>] [--out <file>] [--verdicts <file>]',
  run: trainReader,
};

async function trainReader(options: string[]): Promise<void> {
  const text = { type: 'string' } as const;
  const known = { data: text, cache: text, count: text, rounds: text, out: text, verdicts: text };
  const {
    data,
    cache,
    count = '100000',
    rounds = '150',
    out,
    verdicts,
  } = parseArgs({ args: options, options: known }).values;
  if (!data || !cache) throw new Error('reader needs --data <folder> and --cache <file>');
  console.log(describeRun('reader', options, []));
  await importTables(join(data, 'tables'), cache);
  const own = await ownQuestions();
  const tables = readTables(cache);
  const every = readExamples(data, tables);
  const part = Math.min(1, Number(count) / every.length);
  const some = every.filter((_, at) => Math.floor((at + 1) * part) > Math.floor(at * part));
  const started = performance.now();
  const model = train({
    examples: [...some, ...own.examples],
    tables: new Map([...tables, ...own.tables]),
    folds: foldCount,
    trees: { rounds: Number(rounds), maxLeaves: 24, learningRate: 0.1 },
    say: (...words) => console.log(`${((performance.now() - started) / 1000).toFixed(0)} s`, ...words),
    keep: (judged) => {
      const lines = judged.map(({ example: { id }, ...one }) => JSON.stringify({ id, ...one }));
      if (verdicts) writeFileSync(verdicts, lines.join('\n'));
    },
  });
  if (out) writeFileSync(out, model);
  console.log(`${model.length} bytes`);
}
