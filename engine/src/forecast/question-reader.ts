import type { CellProblem, PredictOptions } from '../model.ts';
import { isUsualBlank } from '../readings/blank.ts';
import { writeTime } from './axis/format.ts';
import { readTime } from './axis/read-times.ts';
import { countSteps, moveSteps } from './axis/step.ts';
import type { ForecastState } from './forecast-state.ts';
import { createGivenReader, type GivenInputs } from './inputs/input-book.ts';
import type { Newest } from './newest-values.ts';
import { mostProblems } from './place-row.ts';
import { createSeriesFinder, type Refuse, type Row } from './series/find-series.ts';

/** One requested forecast: a series, the number of steps after its end, and the row of the batch. */
export interface Asked {
  row: number;
  series: number;
  steps: number;
  /** Known inputs that the row gives. */
  given?: GivenInputs;
}

type Known = Pick<
  ForecastState,
  'timeColumn' | 'reading' | 'step' | 'groupColumns' | 'keys' | 'ends' | 'horizon' | 'limit' | 'inputs'
> & { description: { target: string } };

/** A series, and the steps after its training that are known. */
interface Place {
  series: number;
  seen: number;
}

/**
 * Reads rows as requests. Group columns choose the series (all that match where some are omitted). A row with a time
 * asks for that time, one without for the next `horizon` times after the newest value that is known. Invalid rows are
 * pushed to `problems`.
 */
export function createQuestionReader(known: Known) {
  const { timeColumn, horizon, limit, description } = known;
  const findSeries = createSeriesFinder(known);
  const readGiven = known.inputs ? createGivenReader(known.inputs) : undefined;

  function stepsFor(row: Row, { series, seen }: Place, options: PredictOptions, refuse: Refuse): number[] {
    const cell = row[timeColumn];
    const isLeftOut = cell === undefined || cell === null || (typeof cell === 'string' && isUsualBlank(cell));
    const hasTruth = row[description.target] !== undefined && row[description.target] !== null;
    if (isLeftOut && hasTruth)
      refuse(timeColumn, `is needed to hold the given ${description.target} against the forecast`);
    const asked = options.horizon ?? horizon;
    if (isLeftOut && seen + asked > limit) {
      refuse(
        timeColumn,
        `can be answered ${limit - seen} steps after the history: ask for a shorter horizon, or train again`,
      );
      return [];
    }
    if (isLeftOut) return Array.from({ length: asked }, (_, index) => seen + index + 1);
    const time =
      typeof cell === 'string' || typeof cell === 'number' ? readTime(known.reading, String(cell)) : Number.NaN;
    const steps = countSteps(known.step, known.ends[series], time);
    if (steps > seen && steps <= limit) return [steps];
    refuse(timeColumn, describeTimes(known, series, seen));
    return [];
  }

  return (
    rows: readonly Row[],
    options: PredictOptions,
    problems: CellProblem[],
    newest: ReadonlyMap<number, Newest>,
  ): Asked[] => {
    const asked: Asked[] = [];
    const most = options.mostAnswers ?? Number.POSITIVE_INFINITY;
    for (const [row, cells] of rows.entries()) {
      const refuse: Refuse = (column, detail) => problems.push({ row, column, detail });
      if (options.horizon !== undefined && options.horizon > limit) {
        refuse(timeColumn, `can be answered up to ${limit} steps ahead, not ${options.horizon}`);
        break;
      }
      const given = readGiven?.(cells, refuse);
      for (const series of findSeries(cells, refuse))
        for (const steps of stepsFor(cells, { series, seen: newest.get(series)?.steps ?? 0 }, options, refuse))
          asked.push({ row, series, steps, given });
      if (problems.length >= mostProblems) break;
      if (asked.length <= most) continue;
      refuse(timeColumn, `brings the answers over ${most}: name fewer series or ask for a shorter horizon`);
      break;
    }
    return asked;
  };
}

function describeTimes({ step, ends, reading, limit }: Known, series: number, seen: number): string {
  const [first, second, last] = [seen + 1, Math.min(seen + 2, limit), limit].map((steps) =>
    writeTime(reading.format, moveSteps(step, ends[series], steps)),
  );
  return `must be one of the times ${first}, ${second} … ${last}, which follow the training${seen > 0 ? ' and the history' : ''}`;
}
