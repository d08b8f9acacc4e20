import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Model } from '@sibyl/engine/model.ts';
import type { Table } from '@sibyl/engine/table.ts';
import { train } from '@sibyl/engine/train.ts';
import { readCsv } from '../accuracy/csv.ts';
import { countProcessorTime } from '../process/processor-time.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { describeRun } from '../report/machine.ts';
import { readInteger } from '../report/options.ts';
import { renderTable } from '../report/table.ts';
import { drawWideTable, mattering, originOf, target, type WideTable, withShuffled } from './wide-table.ts';

export const importancesBenchmark: Benchmark = {
  summary:
    'How often columns that matter are among the ten most important of wide tables with a rare class, and how often noise is called important.',
  usage: '[--budget 20] [--rows 5000] [--data DIR of CSV files whose last column is the target]',
  run: runImportances,
};

const topTen = 10;
const noiseAdded = 10;

const wideTables: readonly WideTable[] = [60, 120, 300].flatMap((inputs, place) =>
  [0.02, 0.05, 0.1].flatMap((positive, step) =>
    [true, false].map((hasCopies) => ({
      inputs,
      positive,
      hasCopies,
      seed: 10 * place + 2 * step + Number(hasCopies),
    })),
  ),
);

async function runImportances(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      budget: { type: 'string', default: '20' },
      rows: { type: 'string', default: '5000' },
      data: { type: 'string' },
    },
  });
  const budget = readInteger('--budget', values.budget, 1, 600);
  const rows = readInteger('--rows', values.rows, 200, 1_000_000);
  console.log(describeRun('importances', args, []));
  countProcessorTime();
  const lines: string[][] = [];
  const { data } = values;
  for (const wide of data === undefined ? wideTables : []) {
    const name = `${wide.inputs} inputs, ${100 * wide.positive} %${wide.hasCopies ? ', near-copies' : ''}`;
    lines.push([name, ...(await judge(drawWideTable(wide, rows), target, budget))]);
    console.error(lines.at(-1)!.join(' | '));
  }
  for (const file of data === undefined ? [] : readdirSync(data).sort()) {
    const table = readCsv(readFileSync(join(data!, file), 'utf8'));
    const named = table.columns.at(-1)!.name;
    lines.push([file, ...(await judge(withShuffled(table, named, noiseAdded, 1), named, budget))]);
    console.error(lines.at(-1)!.join(' | '));
  }
  const header = [
    'table',
    'score',
    'of those that matter, in the top ten',
    'beyond chance',
    'noise',
    'called important',
  ];
  console.log(renderTable(header, lines));
}

async function judge(table: Table, column: string, timeBudgetSeconds: number): Promise<string[]> {
  const model = await train(table, { target: column, timeBudgetSeconds });
  const ranked = rank(model);
  const top = new Set(ranked.slice(0, topTen).map(({ name }) => originOf(name)));
  const beyond = new Set(ranked.filter(({ isBeyond }) => isBeyond).map(({ name }) => originOf(name)));
  const noise = ranked.filter(({ name }) => name.startsWith('noise_'));
  const { accuracies } = model.description;
  const known = table.columns.some(({ name }) => name === mattering[0]) ? mattering : [];
  return [
    accuracies.auc === undefined ? `R² ${accuracies.r2_score.toFixed(3)}` : `AUC ${accuracies.auc.toFixed(3)}`,
    known.length === 0 ? '' : `${known.filter((name) => top.has(name)).length} of ${known.length}`,
    known.length === 0 ? String(beyond.size) : String(known.filter((name) => beyond.has(name)).length),
    String(noise.length),
    String(noise.filter(({ isBeyond }) => isBeyond).length),
  ];
}

/** Inputs, the most important first, by the share that is not cut where it is within noise. */
function rank({ description: { importanceLosses, columnImportances } }: Model) {
  return Object.entries(importanceLosses)
    .map(([name, { share = 0 }]) => ({ name, share, isBeyond: columnImportances[name] > 0 }))
    .sort((a, b) => b.share - a.share);
}
