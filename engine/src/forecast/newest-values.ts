import { CellError, createNumericReader } from '../columns/cells.ts';
import type { CellProblem } from '../model.ts';
import { followErrors, type Level } from './backtest/follow.ts';
import type { ForecastState } from './forecast-state.ts';
import { needsInput } from './needs-input.ts';
import { createPlaceReader, mostProblems, type Problem } from './place-row.ts';
import type { Row } from './series/find-series.ts';
import type { PathReader } from './valued.ts';

/** What values newer than the training say of a series. */
export interface Newest {
  /** Steps from the end of the training to the newest value. */
  steps: number;
  /** By how much the forecast is missed lately, at an error factor of 1. */
  level: number;
}

/** Values by step from the end of the training; NaN where none is known. */
type NewValues = Map<number, Float64Array>;

/**
 * Returns a reader of rows with a time, a series and a value, in any order, that came after the training. Rows of times
 * that the training knows are passed over. Problems are of `history`.
 */
export function createNewestReader(state: ForecastState, factorsOf: (series: number) => Float64Array, level: Level) {
  const readPlace = createPlaceReader(state);
  const readValue = createNumericReader(state.targetProfile.reading);
  const { timeColumn, limit, description } = state;

  return (rows: readonly Row[], pathAt: PathReader, problems: CellProblem[]): Map<number, Newest> => {
    const values: NewValues = new Map();
    for (const [row, cells] of rows.entries()) {
      for (const problem of takeRow(cells, values, pathAt)) problems.push({ row, ...problem, of: 'history' });
      if (problems.length >= mostProblems) break;
    }
    return new Map([...values].map(([series, own]) => [series, follow(series, own, pathAt)]));
  };

  function takeRow(cells: Row, values: NewValues, pathAt: PathReader): Problem[] {
    const place = readPlace(cells, limit - 1);
    if (Array.isArray(place)) return place;
    const { series, steps } = place;
    const value = readValue(cells[description.target]);
    if (value instanceof CellError) return [{ column: description.target, detail: 'must be a number, or be left out' }];
    if (steps < 1 || Number.isNaN(value)) return [];
    const path = pathAt(series, steps);
    return typeof path === 'string'
      ? [needsInput(state, { column: path, steps }, series)]
      : keep(values, { series, steps, value });
  }

  function keep(values: NewValues, { series, steps, value }: { series: number; steps: number; value: number }) {
    const own = values.get(series) ?? new Float64Array(limit).fill(Number.NaN);
    values.set(series, own);
    if (!Number.isNaN(own[steps - 1])) return [{ column: timeColumn, detail: 'stands twice for the same series' }];
    own[steps - 1] = value;
    return [];
  }

  function follow(series: number, values: Float64Array, pathAt: PathReader): Newest {
    const steps = values.findLastIndex((value) => !Number.isNaN(value)) + 1;
    const factors = factorsOf(series);
    const errors = values
      .subarray(0, steps)
      .map((value, index) =>
        Number.isNaN(value) ? value : (value - Number(pathAt(series, index + 1))) / factors[index],
      );
    return { steps, level: followErrors(errors, level)[steps - 1] };
  }
}
