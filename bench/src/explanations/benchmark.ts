import { parseArgs } from 'node:util';
import type { Model } from '@sibyl/engine/model.ts';
import { train } from '@sibyl/engine/train.ts';
import { countProcessorTime } from '../process/processor-time.ts';
import { preparePython } from '../python/environment.ts';
import type { Benchmark } from '../report/benchmark.ts';
import { describeRun } from '../report/machine.ts';
import { readInteger } from '../report/options.ts';
import { renderTable } from '../report/table.ts';
import { measureCost } from './cost.ts';
import { askPeer } from './peer.ts';
import { drawTable, inputCount, type KnownTable, laws } from './tables.ts';

export const explanationsBenchmark: Benchmark = {
  summary:
    'Contributions compared with shap on the same background, importances with scikit-learn, curves with plain ones over all rows.',
  usage: '[--rows 100] [--asked 8] [--budget 6] [--only <law>,…] | --cost',
  run: runExplanations,
};

const names = Array.from({ length: inputCount }, (_, index) => `x${index}`);
/** Held-out rows for importances: the peer asks for each of them twenty-five times. */
const heldRows = 300;

async function runExplanations(args: string[]): Promise<void> {
  const options = {
    rows: { type: 'string', default: '100' },
    asked: { type: 'string', default: '8' },
    budget: { type: 'string', default: '6' },
    only: { type: 'string' },
    cost: { type: 'boolean', default: false },
  } as const;
  const { values } = parseArgs({ args, options });
  if (values.cost) return measureCost(args);
  // Up to a hundred rows are the background as they are; of more, a hundred are chosen, and the peer has all.
  const rows = readInteger('--rows', values.rows, 30, 2000);
  const asked = readInteger('--asked', values.asked, 1, 1000);
  const budget = readInteger('--budget', values.budget, 1, 600);
  const python = preparePython(['shap', 'scikit-learn', 'numpy']);
  console.log(describeRun('explanations', args, python.versions));
  countProcessorTime();
  const lines: string[][] = [];
  const wanted = values.only?.split(',');
  for (const [place, [name, law]] of Object.entries(laws).entries()) {
    if (wanted && !wanted.some((part) => name.includes(part))) continue;
    const known = drawTable(law, rows, 100 + place);
    const model = await trainOn(known, budget);
    const held = drawTable(law, heldRows, 200 + place);
    lines.push([name, ...(await compare(model, known, held, asked, python.interpreter))]);
    console.error(lines[lines.length - 1].join(' | '));
  }
  const header = [
    'law',
    'members',
    'worst difference from shap, of its total',
    'told error',
    'base',
    "shap's",
    'µs a row',
  ];
  console.log(renderTable([...header, 'importances (ours; scikit-learn)', 'worst curve, of its span'], lines));
}

function trainOn({ rows, truth }: KnownTable, timeBudgetSeconds: number): Promise<Model> {
  const columns = names.map((name, input) => ({
    name,
    type: 'number' as const,
    values: Float64Array.from(rows, (row) => row[input]),
  }));
  const target = { name: 'y', type: 'number' as const, values: Float64Array.from(truth) };
  return train(
    { rowCount: rows.length, columns: [...columns, target] },
    { target: 'y', task: 'regression', timeBudgetSeconds },
  );
}

function cellsOf(row: readonly number[]): Record<string, number> {
  return Object.fromEntries(names.map((name, input) => [name, row[input]]));
}

async function compare(
  model: Model,
  known: KnownTable,
  held: KnownTable,
  asked: number,
  interpreter: string,
): Promise<string[]> {
  const answer = (rows: readonly number[][]) => [...model.predict(rows.map(cellsOf), {}, [])!.values];
  const rows = held.rows.slice(0, asked);
  const peer = await askPeer(interpreter, { background: known.rows, rows, held }, answer);
  const cells = rows.map(cellsOf);
  const explained = model.explain(cells, {}, [])!;
  const begun = performance.now();
  const rounds = 5;
  for (let round = 0; round < rounds; round++) model.explain(cells, {}, []);
  const microseconds = ((performance.now() - begun) * 1000) / rounds / rows.length;
  const differences = peer.values.map((values, row) => {
    const total = values.reduce((sum, value) => sum + Math.abs(value), 0);
    const apart = values.map((value, input) => Math.abs(value - explained.contributions[row * inputCount + input]));
    return Math.max(...apart) / total;
  });
  const chosen = model.description.candidates.filter(({ selected }) => selected).length;
  const ours = names.map((name) => model.description.importanceLosses[name].increase.toPrecision(2));
  return [
    String(chosen),
    `${(100 * Math.max(...differences)).toFixed(2)} %`,
    Math.max(...explained.errors).toPrecision(2),
    explained.base[0].toPrecision(5),
    peer.base[0].toPrecision(5),
    microseconds.toFixed(0),
    `${ours.join(' ')}; ${peer.importances.map((value) => value.toPrecision(2)).join(' ')}`,
    `${(100 * worstCurve(model, known, answer)).toFixed(1)} %`,
  ];
}

/** Returns the largest distance of a curve from the plain one over all training rows, as a share of its span. */
function worstCurve(
  { description }: Model,
  { rows }: KnownTable,
  answer: (rows: readonly number[][]) => number[],
): number {
  const shares = description.dependence.map(({ column, points }) => {
    const input = names.indexOf(column);
    const means = points.map(({ mean }) => mean);
    const apart = points.map(({ value, mean }) => {
      const plain = answer(rows.map((row) => row.map((cell, index) => (index === input ? Number(value) : cell))));
      return Math.abs(plain.reduce((sum, one) => sum + one / plain.length, 0) - mean);
    });
    return Math.max(...apart) / Math.max(Math.max(...means) - Math.min(...means), 1e-9);
  });
  return Math.max(...shares);
}
