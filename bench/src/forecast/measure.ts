import type { Table } from '@sibyl/engine/table.ts';
import { train } from '@sibyl/engine/train.ts';
import { cellOf, pickRows, rowObject } from '../accuracy/csv.ts';
import type { SeriesTable } from './tables.ts';

export interface Measured {
  /** Mean absolute error in units of the in-sample seasonal naive error, over all series and windows. */
  mase: number;
  /** The same for the seasonal naive forecast on the same windows. */
  naive: number;
  /** Coverage of the bounds at 0.9. */
  coverage: number;
  /** Mean seconds of a training. */
  seconds: number;
}

/** Holds out the last windows of each series in turn, trains on the earlier values, and compares. */
export async function measureTable(bench: SeriesTable, table: Table): Promise<Measured> {
  const series = seriesOf(bench, table);
  const sums = { mase: 0, naive: 0, coverage: 0, seconds: 0 };
  for (let window = bench.windows; window > 0; window--) {
    const known = new Set(series.flatMap((rows) => rows.slice(0, rows.length - window * bench.horizon)));
    const model = await train(
      pickRows(table, (row) => known.has(row)),
      bench.request,
    );
    sums.seconds += model.description.trainingSeconds / bench.windows;
    for (const rows of series) {
      const end = rows.length - window * bench.horizon;
      const held = rows.slice(end, end + bench.horizon);
      const asked = held.map((row) => ({ ...rowObject(table, row), [bench.request.target]: null }));
      const answers = model.predict(asked, { quantile: 0.9 }, []);
      if (!answers) throw new Error(`${bench.file}: the times after row ${rows[end - 1]} could not be forecast`);
      const figures = compare(
        bench,
        rows.map((row) => targetOf(bench, table, row)),
        end,
        answers,
      );
      const share = 1 / (series.length * bench.windows);
      sums.mase += share * figures.mase;
      sums.naive += share * figures.naive;
      sums.coverage += share * figures.coverage;
    }
  }
  return sums;
}

function seriesOf({ request }: SeriesTable, table: Table): number[][] {
  const groups = table.columns.filter(({ name }) => request.groupBy?.includes(name));
  const rows = Array.from({ length: table.rowCount }, (_, row) => row);
  return [...Map.groupBy(rows, (row) => JSON.stringify(groups.map((column) => cellOf(column, row)))).values()];
}

function targetOf({ request, file }: SeriesTable, table: Table, row: number): number {
  const column = table.columns.find(({ name }) => name === request.target);
  if (!column) throw new Error(`${file} has no column ${request.target}`);
  return Number(cellOf(column, row));
}

interface Answers {
  values: Float64Array;
  lower: Float64Array | null;
  upper: Float64Array | null;
}

function compare({ season, horizon }: SeriesTable, values: readonly number[], end: number, answers: Answers) {
  const held = values.slice(end, end + horizon);
  const unit = mean(values.slice(season, end).map((value, index) => Math.abs(value - values[index])));
  const { lower, upper } = answers;
  return {
    mase: mean(held.map((value, step) => Math.abs(value - answers.values[step]))) / unit,
    naive: mean(held.map((value, step) => Math.abs(value - values[end - season + (step % season)]))) / unit,
    coverage: mean(
      held.map((value, step) =>
        Number(lower !== null && upper !== null && value >= lower[step] && value <= upper[step]),
      ),
    ),
  };
}

function mean(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}
