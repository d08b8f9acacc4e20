import { CellError, createNumericReader } from '../columns/cells.ts';
import type { CellProblem, Model, Predictions, PredictOptions } from '../model.ts';
import { once } from '../once.ts';
import { decimalMark } from '../readings/reading.ts';
import { writeTime } from './axis/format.ts';
import { moveSteps } from './axis/step.ts';
import { distanceOfForecasts } from './backtest/error-bounds.ts';
import type { Level } from './backtest/follow.ts';
import { levelFactors } from './backtest/level-power.ts';
import type { ForecastState } from './forecast-state.ts';
import { createNewestReader, type Newest } from './newest-values.ts';
import { type Asked, createQuestionReader } from './question-reader.ts';
import { saveForecast } from './save-forecast.ts';
import type { Row } from './series/find-series.ts';
import { writeKey } from './series/keys.ts';

const defaultCoverage = 0.9;

/** Of a model file of an earlier release: newer values only move the first time that is asked. */
const unlearned: Level = { wander: 0, kept: 1 };

export function createForecastModel(state: ForecastState): Model {
  const readQuestion = createQuestionReader(state);
  const factorsOf = rememberFactors(state);
  const readNewest = once(() => createNewestReader(state, factorsOf, state.following ?? unlearned));
  const distanceOf = rememberLast((coverage: number) => distanceOfForecasts(state.bounds, coverage));
  const readTarget = createNumericReader(state.targetProfile.reading);
  return {
    description: state.description,
    // An answer is looked up; the text of its cells and bounds costs the most.
    cost: { row: 5000, incomplete: 0, first: 0 },
    decimalMark: decimalMark(state.targetProfile.reading, []),
    predict(rows: readonly Row[], options: PredictOptions, problems: CellProblem[]): Predictions | undefined {
      const before = problems.length;
      const newest = options.history ? readNewest()(options.history, problems) : new Map<number, Newest>();
      const asked = problems.length > before ? [] : readQuestion(rows, options, problems, newest);
      if (problems.length > before) return undefined;
      const coverage = options.quantile ?? defaultCoverage;
      const valued = valueSteps(state, { newest, factorsOf, distance: distanceOf(coverage) });
      return tell(state, asked, coverage, options.isCumulative ? sumSteps(state, valued, newest) : valued);
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

/** Returns the size of errors of a series by step, relative to its mean level. */
function rememberFactors({ paths, limit, horizon, power }: ForecastState): (series: number) => Float64Array {
  const known = new Map<number, Float64Array>();
  return (series) => {
    const own = known.get(series) ?? levelFactors(paths.subarray(series * limit, (series + 1) * limit), horizon, power);
    known.set(series, own);
    return own;
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

/** The forecast of a series so many steps after its training, and half the width of its bounds. */
type Valued = (series: number, steps: number) => { value: number; width: number };

interface Known {
  newest: ReadonlyMap<number, Newest>;
  factorsOf(series: number): Float64Array;
  /** Of the bounds, in units of the size of errors. */
  distance: number;
}

function valueSteps(state: ForecastState, { newest, factorsOf, distance }: Known): Valued {
  const { paths, limit, scales, growth, following } = state;
  const kept = following?.kept ?? 1;
  return (series, steps) => {
    const { steps: seen, level } = newest.get(series) ?? { steps: 0, level: 0 };
    const factor = factorsOf(series)[steps - 1];
    const plain = growth[steps - 1];
    const size = seen > 0 && following ? Math.min(plain, following.growth[steps - seen - 1]) : plain;
    return {
      value: paths[series * limit + steps - 1] + level * kept ** (steps - seen) * factor,
      width: distance * scales[series] * size * factor,
    };
  };
}

/** Sums from the first step after the training, or after the newest value; their errors have a growth of their own. */
function sumSteps(state: ForecastState, valued: Valued, newest: Known['newest']): Valued {
  const sums = new Map<number, { value: number; width: number }[]>();
  return (series, steps) => {
    const seen = newest.get(series)?.steps ?? 0;
    const own = sums.get(series) ?? addUp(state, (ahead) => valued(series, seen + ahead), state.limit - seen);
    sums.set(series, own);
    return own[steps - seen - 1];
  };
}

/** Of older files, errors are taken to add up as if they were all alike. */
function addUp({ sumGrowth, growth }: ForecastState, valueAt: (ahead: number) => ReturnType<Valued>, count: number) {
  let [sum, unit] = [0, 0];
  return Array.from({ length: count }, (_, index) => {
    const { value, width } = valueAt(index + 1);
    sum += value;
    unit += sumGrowth ? width / growth[index] : width;
    return { value: sum, width: sumGrowth ? (unit / (index + 1)) * sumGrowth[index] : unit };
  });
}

function tell(state: ForecastState, asked: readonly Asked[], coverage: number, valued: Valued): Predictions {
  const { floors, timeColumn, reading, step, ends, groupColumns, keys } = state;
  const lowest = (series: number) => (floors[series] === 1 ? 0 : Number.NEGATIVE_INFINITY);
  const found = asked.map(({ series, steps }) => valued(series, steps));
  const values = Float64Array.from(asked, ({ series }, index) => Math.max(lowest(series), found[index].value));
  return {
    count: asked.length,
    values,
    lower: values.map((value, index) => Math.max(lowest(asked[index].series), value - found[index].width)),
    upper: values.map((value, index) => value + found[index].width),
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
