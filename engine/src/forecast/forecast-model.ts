import { CellError, createNumericReader } from '../columns/cells.ts';
import type { CellProblem, Model, Predictions, PredictOptions } from '../model.ts';
import { once } from '../once.ts';
import { decimalMark } from '../readings/reading.ts';
import { writeTime } from './axis/format.ts';
import { moveSteps } from './axis/step.ts';
import { distanceOfForecasts } from './backtest/error-bounds.ts';
import type { Level } from './backtest/follow.ts';
import { levelFactors } from './backtest/level-power.ts';
import { createDemandBounds } from './demand-bounds.ts';
import type { ForecastState } from './forecast-state.ts';
import { createFutureReader } from './future-rows.ts';
import { createFarReader } from './inputs/far-inputs.ts';
import { needsInput } from './needs-input.ts';
import { createNewestReader, type Newest } from './newest-values.ts';
import { mostProblems } from './place-row.ts';
import { type Asked, createQuestionReader } from './question-reader.ts';
import { saveForecast } from './save-forecast.ts';
import type { Row } from './series/find-series.ts';
import { writeKey } from './series/keys.ts';
import { sumSteps } from './sum-steps.ts';
import { createPathReader, valueSteps } from './value-steps.ts';
import type { FarAt, Value, Valued } from './valued.ts';

const defaultCoverage = 0.9;

/** Of a model file of an earlier release: newer values only move the first time that is asked. */
const unlearned: Level = { wander: 0, kept: 1 };

export function createForecastModel(state: ForecastState): Model {
  const readQuestion = createQuestionReader(state);
  const factorsOf = rememberFactors(state);
  const readNewest = once(() => createNewestReader(state, factorsOf, state.following ?? unlearned));
  const readFuture = once(() => createFutureReader(state));
  const readFar = state.inputs && createFarReader(state.inputs, state.description);
  const distanceOf = rememberLast((coverage: number) => distanceOfForecasts(state.bounds, coverage));
  const boundDemand = createDemandBounds(state.demand);
  const readTarget = createNumericReader(state.targetProfile.reading);
  return {
    description: state.description,
    // An answer is looked up; the text of its cells and bounds costs the most.
    cost: { row: 5000, incomplete: 0, first: 0 },
    decimalMark: decimalMark(state.targetProfile.reading, []),
    predict(rows: readonly Row[], options: PredictOptions, problems: CellProblem[]): Predictions | undefined {
      const before = problems.length;
      const book = readFuture()?.(options, problems);
      const pathAt = createPathReader(state, book);
      const farAt: FarAt | undefined = readFar && book ? (...step) => readFar(book, ...step) : undefined;
      const newest = options.history ? readNewest()(options.history, pathAt, problems) : new Map<number, Newest>();
      const asked = problems.length > before ? [] : readQuestion(rows, options, problems, newest);
      if (problems.length > before) return undefined;
      const coverage = options.quantile ?? defaultCoverage;
      const valued = valueSteps(state, { newest, pathAt, farAt, factorsOf, distance: distanceOf(coverage) });
      const summed = options.isCumulative ? sumSteps(state, valued, newest) : valued;
      const countOf = (series: number, steps: number) =>
        options.isCumulative ? steps - (newest.get(series)?.steps ?? 0) : 1;
      const found = answerAll(state, asked, boundDemand(summed, coverage, countOf), problems);
      return found && tell(state, asked, coverage, found);
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

/** Undefined where an input lacks; the first step of a row without it is told. */
function answerAll(state: ForecastState, asked: readonly Asked[], valued: Valued, problems: CellProblem[]) {
  const found: Value[] = [];
  const before = problems.length;
  for (const { row, series, steps, given } of asked) {
    if (problems.length > before && problems[problems.length - 1].row === row) continue;
    if (problems.length >= mostProblems) break;
    const own = valued(series, steps, given);
    if ('column' in own) problems.push({ row, ...needsInput(state, own, series) });
    else found.push(own);
  }
  return problems.length > before ? undefined : found;
}

function tell(state: ForecastState, asked: readonly Asked[], coverage: number, found: readonly Value[]): Predictions {
  const { floors, timeColumn, reading, step, ends, groupColumns, keys } = state;
  const lowest = (series: number) => (floors[series] === 1 ? 0 : Number.NEGATIVE_INFINITY);
  const values = Float64Array.from(asked, ({ series }, index) => Math.max(lowest(series), found[index].value));
  const far = found.flatMap((own, index) => (own.far ? [[index, own.far.inputs] as const] : []));
  return {
    count: asked.length,
    values,
    lower: values.map((value, index) => Math.max(lowest(asked[index].series), value - found[index].below)),
    upper: values.map((value, index) => value + found[index].above),
    confidence: new Float64Array(asked.length).fill(coverage),
    probabilities: null,
    ...(far.length > 0 && { outOfRange: new Map(far) }),
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
