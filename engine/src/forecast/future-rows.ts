import type { CellProblem } from '../model.ts';
import type { ForecastState } from './forecast-state.ts';
import { createGivenReader, InputBook } from './inputs/input-book.ts';
import { createPlaceReader, mostProblems } from './place-row.ts';
import type { Row } from './series/find-series.ts';

/** Returns a reader of the inputs of steps to come, from rows with a time and a series; undefined where none are used. */
export function createFutureReader(state: ForecastState) {
  const { inputs, limit } = state;
  if (!inputs) return undefined;
  const readPlace = createPlaceReader(state);
  const readGiven = createGivenReader(inputs);
  return (rows: Partial<Record<'future' | 'history', readonly Row[]>>, problems: CellProblem[]): InputBook => {
    const book = new InputBook(inputs, limit);
    for (const source of ['history', 'future'] as const)
      for (const [row, cells] of (rows[source] ?? []).entries()) {
        if (problems.length >= mostProblems) return book;
        const place = readPlace(cells, limit);
        // The reader of newer values tells the problems of history.
        if (Array.isArray(place))
          problems.push(...(source === 'future' ? place : []).map((one) => ({ row, ...one, of: source })));
        if (Array.isArray(place) || place.steps < 1) continue;
        const given = readGiven(cells, (column, detail) => problems.push({ row, column, detail, of: source }));
        book.note(place.series, place.steps, given);
      }
    return book;
  };
}
