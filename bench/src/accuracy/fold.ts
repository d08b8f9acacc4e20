import type { Model, Predictions } from '@sibyl/engine/model.ts';
import type { Table } from '@sibyl/engine/table.ts';
import { train } from '@sibyl/engine/train.ts';
import { cellOf, pickRows, rowObject } from './csv.ts';
import type { BenchTable } from './tables.ts';

/** Levels of the bounds. */
export const levels = [0.8, 0.9, 0.95] as const;

/** Predictions of a model for rows that it was not trained on. */
export interface FoldResult {
  model: Model;
  truth: Float64Array;
  predictions: Predictions;
  /** Whether each truth is inside the bounds, one list per level; empty for classes. */
  inside: Uint8Array[];
  /** Mean width of the bounds, per level. */
  widths: number[];
  seconds: number;
  microsecondsPerRow: number;
}

/** Trains on the rows with `row % folds !== fold` and predicts the others. */
export async function runFold(bench: BenchTable, table: Table, folds: number, fold: number): Promise<FoldResult> {
  const target = table.columns.find(({ name }) => name === bench.request.target);
  if (!target) throw new Error(`${bench.name} has no column ${bench.request.target}`);
  const labelled = pickRows(table, (row) => cellOf(target, row) !== null);
  const known = pickRows(labelled, (row) => row % folds !== fold);
  const model = await train(known, bench.request);
  const held = pickRows(labelled, (row) => row % folds === fold);
  const rows = Array.from({ length: held.rowCount }, (_, row) => rowObject(held, row));
  const answers = levels.map((quantile) => answer(bench, model, rows, quantile));
  const truth = Float64Array.from(rows, (row) => model.readTruth(row[bench.request.target]) ?? Number.NaN);
  return {
    model,
    truth,
    predictions: answers[1],
    inside: model.description.classes ? [] : answers.map((one) => findInside(one, truth)),
    widths: answers.map(meanWidth),
    seconds: model.description.trainingSeconds,
    microsecondsPerRow: timeSingleRows(model, rows),
  };
}

function answer(bench: BenchTable, model: Model, rows: Record<string, unknown>[], quantile: number): Predictions {
  const problems: Parameters<Model['predict']>[2] = [];
  const predictions = model.predict(rows, { quantile }, problems);
  if (predictions) return predictions;
  throw new Error(`${problems.length} cells of ${bench.name} cannot be read: ${JSON.stringify(problems[0])}`);
}

function findInside({ lower, upper }: Predictions, truth: Float64Array): Uint8Array {
  return Uint8Array.from(truth, (value, row) =>
    Number(lower !== null && upper !== null && value >= lower[row] && value <= upper[row]),
  );
}

function meanWidth({ lower, upper, count }: Predictions): number {
  if (!lower || !upper) return Number.NaN;
  return lower.reduce((sum, low, row) => sum + (upper[row] - low) / count, 0);
}

const [warmUpRows, rounds, rowsAtOnce] = [2000, 5, 100];
/** A round takes as long, because clocks of virtual machines may tick in steps of ten milliseconds. */
const roundMicroseconds = 100_000;

/** Returns the processor's microseconds for a complete answer, row by row: the least of some rounds. */
function timeSingleRows(model: Model, rows: readonly Record<string, unknown>[]): number {
  const answerSome = (count: number) => {
    for (let index = 0; index < count; index++) model.predict([rows[index % rows.length]], {}, []);
  };
  answerSome(warmUpRows);
  let best = Number.POSITIVE_INFINITY;
  for (let round = 0; round < rounds; round++) {
    const before = process.cpuUsage();
    let [spent, count] = [0, 0];
    while (spent < roundMicroseconds) {
      answerSome(rowsAtOnce);
      count += rowsAtOnce;
      const { user, system } = process.cpuUsage(before);
      spent = user + system;
    }
    best = Math.min(best, spent / count);
  }
  return best;
}
