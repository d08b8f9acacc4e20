import { CellError } from '../columns/cells.ts';
import type { CellProblem, PredictOptions } from '../model.ts';
import { isUsualBlank } from '../readings/blank.ts';
import { writeTime } from './axis/format.ts';
import { readTime, type TimeReading } from './axis/read-times.ts';
import { countSteps, moveSteps, type TimeStep } from './axis/step.ts';
import { createAskedReader, type GroupColumn, type GroupKey, joinKey, nameKey } from './series/keys.ts';

export type Row = Readonly<Record<string, unknown>>;

/** One requested forecast: a series, the number of steps after its end, and the row of the batch. */
export interface Asked {
  row: number;
  series: number;
  steps: number;
}

interface Known {
  timeColumn: string;
  reading: TimeReading;
  step: TimeStep;
  groupColumns: readonly GroupColumn[];
  keys: readonly GroupKey[];
  ends: Float64Array;
  horizon: number;
  limit: number;
  description: { target: string };
}

/** Most problems reported. */
const mostProblems = 100;

type Refuse = (column: string, detail: string) => void;

/**
 * Reads rows as requests. Group columns choose the series (all that match where some are omitted). A row with a time
 * asks for that time, one without for the next `horizon` times. Invalid rows are pushed to `problems`.
 */
export function createQuestionReader(known: Known) {
  const { timeColumn, groupColumns, keys, horizon, limit, description } = known;
  const readers = groupColumns.map((column, place) => createAskedReader(column, keys, place));
  const seriesOf = new Map(keys.map((key, series) => [joinKey(key), series]));

  function findSeries(row: Row, refuse: Refuse): number[] {
    const wanted = groupColumns.map(({ name }, place) => readers[place](row[name]));
    const broken = wanted.findIndex((cell) => cell instanceof CellError);
    if (broken >= 0) refuse(groupColumns[broken].name, 'must be a text or a number that names a series');
    if (broken >= 0) return [];
    const only = seriesOf.get(joinKey(wanted.map(String)));
    if (only !== undefined) return [only];
    const matches = [...keys.keys()].filter((series) =>
      wanted.every((cell, column) => cell === undefined || cell === keys[series][column]),
    );
    if (matches.length === 0) refuse(nameOfUnknown(wanted), describeKnown(known));
    return matches;
  }

  function nameOfUnknown(wanted: readonly unknown[]): string {
    const column = wanted.findIndex((cell, index) => cell !== undefined && !keys.some((key) => key[index] === cell));
    return groupColumns[Math.max(column, 0)].name;
  }

  function stepsFor(row: Row, series: number, options: PredictOptions, refuse: Refuse): number[] {
    const cell = row[timeColumn];
    const isLeftOut = cell === undefined || cell === null || (typeof cell === 'string' && isUsualBlank(cell));
    const hasTruth = row[description.target] !== undefined && row[description.target] !== null;
    if (isLeftOut && hasTruth)
      refuse(timeColumn, `is needed to hold the given ${description.target} against the forecast`);
    if (isLeftOut) return Array.from({ length: options.horizon ?? horizon }, (_, index) => index + 1);
    const time =
      typeof cell === 'string' || typeof cell === 'number' ? readTime(known.reading, String(cell)) : Number.NaN;
    const steps = countSteps(known.step, known.ends[series], time);
    if (steps >= 1 && steps <= limit) return [steps];
    refuse(timeColumn, describeTimes(known, series));
    return [];
  }

  return (rows: readonly Row[], options: PredictOptions, problems: CellProblem[]): Asked[] => {
    const asked: Asked[] = [];
    const most = options.mostAnswers ?? Number.POSITIVE_INFINITY;
    for (const [row, cells] of rows.entries()) {
      const refuse: Refuse = (column, detail) => problems.push({ row, column, detail });
      if (options.horizon !== undefined && options.horizon > limit) {
        refuse(timeColumn, `can be answered up to ${limit} steps ahead, not ${options.horizon}`);
        break;
      }
      for (const series of findSeries(cells, refuse))
        for (const steps of stepsFor(cells, series, options, refuse)) asked.push({ row, series, steps });
      if (problems.length >= mostProblems) break;
      if (asked.length <= most) continue;
      refuse(timeColumn, `brings the answers over ${most}: name fewer series or ask for a shorter horizon`);
      break;
    }
    return asked;
  };
}

function describeKnown({ groupColumns, keys }: Known): string {
  const shown = keys.slice(0, 5).map((key) => nameKey(groupColumns, key));
  const more = keys.length > shown.length ? ` and ${keys.length - shown.length} more` : '';
  return `names no series of the training; there are ${shown.join('; ')}${more}. Train again with the rows of a new one`;
}

function describeTimes({ step, ends, reading, limit }: Known, series: number): string {
  const [first, second, last] = [1, 2, limit].map((steps) =>
    writeTime(reading.format, moveSteps(step, ends[series], steps)),
  );
  return `must be one of the times ${first}, ${second} … ${last}, which follow the training`;
}
