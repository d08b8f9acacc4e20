import { CellError, createNumericReader } from '../columns/cells.ts';
import type { CellProblem } from '../model.ts';
import { writeTime } from './axis/format.ts';
import { readTime } from './axis/read-times.ts';
import { countSteps, moveSteps } from './axis/step.ts';
import { followErrors, type Level } from './backtest/follow.ts';
import type { ForecastState } from './forecast-state.ts';
import { createSeriesFinder, type Row } from './series/find-series.ts';

/** What values newer than the training say of a series. */
export interface Newest {
  /** Steps from the end of the training to the newest value. */
  steps: number;
  /** By how much the forecast is missed lately, at an error factor of 1. */
  level: number;
}

/** Most problems reported. */
const mostProblems = 100;

type Problem = Pick<CellProblem, 'column' | 'detail'>;

/** Values by step from the end of the training; NaN where none is known. */
type NewValues = Map<number, Float64Array>;

/**
 * Returns a reader of rows with a time, a series and a value, in any order, that came after the training. Rows of times
 * that the training knows are passed over. Problems are of `history`.
 */
export function createNewestReader(state: ForecastState, factorsOf: (series: number) => Float64Array, level: Level) {
  const findSeries = createSeriesFinder(state);
  const readValue = createNumericReader(state.targetProfile.reading);
  const { timeColumn, reading, step, ends, limit, paths, description, groupColumns } = state;

  return (rows: readonly Row[], problems: CellProblem[]): Map<number, Newest> => {
    const values: NewValues = new Map();
    for (const [row, cells] of rows.entries()) {
      for (const problem of takeRow(cells, values)) problems.push({ row, ...problem, of: 'history' });
      if (problems.length >= mostProblems) break;
    }
    return new Map([...values].map(([series, own]) => [series, follow(series, own)]));
  };

  function takeRow(cells: Row, values: NewValues): Problem[] {
    const problems: Problem[] = [];
    const found = findSeries(cells, (column, detail) => problems.push({ column, detail }));
    if (found.length > 1) problems.push({ column: groupColumns[0].name, detail: 'must name one series' });
    if (problems.length > 0) return problems;
    const [series] = found;
    const cell = cells[timeColumn];
    const isTime = typeof cell === 'string' || typeof cell === 'number';
    const steps = isTime ? countSteps(step, ends[series], readTime(reading, String(cell))) : Number.NaN;
    if (!(steps < limit)) return [{ column: timeColumn, detail: describeTimes(series) }];
    const value = readValue(cells[description.target]);
    if (value instanceof CellError) return [{ column: description.target, detail: 'must be a number, or be left out' }];
    return steps < 1 || Number.isNaN(value) ? [] : keep(values, { series, steps, value });
  }

  function keep(values: NewValues, { series, steps, value }: { series: number; steps: number; value: number }) {
    const own = values.get(series) ?? new Float64Array(limit).fill(Number.NaN);
    values.set(series, own);
    if (!Number.isNaN(own[steps - 1])) return [{ column: timeColumn, detail: 'stands twice for the same series' }];
    own[steps - 1] = value;
    return [];
  }

  function describeTimes(series: number): string {
    const last = writeTime(reading.format, moveSteps(step, ends[series], limit - 1));
    const first = writeTime(reading.format, moveSteps(step, ends[series], 1));
    return `must be one of the times ${first} … ${last}, or an earlier one of the series; with later rows train again`;
  }

  function follow(series: number, values: Float64Array): Newest {
    const steps = values.findLastIndex((value) => !Number.isNaN(value)) + 1;
    const factors = factorsOf(series);
    const errors = values
      .subarray(0, steps)
      .map((value, index) => (value - paths[series * limit + index]) / factors[index]);
    return { steps, level: followErrors(errors, level)[steps - 1] };
  }
}
