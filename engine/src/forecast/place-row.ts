import type { CellProblem } from '../model.ts';
import { writeTime } from './axis/format.ts';
import { readTime } from './axis/read-times.ts';
import { countSteps, moveSteps } from './axis/step.ts';
import type { ForecastState } from './forecast-state.ts';
import { createSeriesFinder, type Row } from './series/find-series.ts';

export type Problem = Pick<CellProblem, 'column' | 'detail'>;

/** Most problems reported. */
export const mostProblems = 100;

/** Returns a reader of the series and the step (from 1, after the training) of a row; problems where it has none. */
export function createPlaceReader(state: ForecastState) {
  const findSeries = createSeriesFinder(state);
  const { timeColumn, reading, step, ends, groupColumns } = state;

  return (cells: Row, furthest: number): { series: number; steps: number } | Problem[] => {
    const problems: Problem[] = [];
    const found = findSeries(cells, (column, detail) => problems.push({ column, detail }));
    if (found.length > 1) problems.push({ column: groupColumns[0].name, detail: 'must name one series' });
    if (problems.length > 0) return problems;
    const [series] = found;
    const cell = cells[timeColumn];
    const isTime = typeof cell === 'string' || typeof cell === 'number';
    const steps = isTime ? countSteps(step, ends[series], readTime(reading, String(cell))) : Number.NaN;
    return steps <= furthest ? { series, steps } : [{ column: timeColumn, detail: describeTimes(series, furthest) }];
  };

  function describeTimes(series: number, furthest: number): string {
    const [first, last] = [1, furthest].map((steps) => writeTime(reading.format, moveSteps(step, ends[series], steps)));
    return `must be one of the times ${first} … ${last}, or an earlier one of the series; with later rows train again`;
  }
}
