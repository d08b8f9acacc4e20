/** `npm run bench -- accuracy --data DIR [--only NAME,…] [--rounds 5]`: our figures on held-out fifths beside the recorded ones. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { Model, Predictions } from '@sibyl/engine/model.ts';
import { measureClasses, measureRegression } from '@sibyl/engine/selection/metrics.ts';
import type { Table } from '@sibyl/engine/table.ts';
import { train } from '@sibyl/engine/train.ts';
import { cellOf, pickRows, readCsv, rowObject } from './csv.ts';
import { bestReference } from './reference.ts';
import { benchTables } from './tables.ts';

type Bench = (typeof benchTables)[number];

/** One line of the printed table. */
type Line = Record<string, string | number>;

export async function runAccuracy(args: string[]): Promise<void> {
  const { values } = parseArgs({
    args,
    options: {
      data: { type: 'string' },
      only: { type: 'string' },
      fold: { type: 'string', default: '4' },
      verbose: { type: 'boolean' },
    },
  });
  if (values.data === undefined) throw new Error('say where the tables are: --data DIR');
  const wanted = values.only?.split(',');
  const lines: Line[] = [];
  for (const bench of benchTables) {
    const path = join(values.data, `${bench.file}.csv`);
    if ((wanted && !wanted.includes(bench.file)) || !existsSync(path)) continue;
    const table = readCsv(readFileSync(path, 'utf8'));
    lines.push({
      table: bench.file,
      ...(await measureTable(bench, table, values.data, Number(values.fold), values.verbose)),
    });
    console.table(lines.slice(-1));
  }
  console.table(lines);
}

/** Trains on the rows whose number leaves another rest by five than `fold`, and measures on the others. */
async function measureTable(
  bench: Bench,
  whole: Table,
  folder: string,
  fold: number,
  verbose?: boolean,
): Promise<Line> {
  const target = whole.columns.find((column) => column.name === bench.target);
  if (!target) throw new Error(`${bench.file} has no column ${bench.target}`);
  const labelled = pickRows(whole, (row) => cellOf(target, row) !== null);
  const { file: _, ...request } = bench;
  const model = await train(
    pickRows(labelled, (row) => row % 5 !== fold),
    request,
  );
  if (verbose) console.dir(model.description, { depth: 4 });
  const test = pickRows(labelled, (row) => row % 5 === fold);
  const rows = Array.from({ length: test.rowCount }, (__, row) => rowObject(test, row));
  const problems: Parameters<Model['predict']>[2] = [];
  const predictions = model.predict(rows, {}, problems);
  if (!predictions)
    throw new Error(`${problems.length} cells of ${bench.file} cannot be read: ${JSON.stringify(problems[0])}`);
  const truth = Float64Array.from(rows, (row) => model.readTruth(row[bench.target]) ?? Number.NaN);
  const perRow = timeSingleRows(model, rows);
  const best = bestReference(folder, bench.file);
  const line = predictions.probabilities
    ? classLine(model, truth, predictions.probabilities, predictions, best)
    : numberLine(model, truth, predictions, best);
  return { ...line, seconds: round(model.description.trainingSeconds, 1), 'us/row': round(perRow, 0) };
}

function timeSingleRows(model: Model, rows: readonly Record<string, unknown>[]): number {
  const count = 300;
  for (let index = 0; index < count; index++) model.predict([rows[index % rows.length]], {}, []);
  const started = performance.now();
  for (let index = 0; index < count; index++) model.predict([rows[index % rows.length]], {}, []);
  return ((performance.now() - started) * 1000) / count;
}

function numberLine(model: Model, truth: Float64Array, predictions: Predictions, best: Record<string, number>): Line {
  const { values, lower, upper } = predictions;
  const figures = measureRegression(truth, values);
  const inside = truth.filter(
    (value, row) => value >= (lower?.[row] ?? value) && value <= (upper?.[row] ?? value),
  ).length;
  const width = values.reduce((sum, _, row) => sum + (upper?.[row] ?? 0) - (lower?.[row] ?? 0), 0) / values.length;
  return {
    metric: 'R2',
    ours: round(figures.r2_score, 4),
    reference: round(best.r2, 4),
    estimate: round(model.description.accuracies.r2_score, 4),
    'MAE / log loss': round(figures.mae, 3),
    'its reference': round(best.mae, 3),
    'coverage / ECE': round(inside / truth.length, 3),
    width: round(width, 2),
  };
}

function classLine(
  model: Model,
  truth: Float64Array,
  probabilities: Float64Array,
  predictions: Predictions,
  best: Record<string, number>,
): Line {
  const figures = measureClasses(truth, probabilities, model.description.classes?.length ?? 0);
  return {
    metric: 'AUC',
    ours: round(figures.auc, 4),
    reference: round(best.auc, 4),
    estimate: round(model.description.accuracies.auc, 4),
    'MAE / log loss': round(figures.log_loss, 4),
    'its reference': round(best.logloss, 4),
    'coverage / ECE': round(calibrationError(truth, predictions), 4),
    'balanced accuracy': round(figures.balanced_accuracy, 4),
  };
}

/** Expected calibration error of the confidence in ten bins of equal width. */
function calibrationError(truth: Float64Array, { values, confidence }: Predictions): number {
  const bins = Array.from({ length: 10 }, () => ({ sure: 0, right: 0 }));
  for (const [row, sure] of confidence.entries()) {
    const bin = bins[Math.min(9, Math.floor(sure * 10))];
    bin.sure += sure;
    bin.right += values[row] === truth[row] ? 1 : 0;
  }
  return bins.reduce((sum, { sure, right }) => sum + Math.abs(sure - right), 0) / truth.length;
}

function round(value: number | undefined, digits: number): number {
  return value === undefined ? Number.NaN : Number(value.toFixed(digits));
}
