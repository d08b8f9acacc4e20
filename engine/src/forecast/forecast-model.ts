import { distanceAt } from '../bounds/few-errors.ts';
import { CellError, createNumericReader } from '../columns/cells.ts';
import type { CellProblem, Model, Predictions, PredictOptions } from '../model.ts';
import { decimalMark } from '../readings/reading.ts';
import { writeTime } from './axis/format.ts';
import { moveSteps } from './axis/step.ts';
import { levelFactors } from './backtest/level-power.ts';
import type { ForecastState } from './forecast-state.ts';
import { type Asked, createQuestionReader, type Row } from './question-reader.ts';
import { saveForecast } from './save-forecast.ts';
import { writeKey } from './series/keys.ts';

const defaultCoverage = 0.9;

export function createForecastModel(state: ForecastState): Model {
  const readQuestion = createQuestionReader(state);
  const scaleOf = createScale(state);
  const distanceOf = rememberLast((coverage) => distanceAt(state.bounds, coverage));
  const readTarget = createNumericReader(state.targetProfile.reading);
  return {
    description: state.description,
    // An answer is looked up; the text of its cells and bounds costs the most.
    cost: { row: 5000, incomplete: 0, first: 0 },
    decimalMark: decimalMark(state.targetProfile.reading, []),
    predict(rows: readonly Row[], options: PredictOptions, problems: CellProblem[]): Predictions | undefined {
      const before = problems.length;
      const asked = readQuestion(rows, options, problems);
      return problems.length > before
        ? undefined
        : answer(state, asked, { distanceOf, scaleOf }, options.quantile ?? defaultCoverage);
    },
    explain(_rows, _options, problems) {
      problems.push({
        row: 0,
        column: state.timeColumn,
        detail: 'has no contributions: a forecast follows from the past of its series',
      });
      return undefined;
    },
    readTruth(cell) {
      const value = readTarget(cell);
      return value instanceof CellError || Number.isNaN(value) ? undefined : value;
    },
    toBytes: (hash) => saveForecast(state, hash),
  };
}

/** What the half width of bounds is the product of. */
interface Widths {
  distanceOf(coverage: number): number;
  /** Size of an error of 1 so many steps ahead, from 1. */
  scaleOf(series: number, steps: number): number;
}

function createScale({ paths, scales, growth, limit, horizon, power }: ForecastState): Widths['scaleOf'] {
  if (power === 0) return (series, steps) => scales[series] * growth[steps - 1];
  const factors = new Map<number, Float64Array>();
  return (series, steps) => {
    const own =
      factors.get(series) ?? levelFactors(paths.subarray(series * limit, (series + 1) * limit), horizon, power);
    factors.set(series, own);
    return scales[series] * growth[steps - 1] * own[steps - 1];
  };
}

/** Returns the function with its last result cached, because most callers ask for one coverage only. */
function rememberLast(compute: (coverage: number) => number): (coverage: number) => number {
  let last: { coverage: number; result: number } | undefined;
  return (coverage) => {
    if (last?.coverage !== coverage) last = { coverage, result: compute(coverage) };
    return last.result;
  };
}

function answer(
  state: ForecastState,
  asked: readonly Asked[],
  { distanceOf, scaleOf }: Widths,
  coverage: number,
): Predictions {
  const { paths, limit, floors, timeColumn, reading, step, ends, groupColumns, keys } = state;
  const distance = distanceOf(coverage);
  const lowest = (series: number) => (floors[series] === 1 ? 0 : Number.NEGATIVE_INFINITY);
  const values = Float64Array.from(asked, ({ series, steps }) =>
    Math.max(lowest(series), paths[series * limit + steps - 1]),
  );
  const widths = Float64Array.from(asked, ({ series, steps }) => distance * scaleOf(series, steps));
  return {
    count: asked.length,
    values,
    lower: values.map((value, index) => Math.max(lowest(asked[index].series), value - widths[index])),
    upper: values.map((value, index) => value + widths[index]),
    confidence: new Float64Array(asked.length).fill(coverage),
    probabilities: null,
    unfolding: {
      askedRows: Int32Array.from(asked, ({ row }) => row),
      cells: asked.map(({ series, steps }) =>
        Object.fromEntries([
          [timeColumn, writeTime(reading.format, moveSteps(step, ends[series], steps))],
          ...writeKey(groupColumns, keys[series]),
        ]),
      ),
    },
  };
}
